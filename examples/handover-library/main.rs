//! A program with its own handover: its own steps, and checkpoints in memory. It is stopped between
//! two steps, as if the process had been killed, and resumes.
//!
//! `cargo run -p handoff-agent --example handover-library`

#![expect(clippy::disallowed_methods, reason = "an example has no texts of others to print")]

use std::error::Error;
use std::io::{Write as _, stdout};

use handoff_agent::HandoffError;
use handoff_agent::handover::{Checkpoint, Inputs, RunEnd, RunHost, RunRequest, Step, StepOutcome, begin_run, drive};
use serde_json::json;

/// The steps, in their order.
fn steps() -> Vec<Step> {
    // The mail is sent again when a run resumes; the others are performed once.
    vec![Step::new("count"), Step::new("report"), Step::repeated("mail")]
}

/// What outlives a process: the checkpoint, and what the steps have done.
#[derive(Default)]
struct Memory {
    checkpoint: Option<String>,
    report: Vec<String>,
    mails: usize,
    time: i64,
}

/// Answers the questions of a run.
struct Office<'a> {
    memory: &'a mut Memory,
    /// The step before which the process ends.
    ends_before: Option<&'static str>,
}

impl RunHost for Office<'_> {
    fn now(&mut self) -> i64 {
        self.memory.time += 1000;
        self.memory.time
    }

    fn pause(&mut self) -> Option<String> {
        None
    }

    fn save(&mut self, text: &str) -> Result<(), HandoffError> {
        self.memory.checkpoint = Some(text.to_owned());
        Ok(())
    }

    fn perform(&mut self, _: usize, name: &str, checkpoint: &Checkpoint) -> StepOutcome {
        if self.ends_before == Some(name) {
            return StepOutcome::Paused("The process ends here.".to_owned());
        }
        match name {
            // A result is stored in the checkpoint, for later steps.
            "count" => return StepOutcome::Done(Some(json!(checkpoint.inputs().note.unwrap_or_default().len()))),
            "report" => {
                let run = checkpoint.run.clone().unwrap_or_default();
                let count = checkpoint.results.get("count").map(ToString::to_string).unwrap_or_default();
                let line = format!("{run}: {count} letters");
                // The step may have been performed before its mark was lost.
                if !self.memory.report.contains(&line) {
                    self.memory.report.push(line);
                }
            }
            _ => self.memory.mails += 1,
        }
        StepOutcome::Done(None)
    }
}

/// Performs a run, or the rest of an interrupted one. Returns how it ended and what was performed.
fn hand_over(
    memory: &mut Memory,
    run: &str,
    note: Option<&str>,
    ends_before: Option<&'static str>,
) -> Result<(RunEnd, Vec<String>), Box<dyn Error>> {
    let checkpoint = Checkpoint::parse(memory.checkpoint.as_deref().map(str::as_bytes))?;
    let inputs = Inputs { note: note.map(str::to_owned), ..Inputs::default() };
    let run = begin_run(checkpoint, steps(), RunRequest { run: run.to_owned(), inputs });
    let result = drive(run, &mut Office { memory, ends_before }).ok_or("a question was not answered")?;
    Ok((result.end, result.executed))
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut memory = Memory::default();
    let (_, executed) = hand_over(&mut memory, "first", Some("Harbour"), Some("report"))?;
    writeln!(stdout(), "before the end of the process: {}", executed.join(", "))?;
    let (_, executed) = hand_over(&mut memory, "second", None, None)?;
    writeln!(stdout(), "afterwards: {}", executed.join(", "))?;
    writeln!(stdout(), "{}", memory.report.join("\n"))?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn interrupted_run_is_resumed_with_its_own_inputs() {
        for (ends_before, rest) in
            [("count", vec!["count", "report", "mail"]), ("report", vec!["report", "mail"]), ("mail", vec!["mail"])]
        {
            let mut memory = Memory::default();
            hand_over(&mut memory, "first", Some("Harbour"), Some(ends_before)).unwrap();
            let (end, executed) = hand_over(&mut memory, "second", None, None).unwrap();
            assert_eq!((end, executed), (RunEnd::Completed, rest.into_iter().map(str::to_owned).collect()));
            assert_eq!((memory.report, memory.mails), (vec!["first: 7 letters".to_owned()], 1));
        }
    }
}
