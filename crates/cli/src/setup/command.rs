//! The file that gives a client the command `/handoff save` and `/handoff load`.

const DESCRIPTION: &str = "Save what the next conversation needs, or load what the last one left";
const BODY: &str = include_str!("command.md");
const ARGUMENT: &str = "{argument}";

/// How a client describes a command.
#[derive(Clone, Copy)]
pub enum CommandFormat {
    /// Markdown. The client adds the words after the command to the text.
    Plain,
    /// The same with a description.
    Described,
    /// Markdown with a description and a placeholder for the words after the command.
    Placeholder(&'static str),
    /// TOML with such a placeholder.
    Toml(&'static str),
}

impl CommandFormat {
    /// Returns the content of the file.
    pub fn text(self) -> String {
        let body = |argument: &str| BODY.replace(ARGUMENT, argument);
        let described = |body: &str| format!("---\ndescription: {DESCRIPTION}\n---\n\n{body}");
        let following = "the words after the command.";
        match self {
            CommandFormat::Plain => body(following),
            CommandFormat::Described => described(&body(following)),
            CommandFormat::Placeholder(placeholder) => described(&body(placeholder)),
            CommandFormat::Toml(placeholder) => {
                format!("description = \"{DESCRIPTION}\"\nprompt = '''\n{}'''\n", body(placeholder))
            }
        }
    }
}
