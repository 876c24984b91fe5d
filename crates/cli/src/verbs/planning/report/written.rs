//! Reports in words.

use std::path::PathBuf;

use handoff_agent::operations::planning::write_report::{Answer, Params, ReportType, WriteReport};
use handoff_agent::{Date, HandoffError};

use crate::verbs::invocation::Invocation;

/// The arguments of a report in words, not yet parsed.
pub struct WrittenArguments {
    pub report_type: ReportType,
    pub milestone: Option<String>,
    pub week: Option<String>,
    pub from: Option<String>,
    pub to: Option<String>,
    /// The file to which it is written.
    pub output: Option<PathBuf>,
    /// An option of other reports that was given.
    pub refused: Option<&'static str>,
}

impl WrittenArguments {
    /// Returns the invocation.
    pub fn invocation(mut self) -> Invocation {
        let output = self.output.take();
        Invocation::prepare_operation::<WriteReport, _>(
            move |_, _| self.into_params(),
            |answer: &Answer, _| answer.report.clone(),
        )
        .write_to(output)
    }

    fn into_params(self) -> Result<Params, HandoffError> {
        if let Some(option) = self.refused {
            return Err(HandoffError::Arguments(format!("Reports in words have no {option}. Leave it out.").into()));
        }
        if self.report_type != ReportType::Milestone && self.milestone.is_some() {
            let sentence = "Only the report milestone takes the name of a milestone. Leave it out.";
            return Err(HandoffError::Arguments(sentence.into()));
        }
        if self.report_type == ReportType::Milestone && self.milestone.is_none() {
            return Err(HandoffError::Arguments("Name the milestone: handoff report milestone NAME".into()));
        }
        let date = |name: &str, text: Option<String>| text.map(|text| Date::of_argument(name, text)).transpose();
        Ok(Params {
            report_type: self.report_type,
            action: None,
            scope: self.milestone,
            week: date("week", self.week)?,
            from: date("from", self.from)?,
            to: date("to", self.to)?,
        })
    }
}
