//! Packages.

texts! {
    // Labels.
    PACKAGE_STORED = "Stored the package “{name}” ({id})";
    PACKAGE_EXTENDED = "Extended the package {id} until {until}";
    PACKAGE_PINNED = "Pinned the package {id}";
    PACKAGE_UNPINNED = "Unpinned the package {id}";
    PACKAGE_ACCEPTED = "Accepted the package {id}";
    PACKAGE_DELETED = "Deleted the package {id}";
    PACKAGES_COLLECTED = "Removed {count} expired packages";

    // Refusals.
    PACKAGE_NAME = "A package needs a name.";
    PACKAGE_NAME_CHARACTER = "The name of a package cannot contain {character}, which is not shown.";
    PACKAGE_EMPTY = "The package has no content.";
    PACKAGE_TTL = "The time to live is not valid: {reason}. Use a number of hours or days, such as 12h or 7d.";
    PACKAGE_UNKNOWN = "There is no package {id}.";
    PACKAGE_EXPIRED = "The package {id} expired at {at}. Extend it first.";
    PACKAGE_BROKEN = "{path} cannot be changed: {why}";
    PACKAGE_NOT_IGNORED = "Git would not ignore a private package, since .handoff/.gitignore cannot be written.";

    // Reasons of PACKAGE_TTL.
    TTL_TOO_SHORT = "too short";
    TTL_UNIT_UNKNOWN = "unsupported unit '{unit}' (use h or d)";
    TTL_NUMBER_INVALID = "invalid number: {number}";
    TTL_NOT_POSITIVE = "must be positive";
}
