//! The commands and proofs of done criteria.
//!
//! Invariant: a task has exactly the criteria in its `done_criteria`, which every program reads and
//! writes. `handoff_criteria` adds a command and a proof to some of them, by their texts; an entry with
//! another text has no effect.

use handoff_format::{Task, timestamp};
use handoff_protocol::{Context, Criterion, CriterionDetail, CriterionDetailPatch, CriterionEdit, Proof};

/// The maximum length of the output of a command, in characters. The end of a longer one is kept.
const MAX_OUTPUT_CHARS: usize = 2000;
/// The maximum number of files of a proof.
const MAX_FILES: usize = 20;

/// Returns what is stored beside a criterion.
pub(crate) fn detail_of<'t>(task: &'t Task, item: &str) -> Option<&'t CriterionDetail> {
    task.criterion_details.iter().find(|detail| detail.item == item)
}

/// Returns the details of the criteria that a task has, in the order of the file.
pub(crate) fn all_details(task: &Task) -> impl Iterator<Item = &CriterionDetail> {
    let has = |detail: &&CriterionDetail| task.criteria.iter().any(|criterion| criterion.item == detail.item);
    task.criterion_details.iter().filter(has)
}

/// Follows a change of the criteria: a reworded criterion keeps its details, a removed one loses them. A new
/// criterion does not take over those of an older one with the same text.
pub(crate) fn follow(task: &mut Task, before: &[Criterion], edit: Option<&CriterionEdit>) {
    if let Some(CriterionEdit::Reword { item, to, .. }) = edit
        && !has_item(&task.criteria, item)
    {
        for detail in task.criterion_details.iter_mut().filter(|detail| detail.item == *item) {
            to.trim().clone_into(&mut detail.item);
        }
        task.criterion_details.retain(|detail| has_item(&task.criteria, &detail.item));
        return;
    }
    let criteria = &task.criteria;
    task.criterion_details.retain(|detail| has_item(criteria, &detail.item) && has_item(before, &detail.item));
}

fn has_item(criteria: &[Criterion], item: &str) -> bool {
    criteria.iter().any(|criterion| criterion.item == item)
}

/// Sets the command and the proof of a criterion. `patch` is checked. An entry without both is removed.
pub(crate) fn set(task: &mut Task, patch: &CriterionDetailPatch, context: &Context) {
    let details = &mut task.criterion_details;
    let index = details.iter().position(|detail| detail.item == patch.item).unwrap_or_else(|| {
        details.push(CriterionDetail { item: patch.item.clone(), ..CriterionDetail::default() });
        details.len() - 1
    });
    let Some(detail) = details.get_mut(index) else { return };
    if let Some(command) = &patch.command {
        detail.command.clone_from(command);
    }
    if let Some(proof) = &patch.proof {
        detail.proof = Some(stored(proof, context));
    }
    if detail.command.is_empty() && detail.proof.is_none() {
        details.remove(index);
    }
}

/// Returns a proof as it is stored: with its time and author, and within the limits.
fn stored(proof: &Proof, context: &Context) -> Proof {
    let files = proof.files.iter().take(MAX_FILES).cloned().collect();
    let output = proof.output.as_deref().map(end_of_output).filter(|output| !output.is_empty());
    Proof {
        output,
        at: timestamp(context.now),
        by: context.actor.name.clone(),
        files,
        target: proof.target.trim().to_owned(),
        ..proof.clone()
    }
}

/// Returns the end of an output, without control characters and the sequences that color a terminal.
fn end_of_output(output: &str) -> String {
    let mut clean = String::with_capacity(output.len());
    let mut characters = output.chars().peekable();
    while let Some(character) = characters.next() {
        match character {
            '\u{1b}' if characters.peek() == Some(&'[') => {
                characters.next();
                while characters.next().is_some_and(|next| !('@'..='~').contains(&next)) {}
            }
            '\n' | '\t' => clean.push(character),
            _ if character.is_control() => {}
            _ => clean.push(character),
        }
    }
    let clean = clean.trim();
    let surplus = clean.chars().count().saturating_sub(MAX_OUTPUT_CHARS);
    let start = clean.char_indices().nth(surplus).map_or(clean.len(), |(start, _)| start);
    clean.get(start..).unwrap_or_default().to_owned()
}

#[cfg(test)]
mod tests {
    use super::end_of_output;

    #[test]
    fn output_is_cut_at_its_start_and_has_no_control_characters() {
        let long = format!("first{}last", "潮".repeat(3000));
        for (output, expected) in [
            ("", String::new()),
            (" \r\n\u{1b}[1;32mok\u{1b}[0m\t1\r\n", "ok\t1".to_owned()),
            ("a\u{1b}]0;title\u{7}b\u{0}", "a]0;titleb".to_owned()),
            ("cut \u{1b}[", "cut".to_owned()),
            (long.as_str(), format!("{}last", "潮".repeat(1996))),
        ] {
            assert_eq!(end_of_output(output), expected, "{output}");
        }
    }
}
