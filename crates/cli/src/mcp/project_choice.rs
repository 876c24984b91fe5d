//! Finds the project of calls that name none.
//!
//! The first that applies: the folder that the options name, the working directory if it belongs to a
//! project, the projects of the client's roots, the projects below these roots or the working
//! directory. Where several apply, the person chooses.

use std::path::{Path, PathBuf};

use handoff_agent::HandoffError;
use handoff_protocol::Search;
use rmcp::RoleServer;
use rmcp::service::Peer;
use serde_json::{Map, Value};
use tokio::sync::Mutex;

use crate::ground::progress::NoProgress;
use crate::mcp::roots;
use crate::project::{Place, is_project, search};

/// The depth in which projects are searched below a folder that is none.
const SEARCH_DEPTH: u64 = 2;
const QUESTION: &str = "There are several Handoff projects. Which one is this conversation about?";
const QUESTION_INIT: &str = "In which folder shall the Handoff project be created?";

/// The purpose for which a request needs the project.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// A call of a tool.
    Call,
    /// A call that creates a project.
    Init,
    /// Anything else: the client is not asked.
    Other,
}

/// Finds the project of calls that name none.
pub struct ProjectChoice {
    /// The folder that the options name, else the working directory.
    folder: PathBuf,
    is_named: bool,
    /// Why a folder that the options name is not a path.
    placeholder: Option<String>,
    /// The client's roots, once it was asked. Locked while it is asked.
    roots: Mutex<Option<Vec<PathBuf>>>,
    /// The folder that was found or chosen. Locked while the person is asked.
    chosen: Mutex<Option<PathBuf>>,
}

impl ProjectChoice {
    /// Starts with what the options say.
    pub fn new(folder: PathBuf, is_named: bool, placeholder: Option<String>) -> ProjectChoice {
        ProjectChoice { folder, is_named, placeholder, roots: Mutex::default(), chosen: Mutex::default() }
    }

    /// Returns the folder of the project, or an error that says how to name one. `placeholder`
    /// explains an argument of the call that is no path.
    pub async fn resolve(
        &self,
        peer: &Peer<RoleServer>,
        purpose: Purpose,
        placeholder: Option<String>,
    ) -> Result<PathBuf, HandoffError> {
        if self.is_named || is_project(&self.folder) {
            return Ok(self.folder.clone());
        }
        let roots = self.roots(peer).await;
        let mut chosen = if purpose == Purpose::Other {
            // The person may be choosing at this moment.
            let Ok(chosen) = self.chosen.try_lock() else { return Ok(self.folder.clone()) };
            chosen
        } else {
            self.chosen.lock().await
        };
        if let Some(folder) = chosen.clone().filter(|folder| purpose == Purpose::Init || is_project(folder)) {
            return Ok(folder);
        }
        let candidates = self.candidates(&roots, purpose);
        let folder = match candidates.as_slice() {
            [] => {
                let folder = if let [root] = roots.as_slice() { root } else { &self.folder };
                let reason = placeholder.or_else(|| self.placeholder.clone()).filter(|_| roots.is_empty());
                let reason = reason.filter(|_| purpose != Purpose::Other);
                return reason.map_or_else(|| Ok(folder.clone()), |reason| Err(HandoffError::Arguments(reason.into())));
            }
            [only] => only.clone(),
            _ if purpose == Purpose::Other => return Ok(self.folder.clone()),
            several => {
                let question = if purpose == Purpose::Init { QUESTION_INIT } else { QUESTION };
                let chosen = roots::choose(peer, question, several).await;
                chosen.ok_or_else(|| HandoffError::refused(list(several, purpose)))?
            }
        };
        *chosen = Some(folder.clone());
        Ok(folder)
    }

    /// Returns the client's roots. Asks for them once.
    async fn roots(&self, peer: &Peer<RoleServer>) -> Vec<PathBuf> {
        let mut roots = self.roots.lock().await;
        if roots.is_none() {
            *roots = Some(roots::list_roots(peer).await);
        }
        roots.clone().unwrap_or_default()
    }

    /// Forgets what the client's roots led to.
    pub async fn forget_roots(&self) {
        *self.roots.lock().await = None;
        *self.chosen.lock().await = None;
    }

    /// Returns the folders to choose from. For a new project these are the roots without one.
    fn candidates(&self, roots: &[PathBuf], purpose: Purpose) -> Vec<PathBuf> {
        if purpose == Purpose::Init {
            let free: Vec<PathBuf> = roots.iter().filter(|root| !is_project(root)).cloned().collect();
            return if free.is_empty() { roots.to_vec() } else { free };
        }
        let mut projects: Vec<PathBuf> = Vec::new();
        for place in roots.iter().map(|root| Place::find(root)).filter(|place| place.is_project) {
            // Several roots may belong to one project.
            if !projects.contains(&place.folder) {
                projects.push(place.folder);
            }
        }
        if !projects.is_empty() {
            return projects;
        }
        let places = if roots.is_empty() { std::slice::from_ref(&self.folder) } else { roots };
        projects_below(places)
    }
}

/// Returns the folder that the arguments of a call name. Null and the empty string name none.
pub fn named_folder(arguments: Option<&Map<String, Value>>) -> Result<Option<&str>, HandoffError> {
    match arguments.and_then(|arguments| arguments.get("project_dir")) {
        None | Some(Value::Null) => Ok(None),
        Some(Value::String(folder)) => Ok(Some(folder.as_str()).filter(|folder| !folder.is_empty())),
        Some(_) => {
            let sentence = "The argument project_dir must be a string: the folder of a project.";
            Err(HandoffError::Arguments(sentence.into()))
        }
    }
}

fn projects_below(places: &[PathBuf]) -> Vec<PathBuf> {
    let search = Search {
        folders: places.iter().map(|place| place.display().to_string()).collect(),
        depth: SEARCH_DEPTH,
        without: vec!["node_modules".to_owned(), "target".to_owned()],
        ..Search::default()
    };
    search::find(&search, Path::new(""), &mut NoProgress).0
}

/// Lists folders for an agent, with what to do.
fn list(folders: &[PathBuf], purpose: Purpose) -> String {
    let what = if purpose == Purpose::Init { "folders without a project" } else { "projects" };
    let head = format!(
        "There are {} {what} here, and none was chosen. Ask the person, and pass project_dir with each call:",
        folders.len()
    );
    folders.iter().fold(head, |text, folder| format!("{text}\n- {}", folder.display()))
}
