//! The messages of this crate, as templates. The templates are the keys of the translations.

// Reading a file as text.
pub(crate) const BYTE_ORDER_MARK: &str =
    "The file starts with a byte order mark, which other programs cannot read. Save it as UTF-8 without one.";
pub(crate) const NOT_TEXT: &str = "The file is not UTF-8 text from here on. Save it as UTF-8.";
pub(crate) const GIT_CONFLICT: &str = "There is a Git merge conflict here. Resolve it and remove the conflict markers.";
pub(crate) const TOO_DEEP: &str = "Values are nested more than {limit} levels deep. Flatten them.";
pub(crate) const DUPLICATE_KEY: &str = "The key \"{key}\" is duplicated here. Keep one of the two.";

// JSON.
pub(crate) const EMPTY_FILE: &str = "The file is empty. It must contain a JSON object, which starts with a brace.";
pub(crate) const EXPECTED_VALUE: &str =
    "A value is missing here: a string in double quotes, a number, true, false, null, a list or an object.";
pub(crate) const EXPECTED_KEY: &str = "A key in double quotes is missing here.";
pub(crate) const TRAILING_COMMA: &str = "Nothing follows this trailing comma. Remove it.";
pub(crate) const EXPECTED_COLON: &str = "A colon is missing after the key.";
pub(crate) const EXPECTED_COMMA_OR_BRACE: &str = "A comma or a closing brace is missing here.";
pub(crate) const EXPECTED_COMMA_OR_BRACKET: &str = "A comma or a closing bracket is missing here.";
pub(crate) const EXPECTED_END: &str = "Nothing is allowed after the end of the JSON value. Remove this.";
pub(crate) const UNFINISHED_TEXT: &str = "This string has no closing double quote on its line.";
pub(crate) const BAD_ESCAPE: &str = "This is not a JSON escape. Write \\\\ for a backslash.";
pub(crate) const BAD_SURROGATE: &str = "This \\u escape is half of a surrogate pair, and the other half is missing.";
pub(crate) const CONTROL_CHARACTER: &str =
    "A JSON string cannot contain an unescaped control character. Write it as an escape such as \\n or \\t.";
pub(crate) const BAD_NUMBER: &str = "This is not a JSON number.";
pub(crate) const HUGE_NUMBER: &str = "This number is too large.";
pub(crate) const SINGLE_QUOTES: &str = "JSON strings need double quotes, not single quotes.";
pub(crate) const COMMENT: &str = "JSON has no comments. Remove this one.";
pub(crate) const NOT_AN_OBJECT: &str = "The file must contain an object, but it contains {found}.";

// TOML.
pub(crate) const TOML_SYNTAX: &str = "This is not valid TOML: {reason}.";
pub(crate) const TABLE_TWICE: &str = "The table \"{key}\" is defined twice. Move its keys into the first definition.";
pub(crate) const NOT_A_TABLE: &str = "\"{key}\" already has a value that is not a table.";

pub(crate) const NO_TOML: &str = "TOML cannot express a null inside a list.";

// Front matter.
pub(crate) const NO_FRONT_MATTER: &str =
    "The document does not start with front matter between two lines of three dashes.";
pub(crate) const CRLF_FRONT_MATTER: &str = "The first line ends with a carriage return, so other programs do not recognize the document. Use LF line endings in the front matter.";
pub(crate) const OPEN_FRONT_MATTER: &str = "The front matter has no closing line of three dashes.";
pub(crate) const PACKAGE_KEYS: &str =
    "A package needs an id of 8 hexadecimal digits, a name, created_at and expires_at.";
pub(crate) const YAML_SYNTAX: &str = "The front matter is not valid YAML: {reason}.";
pub(crate) const YAML_UNSUPPORTED: &str = "Anchors, aliases, tags, directives and document markers are not supported in front matter. Write the values themselves.";
pub(crate) const YAML_FORM: &str =
    "The front matter has a form that cannot be edited key by key. Write each key at the start of its own line.";
pub(crate) const YAML_KEY: &str = "A key must be a string, not a list or a mapping.";
// Reasons for YAML_SYNTAX. They are arguments that are translated as templates of their own.
pub(crate) const YAML_NO_MAPPING: &str = "expected a mapping of keys to values";
pub(crate) const YAML_NUL: &str = "NUL characters are not allowed";

