//! Actions, answers and file states in short form.

use handoff_protocol::{Action, Answer, Fault, FileState};

pub fn create(path: &str, text: &str) -> Action {
    Action::Create { path: path.to_owned(), bytes: text.into() }
}
pub fn write(path: &str, text: &str) -> Action {
    Action::Write { path: path.to_owned(), bytes: text.into(), flush: true }
}
pub fn read(path: &str) -> Action {
    Action::Read { path: path.to_owned() }
}
pub fn read_from(path: &str, offset: u64) -> Action {
    Action::ReadFrom { path: path.to_owned(), offset }
}
pub fn append(path: &str, size: u64, text: &str) -> Action {
    Action::Append { path: path.to_owned(), size, bytes: text.into(), flush: true }
}
pub fn list(path: &str) -> Action {
    Action::List { path: path.to_owned() }
}
pub fn replace(from: &str, to: &str, expected: Option<&str>) -> Action {
    Action::Replace { from: from.to_owned(), to: to.to_owned(), expected: expected.map(Into::into), flush: true }
}
pub fn rename(from: &str, to: &str) -> Action {
    Action::Move { from: from.to_owned(), to: to.to_owned() }
}
pub fn remove(path: &str) -> Action {
    Action::Remove { path: path.to_owned(), flush: true }
}
pub fn make(path: &str) -> Action {
    Action::MakeFolder { path: path.to_owned() }
}
pub fn remove_folder(path: &str) -> Action {
    Action::RemoveFolder { path: path.to_owned() }
}

pub fn bytes(text: &str) -> Answer {
    Answer::Bytes { bytes: text.into() }
}
pub fn part(size: u64, text: &str) -> Answer {
    Answer::Part { size, bytes: text.into() }
}
pub fn names(names: &[&str]) -> Answer {
    Answer::Names { names: names.iter().map(|name| (*name).to_owned()).collect() }
}
pub fn denied() -> Answer {
    Answer::Failed { fault: Fault::Denied, reason: String::new() }
}

pub fn not_a_file() -> Answer {
    Answer::Failed { fault: Fault::NotAFile, reason: String::new() }
}

pub fn file(path: &str, text: &str) -> FileState {
    FileState::File { path: path.to_owned(), bytes: text.into() }
}
pub fn folder(path: &str) -> FileState {
    FileState::Folder { path: path.to_owned() }
}
pub fn pipe(path: &str) -> FileState {
    FileState::Unreadable { path: path.to_owned(), reason: "it is not a regular file".to_owned(), is_folder: false }
}
pub fn link(path: &str) -> FileState {
    FileState::Link { path: path.to_owned() }
}
