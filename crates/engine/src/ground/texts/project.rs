//! A project: its configuration and baselines.

texts! {
    // Labels.
    INITIALIZED = "Initialized the project {name}";
    PROJECT_STARTED = "Started the project on {date}";
    PROJECT_STARTED_AND_MOVED = "Started the project on {date}, and moved {count} tasks by {days} days";
    ASSIGNEES = "the people and agents";
    MILESTONES = "the milestones";
    LABELS = "the labels";
    ADDED_ENTRY = "Added {name} to {section}";
    CHANGED_ENTRY = "Changed {name} in {section}";
    RENAMED_ENTRY = "Renamed {name} in {section} to {to}";
    REMOVED_ASSIGNEE = "Removed the assignee {name}; {count} tasks are now unassigned";
    REMOVED_ENTRY = "Removed {name} from {section}";
    CHANGED_SETTING = "{setting}: {from} → {to}";
    CHANGED_SETTING_ALONE = "Changed {setting}";
    NOT_SET = "not set";
    SWITCHED_ON = "on";
    SWITCHED_OFF = "off";
    CHANGED_CONFIG = "Changed {keys} in the configuration";
    SAVED_BASELINE = "Saved the baseline {name}";
    DELETED_BASELINE = "Deleted the baseline {name}";
    SAVED_VIEW = "Saved the view {name} for everybody in the project";
    REPLACED_VIEW = "Replaced the view {name} of the project";
    RENAMED_VIEW = "Renamed the view {name} of the project to {to}";
    DELETED_VIEW = "Deleted the view {name} of the project";

    // Refusals.
    NOT_INITIALIZED = "There is no project here yet. Initialize one first.";
    ALREADY_INITIALIZED = "A project already exists here.";
    OTHER_PROGRAM = "The folder .handoff here belongs to another program. A project can be added beside its files.";
    OUT_OF_RANGE = "{id} would be outside the supported date range.";
    UNKNOWN_SETTING = "Unknown setting {key}. Custom settings belong under settings.custom_fields.";
    BAD_SETTING = "{value} is not valid for {key}. Expected: {wanted}";
    ENTRY_NAME = "An entry needs a name.";
    ENTRY_TAKEN = "{name} is already one of {section}.";
    ENTRY_UNKNOWN = "{name} is not one of {section}.";
    EMPTY_NAME = "A baseline needs a name.";
    NO_DATES = "No task has dates yet, so there is nothing to save as a baseline. Set dates first.";
    VIEW_TAKEN = "The project has a view {name} already.";
    VIEW_UNKNOWN = "The project has no view {name}.";
    TOO_MANY_VIEWS = "A project has at most {count} views. Delete one first.";
    NO_BASELINE = "There is no baseline at {path}.";
}
