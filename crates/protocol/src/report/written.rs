//! Reports in words, for people who do not open the project.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::text::Text;

/// The report in words that is wanted. Days are days since 1970-01-01.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(tag = "type", rename_all = "camelCase", deny_unknown_fields)]
#[ts(export, export_to = "protocol.ts")]
pub enum WrittenReportRequest {
    /// What happened in a week, and what comes after it.
    Weekly {
        /// A day of the week, which begins on Monday; the seven days until today if absent.
        #[serde(default)]
        #[ts(optional)]
        week: Option<i32>,
    },
    /// The state of a milestone.
    Milestone { name: String },
    /// The hours of people, agents and tasks.
    Effort {
        /// The first day; the first day of the project if absent.
        #[serde(default)]
        #[ts(optional)]
        from: Option<i32>,
        /// The last day; today if absent or later.
        #[serde(default)]
        #[ts(optional)]
        to: Option<i32>,
    },
}

/// A report in words.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[ts(export, export_to = "protocol.ts")]
pub struct WrittenReport {
    /// Why there is no report; null if there is one.
    pub refusal: Option<Text>,
    /// The lines of the report in Markdown. Names and titles in the arguments of their texts are
    /// escaped.
    pub lines: Vec<ReportLine>,
}

impl WrittenReport {
    /// Returns the Markdown in English.
    pub fn markdown(&self) -> String {
        let lines: Vec<String> = self.lines.iter().map(|line| format!("{}{}", line.mark, line.text)).collect();
        lines.join("\n") + "\n"
    }
}

/// A line of Markdown.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[ts(export, export_to = "protocol.ts")]
pub struct ReportLine {
    /// What comes before the text, such as `- `. It may begin with a line break.
    pub mark: String,
    pub text: Text,
}
