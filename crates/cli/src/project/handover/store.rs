//! The file of the checkpoint.
//!
//! Invariant: the file is replaced by one rename of a flushed temporary file, and a file that could
//! not be parsed is never replaced.

use std::fs::{self, OpenOptions};
use std::io::{self, ErrorKind, Write as _};
use std::path::{Path, PathBuf};

use handoff_agent::HandoffError;
use handoff_agent::handover::{CHECKPOINT_PATH, Checkpoint, OTHER_CHECKPOINT_PATH, RunStatus};

use crate::ground::disk::{durable, file, links};
use crate::ground::git;

/// Where the checkpoint of a project is.
#[derive(Debug)]
pub struct Store {
    path: PathBuf,
    /// The folder of the checkpoint of another program, which is read as long as there is none at
    /// `path`.
    other_folder: Option<PathBuf>,
    /// Whether a person has named the file.
    is_named: bool,
}

impl Store {
    /// Returns the store of a file that a person has named.
    pub fn named(path: PathBuf) -> Store {
        Store { path, other_folder: None, is_named: true }
    }

    /// Returns the store of a project, or of the file that its declaration names.
    pub fn of_project(home: &Path, folder: &Path, declared: Option<PathBuf>) -> Result<Store, HandoffError> {
        if let Some(path) = declared {
            return Ok(Store { path, other_folder: None, is_named: false });
        }
        let mut place = home.to_path_buf();
        for part in Path::new(CHECKPOINT_PATH).parent().into_iter().flat_map(Path::components) {
            place.push(part);
            if place.symlink_metadata().is_ok_and(|data| !data.is_dir()) {
                return Err(HandoffError::Broken(
                    format!("{} is not a folder. Move it elsewhere.", place.display()).into(),
                ));
            }
        }
        Ok(Store { path: home.join(CHECKPOINT_PATH), other_folder: Some(folder.to_path_buf()), is_named: false })
    }

    /// Reads the checkpoint; one that does not exist is empty.
    pub fn load(&self) -> Result<Checkpoint, HandoffError> {
        if let Some(content) = read(&self.path)? {
            let checkpoint = parse(&self.path, &content)?;
            return if self.is_named { Ok(checkpoint) } else { refuse_tracked(&self.path, checkpoint) };
        }
        let Some(folder) = &self.other_folder else { return Ok(Checkpoint::default()) };
        let other = folder.join(OTHER_CHECKPOINT_PATH);
        if let Some(sentence) = links::explain_outside(folder, &other) {
            return Err(HandoffError::Broken(format!("{sentence}.").into()));
        }
        match read(&other)? {
            Some(content) => refuse_tracked(&other, parse(&other, &content)?),
            None => Ok(Checkpoint::default()),
        }
    }

    /// Replaces the content of the file.
    pub fn save(&self, text: &str) -> Result<(), HandoffError> {
        self.write(text.as_bytes()).map_err(|error| {
            let path = self.path.display();
            HandoffError::System(
                format!("The checkpoint {path} cannot be written: {error}. Check its folder and the disk.").into(),
            )
        })
    }

    /// Restores a previous checkpoint; an empty one removes the file.
    pub fn restore(&self, checkpoint: &Checkpoint) -> Result<(), HandoffError> {
        if *checkpoint != Checkpoint::default() {
            return self.save(&checkpoint.to_text());
        }
        match fs::remove_file(&self.path) {
            Err(error) if error.kind() != ErrorKind::NotFound => Err(HandoffError::System(
                format!("The checkpoint {} cannot be removed: {error}.", self.path.display()).into(),
            )),
            _ => Ok(()),
        }
    }

    fn write(&self, bytes: &[u8]) -> io::Result<()> {
        let folder = self.path.parent().filter(|folder| !folder.as_os_str().is_empty());
        if let Some(folder) = folder {
            durable::create_folders(folder)?;
        }
        // The name that agent-handover uses as well. An interrupted write leaves it behind.
        let temporary = self.path.with_extension("tmp");
        match fs::remove_file(&temporary) {
            Err(error) if error.kind() != ErrorKind::NotFound => return Err(error),
            _ => {}
        }
        let mut options = OpenOptions::new();
        options.write(true).create_new(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        let mut file = file::open(&temporary, &mut options)?;
        #[cfg(target_os = "wasi")]
        crate::ground::node::restrict(&temporary, 0o600)?;
        let written = file.write_all(bytes).and_then(|()| file.sync_all()).and_then(|()| {
            drop(file);
            durable::replace(&temporary, &self.path, true)
        });
        if written.is_err() {
            // A temporary file that stays is replaced by the next write.
            let _ = fs::remove_file(&temporary);
        }
        written
    }
}

fn read(path: &Path) -> Result<Option<Vec<u8>>, HandoffError> {
    match file::read(path) {
        Ok(content) => Ok(Some(content)),
        Err(error) if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) => Ok(None),
        Err(error) => {
            Err(HandoffError::Broken(format!("The checkpoint {} cannot be read: {error}.", path.display()).into()))
        }
    }
}

fn parse(path: &Path, content: &[u8]) -> Result<Checkpoint, HandoffError> {
    Checkpoint::parse(Some(content)).map_err(|error| {
        let sentence =
            format!("{} was left as it is, because {error}. Move it away to begin a new handover.", path.display());
        HandoffError::Broken(sentence.into())
    })
}

/// Fails if a handover is half done in a file that Git tracks, because the file may come from somebody
/// else.
fn refuse_tracked(path: &Path, checkpoint: Checkpoint) -> Result<Checkpoint, HandoffError> {
    if checkpoint.status == RunStatus::InProgress && is_tracked(path) {
        let sentence = format!(
            "{} is tracked by Git, so it may come from somebody else, and the handover in it is not resumed. Remove the file, or name it with --checkpoint if you trust it.",
            path.display()
        );
        return Err(HandoffError::Broken(sentence.into()));
    }
    Ok(checkpoint)
}

/// Returns whether Git tracks a file, also by a name with other upper and lower case letters.
fn is_tracked(path: &Path) -> bool {
    let real = links::real_path(path).unwrap_or_else(|_| path.to_path_buf());
    let Some((folder, name)) = real.parent().zip(real.file_name()) else { return false };
    let name = name.to_string_lossy();
    let any_case = |letter: char| match letter {
        'a'..='z' | 'A'..='Z' => format!("[{}{}]", letter.to_ascii_lowercase(), letter.to_ascii_uppercase()),
        '0'..='9' => letter.to_string(),
        _ => "*".to_owned(),
    };
    let pattern = format!("/{}", name.chars().map(any_case).collect::<String>());
    let tracked = git::list_tracked(folder, &[pattern.as_str()]);
    tracked.iter().any(|tracked| tracked.eq_ignore_ascii_case(&name))
}
