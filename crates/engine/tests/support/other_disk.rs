//! The disk of Windows or macOS, simulated around the in-memory shell.
//!
//! Both take names for one that differ only in case or, on macOS, in the composition of characters, and keep
//! them as they were written first. Windows also refuses names, long paths, and changes of files that another
//! program holds open. Neither reports changes, as a system without notifications.

use std::collections::BTreeMap;

use handoff_engine::tree::{join, within};
use handoff_protocol::{Action, Answer, Fault};
use unicode_normalization::UnicodeNormalization as _;

use crate::support::disk::Disk;

/// The maximum length of a whole path on Windows, in UTF-16 code units, without the terminating zero.
const MAX_PATH_UNITS: usize = 259;
/// Characters that no name has on Windows.
const REFUSED: [char; 9] = ['<', '>', ':', '"', '|', '?', '*', '\\', '/'];
const DEVICES: [&str; 6] = ["CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$"];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum System {
    Windows,
    MacOs,
}

pub const SYSTEMS: [System; 2] = [System::Windows, System::MacOs];

#[derive(Clone, Debug)]
pub struct OtherDisk {
    pub disk: Disk,
    system: System,
    /// The length of the path of `.handoff` with the separator behind it, in UTF-16 code units.
    pub root_units: usize,
    /// The number of changes that are still refused, by the path of a file that another program holds open.
    pub held: BTreeMap<String, u32>,
}

impl OtherDisk {
    pub fn new(disk: Disk, system: System) -> OtherDisk {
        OtherDisk { disk, system, root_units: r"C:\projects\harbour\.handoff\".len(), held: BTreeMap::new() }
    }

    pub fn perform(&mut self, action: &Action) -> Answer {
        let mut action = action.clone();
        for path in paths_of(&mut action) {
            if let Some(refusal) = self.refuse_name(path) {
                return refusal;
            }
        }
        if let Some(refusal) = self.refuse_change(&action) {
            return refusal;
        }
        let own = match &action {
            Action::Move { from, .. } => Some(self.stored(from)),
            _ => None,
        };
        let mut as_written = None;
        for path in paths_of(&mut action) {
            as_written = Some(std::mem::replace(path, self.stored(path)));
        }
        // A move onto another form of the own name changes the name.
        if let (Action::Move { from, to }, Some(as_written)) = (&mut action, as_written)
            && own.as_ref() == Some(to)
            && as_written != *from
        {
            let (folder, name) = as_written.rsplit_once('/').unwrap_or(("", &as_written));
            *to = join(&self.stored(folder), name);
        }
        self.disk.perform(&action)
    }

    /// Returns a path as it is stored; names that do not exist stay as they are.
    fn stored(&self, path: &str) -> String {
        path.split('/').filter(|part| !part.is_empty()).fold(String::new(), |folder, part| {
            let mut names = self.disk.tree.children(&folder).map(|(name, _)| name);
            let stored = names.find(|name| self.fold(name) == self.fold(part)).unwrap_or(part).to_owned();
            join(&folder, &stored)
        })
    }

    fn fold(&self, name: &str) -> String {
        let lower = |name: &str| name.chars().flat_map(char::to_lowercase).collect();
        match self.system {
            System::Windows => lower(name),
            System::MacOs => lower(&name.nfc().collect::<String>()),
        }
    }

    fn refuse_name(&self, path: &str) -> Option<Answer> {
        let failed = |reason: &str| Some(Answer::Failed { fault: Fault::Other, reason: reason.to_owned() });
        let is_refused = match self.system {
            System::Windows => path.split('/').any(is_refused_by_windows),
            System::MacOs => path.split('/').any(|part| part.len() > 255),
        };
        if is_refused {
            return failed("The filename, directory name, or volume label syntax is incorrect. (os error 123)");
        }
        let is_long = self.root_units + path.encode_utf16().count() > MAX_PATH_UNITS;
        if is_long && self.system == System::Windows {
            return failed("The filename or extension is too long. (os error 206)");
        }
        None
    }

    /// Refuses a change of a file that another program holds open, or of a folder with such a file.
    fn refuse_change(&mut self, action: &Action) -> Option<Answer> {
        let changed = match action {
            Action::Remove { path, .. } | Action::RemoveFolder { path } => vec![path],
            Action::Replace { from, to, .. } => vec![from, to],
            Action::Move { from, .. } => vec![from],
            _ => Vec::new(),
        };
        for (path, tries) in &mut self.held {
            if *tries > 0 && changed.iter().any(|changed| within(path, changed)) {
                *tries -= 1;
                let reason =
                    "The process cannot access the file because it is being used by another process. (os error 32)";
                return Some(Answer::Failed { fault: Fault::Transient, reason: reason.to_owned() });
            }
        }
        None
    }
}

fn paths_of(action: &mut Action) -> Vec<&mut String> {
    match action {
        Action::Create { path, .. }
        | Action::Read { path }
        | Action::ReadFrom { path, .. }
        | Action::Append { path, .. }
        | Action::List { path }
        | Action::Write { path, .. }
        | Action::Remove { path, .. }
        | Action::MakeFolder { path }
        | Action::RemoveFolder { path } => vec![path],
        Action::Replace { from, to, .. } | Action::Move { from, to } => vec![from, to],
        _ => Vec::new(),
    }
}

fn is_refused_by_windows(name: &str) -> bool {
    let stem = name.split('.').next().unwrap_or_default().trim_end().to_uppercase();
    let port = stem.strip_prefix("COM").or(stem.strip_prefix("LPT"));
    let is_port = port
        .is_some_and(|number| matches!(number, "¹" | "²" | "³") || number.len() == 1 && number.parse::<u8>().is_ok());
    DEVICES.contains(&stem.as_str())
        || is_port
        || name.ends_with(['.', ' '])
        || name.contains(|character: char| character.is_control() || REFUSED.contains(&character))
        || name.encode_utf16().count() > 255
}
