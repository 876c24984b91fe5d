//! A host of runs in memory that can be stopped at any question.

use std::collections::BTreeMap;

use handoff_agent::HandoffError;
use handoff_agent::handover::{Checkpoint, Inputs, RunEnd, RunQuestion, RunRequest, Step, StepOutcome, begin_run};
use handoff_engine::conversation::Turn;

/// The memory that survives the end of a process.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct World {
    /// The content of the checkpoint.
    pub checkpoint: Option<String>,
    /// What each step has written, by run and step: a step of a run writes once.
    pub written: BTreeMap<(String, String), String>,
    /// The steps in the order in which they were performed, repetitions included.
    pub performed: Vec<String>,
    /// Steps that fail.
    pub failing: Vec<String>,
    /// The sentence of a pause.
    pub pause: Option<String>,
    /// Whether the checkpoint cannot be saved.
    pub is_full: bool,
    pub time: i64,
}

/// When a process is stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kill {
    /// Never.
    Never,
    /// Before the question with this number is answered.
    Before(usize),
    /// After the effect of the question with this number, before its answer is used.
    After(usize),
}

pub fn inputs(note: &str) -> Inputs {
    let note = (!note.is_empty()).then(|| note.to_owned());
    Inputs { note, ..Inputs::default() }
}

pub fn steps(names: &[&str]) -> Vec<Step> {
    names.iter().map(|name| if *name == "publish" { Step::repeated(*name) } else { Step::new(*name) }).collect()
}

impl World {
    pub fn checkpoint(&self) -> Checkpoint {
        Checkpoint::parse(self.checkpoint.as_deref().map(str::as_bytes)).unwrap()
    }

    /// Performs a run until it ends or is killed. Returns the end and the executed steps.
    pub fn run(&mut self, id: &str, note: &str, names: &[&str], kill: Kill) -> Option<(RunEnd, Vec<String>)> {
        let request = RunRequest { run: id.to_owned(), inputs: inputs(note) };
        let mut run = begin_run(self.checkpoint(), steps(names), request);
        for number in 0.. {
            let question = match run.advance() {
                Turn::Done(result) => return Some((result.end, result.executed)),
                Turn::Ask(question) => question,
                Turn::Unanswered => panic!("a question without an answer"),
            };
            if kill == Kill::Before(number) {
                return None;
            }
            self.answer(question);
            if kill == Kill::After(number) {
                return None;
            }
            self.time += 1000;
        }
        None
    }

    fn answer(&mut self, question: RunQuestion) {
        match question {
            RunQuestion::Now(slot) => slot.fill(self.time),
            RunQuestion::Pause(slot) => slot.fill(self.pause.clone()),
            RunQuestion::Save { slot, .. } if self.is_full => {
                slot.fill(Err(HandoffError::System("No space is left.".into())));
            }
            RunQuestion::Save { checkpoint, slot, .. } => {
                self.checkpoint = Some(checkpoint.to_text());
                slot.fill(Ok(()));
            }
            RunQuestion::Perform { name, checkpoint, slot, .. } => slot.fill(self.perform(&checkpoint, &name)),
        }
    }

    fn perform(&mut self, checkpoint: &Checkpoint, name: &str) -> StepOutcome {
        self.performed.push(name.to_owned());
        if self.failing.iter().any(|failing| failing == name) {
            return StepOutcome::Failed("It\nbroke.".to_owned());
        }
        let key = (checkpoint.run.clone().unwrap_or_default(), name.to_owned());
        let note = checkpoint.inputs().note.unwrap_or_default();
        self.written.entry(key).or_insert(note);
        StepOutcome::Done(None)
    }

    /// Returns what each step has written, by note and step.
    pub fn effects(&self) -> Vec<(String, String)> {
        let mut effects: Vec<(String, String)> =
            self.written.iter().map(|((_, step), note)| (note.clone(), step.clone())).collect();
        effects.sort();
        effects
    }
}