// Records.
pub(crate) const MISSING_KEY: &str = "The key \"{key}\" is missing. Add it.";
pub(crate) const WRONG_TYPE: &str = "\"{key}\" must be {wanted}, but it is {found}. Correct or remove it.";
pub(crate) const UNKNOWN_PRIORITY: &str = "\"{value}\" is not a priority. Use low, medium or high.";
pub(crate) const UNKNOWN_STATUS: &str =
    "\"{value}\" is not a status. Use todo, in_progress, review, done, blocked or skipped.";
pub(crate) const UNKNOWN_FILTER_PRIORITY: &str =
    "\"{value}\" is not a priority. Use low, medium or high, or none for tasks without a priority.";
pub(crate) const VIEW_NAME: &str = "A view needs a name of at most {count} characters, on one line.";
pub(crate) const VIEW_TOO_LARGE: &str = "The view {name} is larger than 16 KiB. Name fewer values in its filter.";
pub(crate) const VIEW_BEYOND: &str =
    "A project has at most {count} views, so this one and those below it are not offered. Remove some.";
pub(crate) const UNKNOWN_DEPENDENCY_KIND: &str =
    "\"{value}\" is not a kind of dependency. Use FS, SS, FF or SF; until then it counts as FS.";
pub(crate) const UNKNOWN_PROOF_KIND: &str =
    "\"{value}\" is not a kind of proof. Use command, commit, file or link; until then it counts as link.";
pub(crate) const UNKNOWN_WEEKDAY: &str =
    "\"{value}\" is not a weekday. Use sun, mon, tue, wed, thu, fri, sat or 0 to 6, where 0 is Sunday.";
pub(crate) const OUT_OF_RANGE: &str = "{key} cannot be {value}, so it is ignored. Correct or remove it.";
pub(crate) const BAD_DATE: &str = "\"{value}\" is not a date of the form YYYY-MM-DD.";
pub(crate) const BAD_TIME: &str = "\"{value}\" is not a time of the form 2026-11-21T02:57:17Z.";

// Writing.
pub(crate) const NOT_AS_READ: &str =
    "The value of \"{key}\" could not be read, so it is not overwritten. Correct or remove it first.";
pub(crate) const CANNOT_WRITE: &str = "\"{key}\" cannot be written here without changing other values.";

// Ids and paths.
pub(crate) const ID_EMPTY: &str = "An ID cannot be empty.";
pub(crate) const ID_TOO_LONG: &str = "An ID can have at most {limit} bytes.";
pub(crate) const ID_CHARACTER: &str = "An ID cannot contain {character}.";
pub(crate) const ID_DOTS: &str = "An ID cannot contain two dots in a row.";
pub(crate) const ID_START: &str = "An ID cannot start with a dot.";
pub(crate) const ID_EDGE: &str = "An ID cannot start or end with a space, or end with a dot.";
pub(crate) const ID_STATUS: &str =
    "An ID cannot contain \"{part}\", which separates it from the status in folder names.";
pub(crate) const ID_HYPHEN: &str = "An ID cannot start with a hyphen, which marks options of commands.";
pub(crate) const ID_DEVICE: &str = "An ID cannot be {name}, which is the name of a device on Windows.";
pub(crate) const PATH_CONTROL: &str =
    "The path \"{path}\" contains a line break or another control character. Rename it yourself.";
pub(crate) const PATH_OUTSIDE: &str = "The path \"{path}\" does not stay inside the .handoff folder.";

// Kinds of values for WRONG_TYPE and NOT_AN_OBJECT. They are arguments that are translated as
// templates of their own.
pub(crate) const A_TEXT: &str = "a string";
pub(crate) const A_NUMBER: &str = "a number";
pub(crate) const A_WHOLE_NUMBER: &str = "a whole number, 0 or greater";
pub(crate) const A_LAG: &str = "a whole number of days from -1000 to 1000";
pub(crate) const A_FLAG: &str = "true or false";
pub(crate) const A_LIST: &str = "a list";
pub(crate) const A_TABLE: &str = "a table";
pub(crate) const NULL: &str = "null";
