//! The sessions of a project with what they know together, which take longer to build than an answer.
//!
//! Invariant: they are kept for one revision of the session files, so that they are never older than
//! those.

use std::cell::RefCell;
use std::sync::{Arc, OnceLock};

use crate::Project;
use crate::knowledge::register::Register;
use crate::knowledge::sessions;
use crate::knowledge::sessions::SessionEntry;

/// All sessions, and their register.
#[derive(Debug)]
pub(crate) struct Knowledge {
    /// With the content of their bases, by file name.
    pub(crate) sessions: Arc<[SessionEntry]>,
    /// Built when it is needed first.
    register: OnceLock<Arc<Register>>,
}

impl Knowledge {
    /// Returns the register of all sessions.
    pub(crate) fn register(&self) -> &Arc<Register> {
        self.register.get_or_init(|| Arc::new(Register::of(&self.sessions)))
    }
}

/// The knowledge with the revision for which it was built.
#[derive(Debug, Default)]
pub(crate) struct KnowledgeCache(RefCell<Option<(u32, Arc<Knowledge>)>>);

impl KnowledgeCache {
    /// Returns what the project knows now.
    pub(crate) fn get(&self, project: &Project) -> Arc<Knowledge> {
        let revision = project.model.session_revision;
        if let Some((built, knowledge)) = &*self.0.borrow()
            && *built == revision
        {
            return Arc::clone(knowledge);
        }
        let sessions = sessions::resolve_all(project).into();
        let knowledge = Arc::new(Knowledge { sessions, register: OnceLock::new() });
        self.0.replace(Some((revision, Arc::clone(&knowledge))));
        knowledge
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use handoff_protocol::{Actor, ActorKind, Context, FileState};

    use crate::Engine;
    use crate::knowledge::register::EntryKind;

    const FIRST: &str = "sessions/20261101-090000-000000.active.json";
    const SECOND: &str = "sessions/20261102-090000-000000.closed.json";

    fn session(path: &str, base: &str, decision: &str) -> FileState {
        let text = format!(
            r#"{{"id":"{path}","decisions":[{{"decision":"{decision}"}}],
                "environment":{{"handoff_record":{{"base":"{base}"}}}}}}"#
        );
        FileState::File { path: path.to_owned(), bytes: text.into_bytes() }
    }

    /// Returns the decisions of each session, and those that stand.
    fn knowledge(engine: &Engine) -> (Vec<usize>, Vec<String>) {
        let reader = engine.reader();
        let counts = reader.sessions().iter().map(|session| session.list("decisions").len()).collect();
        (counts, reader.register().standing(EntryKind::Decision).map(|entry| entry.name.clone()).collect())
    }

    #[test]
    fn sessions_and_register_follow_every_change_of_a_session_file() {
        let gone = |path: &str| FileState::Gone { path: path.to_owned() };
        let with =
            |counts: &[usize], names: &[&str]| (counts.to_vec(), names.iter().map(|name| (*name).to_owned()).collect());
        let mut engine = Engine::new();
        assert_eq!(knowledge(&engine), with(&[], &[]));
        for (name, file, expected) in [
            ("added", session(FIRST, "", "Use Rust"), with(&[1], &["Use Rust"])),
            ("changed", session(FIRST, "", "Use Go"), with(&[1], &["Use Go"])),
            ("based on another", session(SECOND, FIRST, "Use JSON"), with(&[1, 2], &["Use Go", "Use JSON"])),
            ("a base that is changed", session(FIRST, "", "Use C"), with(&[1, 2], &["Use C", "Use JSON"])),
            ("a base that is removed", gone(FIRST), with(&[1], &["Use JSON"])),
            ("removed with its folder", gone("sessions"), with(&[], &[])),
            ("added again", session(FIRST, "", "Use C"), with(&[1], &["Use C"])),
            ("removed with the project", gone(""), with(&[], &[])),
        ] {
            engine.feed(vec![file], 0);
            assert_eq!(knowledge(&engine), expected, "{name}");
        }
        let context = Context {
            now: 0,
            time_zone: handoff_protocol::TimeZone::default(),
            actor: Actor { kind: ActorKind::Human, name: String::new(), version: None, conversation: None },
            writer: "w".to_owned(),
            seed: 0,
            pause: None,
            process: None,
        };
        engine.feed(vec![session(FIRST, "", "Use C"), session(SECOND, "", "Use JSON")], 0);
        assert_eq!(knowledge(&engine).1.len(), 2);
        engine.feed_places(&["sessions".to_owned()], vec![session(SECOND, "", "Use JSON")], &context);
        assert_eq!(knowledge(&engine), with(&[1], &["Use JSON"]));
    }

    #[test]
    fn sessions_are_kept_while_only_tasks_change() {
        let mut engine = Engine::new();
        engine.feed(vec![session(FIRST, "", "Use Rust")], 0);
        let before = engine.reader().sessions();
        let task = FileState::File {
            path: "tasks/t1-a/_task.todo.json".to_owned(),
            bytes: br#"{"id":"t1","title":"A"}"#.to_vec(),
        };
        engine.feed(vec![task], 0);
        assert!(Arc::ptr_eq(&before, &engine.reader().sessions()));
    }
}
