//! A sentence for people that can be translated: an English template and its arguments.

use std::collections::BTreeMap;
use std::fmt;

use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// An English sentence with `{name}` placeholders. The template is the key of the translation.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[ts(export, export_to = "protocol.ts")]
pub struct Text {
    /// The English sentence.
    pub template: String,
    /// What stands for each placeholder, by its name. One that is called `status` is a status by its name in files, to be said as people call it.
    #[ts(type = "{ [key in string]: string }")]
    pub args: BTreeMap<String, String>,
}

impl Text {
    /// A sentence without arguments.
    pub fn plain(template: &str) -> Text {
        Text { template: template.to_owned(), args: BTreeMap::new() }
    }

    /// A sentence with arguments.
    pub fn with<const N: usize>(template: &str, args: [(&str, String); N]) -> Text {
        let args = args.into_iter().map(|(name, value)| (name.to_owned(), value)).collect();
        Text { template: template.to_owned(), args }
    }
}

impl fmt::Display for Text {
    /// Fills the placeholders in one pass, so that an argument that holds braces is shown as it is.
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut rest = self.template.as_str();
        while let Some((before, after)) = rest.split_once('{') {
            out.write_str(before)?;
            let filled = after.split_once('}').and_then(|(name, tail)| Some((self.args.get(name)?, tail)));
            if let Some((value, tail)) = filled {
                out.write_str(value)?;
                rest = tail;
            } else {
                out.write_str("{")?;
                rest = after;
            }
        }
        out.write_str(rest)
    }
}

#[cfg(test)]
mod tests {
    use super::Text;

    #[test]
    fn placeholders_are_filled_once() {
        for (template, shown) in [
            ("plain", "plain"),
            ("task {id} waits", "task {b} waits"),
            ("{id}{id}", "{b}{b}"),
            ("unknown {x} stays", "unknown {x} stays"),
            ("open { brace", "open { brace"),
        ] {
            assert_eq!(Text::with(template, [("id", "{b}".to_owned())]).to_string(), shown);
        }
    }
}
