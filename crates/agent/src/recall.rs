//! What is known about files, for an agent that is about to change them.

use handoff_engine::ProjectReader;
use handoff_engine::conversation::Conversation;
use handoff_engine::estimate_tokens;
use handoff_engine::register::{EntryKind, RegisterEntry};
use handoff_protocol::FileRequest;
use serde_json::Value;

use crate::InvalidArgument;
use crate::OperationRun;
use crate::Shell;
use crate::ToolContext;
use crate::context_pointers::{Places, requests_for_stored_pointers};
use crate::lines::one_line;
use crate::operation::Ended;

/// Maximum number of files of a call.
const MAX_FILES: usize = 10;
/// Maximum number of tokens for each file.
const BUDGET: usize = 120;
/// Maximum number of characters of a line.
const MAX_LINE: usize = 240;

/// Begins to tell what is known about a file, whose answer is `None` if nothing is.
pub fn begin_recall(file: String) -> OperationRun<Ended<Option<String>>> {
    Conversation::new(|mailbox| async {
        let shell = Shell::new(mailbox);
        let known = about_files(&shell, vec![file]).await.into_iter().next().flatten();
        Ended { result: Ok(known.into()), notes: shell.take_notes() }
    })
}

/// Returns what is known about some files: cautions, decisions, lessons, blockers, pointers and notes.
pub(crate) async fn recall(shell: &Shell, files: Vec<String>) -> Result<String, InvalidArgument> {
    if files.len() > MAX_FILES {
        return Err(InvalidArgument::new("files", format!("at most {MAX_FILES} paths")));
    }
    let known = about_files(shell, files.clone()).await;
    let nothing = |file: &str| format!("Nothing is known about {}.", one_line(file));
    let parts = files.iter().zip(known).map(|(file, known)| known.unwrap_or_else(|| nothing(file)));
    Ok(parts.collect::<Vec<String>>().join("\n"))
}

/// Returns what is known about each file, `None` if nothing is.
async fn about_files(shell: &Shell, files: Vec<String>) -> Vec<Option<String>> {
    let asked = files.clone();
    let requests = shell.read(move |ctx| pointer_files(ctx, &asked)).await;
    let places = Places::new(requests.clone(), shell.files(requests).await);
    let text =
        move |ctx: ToolContext<'_>| files.iter().map(|file| about_file(ctx.engine.reader(), file, &places)).collect();
    shell.read(text).await
}

/// Returns the files of the pointers to some files.
fn pointer_files(ctx: ToolContext<'_>, files: &[String]) -> Vec<FileRequest> {
    let register = ctx.engine.reader().register();
    let entries = files.iter().flat_map(|file| register.about_file(file));
    let pointers: Vec<&Value> =
        entries.filter(|entry| entry.kind == EntryKind::Pointer).map(|entry| &entry.value).collect();
    requests_for_stored_pointers(pointers.into_iter())
}

/// A line in full, and without what can be left out.
struct Line {
    full: String,
    short: String,
}

/// Returns what is known about a file, as far as it fits.
fn about_file(reader: ProjectReader<'_>, file: &str, places: &Places) -> Option<String> {
    let register = reader.register();
    let entries = register.about_file(file);
    let (first, last): (Vec<&RegisterEntry>, Vec<&RegisterEntry>) =
        entries.into_iter().partition(|entry| matches!(entry.kind, EntryKind::Caution | EntryKind::Decision));
    let lesson = |text: &str| Line { full: format!("lesson: {text}"), short: format!("lesson: {text}") };
    let lessons = reader.memories_of_file(file).into_iter().rev().map(|entry| lesson(&entry.memory.text));
    let line = |entry: &RegisterEntry| line(entry, places);
    let lines: Vec<Line> = first.into_iter().map(line).chain(lessons).chain(last.into_iter().map(line)).collect();
    (!lines.is_empty()).then(|| fill(format!("Known about {}:", one_line(file)), &lines))
}

/// Adds lines as long as there is room, in full where they fit, and counts the others.
fn fill(heading: String, lines: &[Line]) -> String {
    let mut text = heading;
    let mut omitted = 0;
    for (index, line) in lines.iter().enumerate() {
        // The last line says how many do not fit.
        let end = if index + 1 == lines.len() && omitted == 0 { String::new() } else { more(lines.len()) };
        let fits = |line: &str| {
            let with = format!("{text}\n- {}", cut(line));
            (estimate_tokens(&format!("{with}{end}")) <= BUDGET).then_some(with)
        };
        match fits(&line.full).or_else(|| fits(&line.short)) {
            Some(with) => text = with,
            None => omitted += 1,
        }
    }
    if omitted > 0 { text + &more(omitted) } else { text }
}

fn more(count: usize) -> String {
    format!("\n- and {count} more")
}

/// Returns a line of at most [`MAX_LINE`] characters.
fn cut(line: &str) -> String {
    let line = one_line(line);
    if line.chars().count() <= MAX_LINE {
        return line;
    }
    line.chars().take(MAX_LINE).chain(['…']).collect()
}

/// Describes an entry: "decision: Rows are lazy (unverified) — memory"; a pointer without its path.
fn line(entry: &RegisterEntry, places: &Places) -> Line {
    let reason = entry.text("reason").map(|reason| format!(" — {reason}")).unwrap_or_default();
    let confidence = entry.text("confidence").filter(|confidence| *confidence != "confirmed");
    let confidence = confidence.map(|confidence| format!(" ({confidence})")).unwrap_or_default();
    let short = match entry.kind {
        EntryKind::Pointer => {
            let state = places.describe(&entry.value).map(|state| format!(" [{state}]")).unwrap_or_default();
            return Line {
                full: format!("see {}{state}{reason}", entry.name),
                short: format!("see {}{state}", entry.name),
            };
        }
        kind => format!("{}: {}{confidence}", kind.nouns().0, entry.name),
    };
    Line { full: format!("{short}{reason}"), short }
}
