//! Memories, packages and referrals.

texts! {
    // Memories: labels.
    MEMORY_SAVED = "Saved the memory {id}";
    MEMORY_CHANGED = "Changed the memory {id}";
    MEMORY_DELETED = "Deleted the memory {id}";
    MEMORIES_MERGED = "Merged {count} memories into {id}";
    MEMORIES_MARKED = "Recorded {count} memories as received";
    MEMORIES_CLEANED_UP = "Merged duplicate memories and removed outdated records";

    // Memories: warnings and refusals.
    MEMORY_COMPARED = "The memory was compared only with those that could be read, so it may be there twice. {why}";
    MEMORY_EMPTY = "A memory needs a text.";
    MEMORY_UNKNOWN = "There is no memory {id}.";
    MEMORY_EXISTS = "A memory like this exists already: {id}. Change that one instead.";
    MEMORY_REPLACES_ITSELF = "{id} cannot replace itself.";

    // Packages: labels.
    PACKAGE_STORED = "Stored the package “{name}” ({id})";
    PACKAGE_EXTENDED = "Extended the package {id} until {until}";
    PACKAGE_PINNED = "Pinned the package {id}";
    PACKAGE_UNPINNED = "Unpinned the package {id}";
    PACKAGE_ACCEPTED = "Accepted the package {id}";
    PACKAGE_DELETED = "Deleted the package {id}";
    PACKAGES_COLLECTED = "Removed {count} expired packages";

    // Packages: refusals.
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

    // Referrals.
    REFERRAL_UNKNOWN = "There is no referral {id}.";
    REFERRAL_SHARED = "Several referrals have the ID {id}.";
    REFERRAL_ADDED = "Added the referral {id} from {project}";
    REFERRAL_STATUS = "Set the referral {id} to {status}";
}
