//! What a verb asks a project for, and how its answer is shown to people.

use handoff_agent::Reply;
use handoff_engine::Engine;
use handoff_protocol::Command;
use serde_json::{Map, Value};

use crate::project::Project;

/// Something that a project is asked for.
pub struct Job {
    /// What.
    pub deed: CliAction,
    /// How the answer's value is shown; without it people read the answer's text.
    pub show: Option<Show>,
    /// Whether it can be answered where there is no project.
    pub anywhere: bool,
    /// The call that reads one task and need not know of any other.
    pub alone: Option<SingleTaskRead>,
}

/// A call about one task alone.
pub struct SingleTaskRead {
    /// The task.
    pub id: String,
    /// The tool.
    pub tool: &'static str,
    /// Its arguments.
    pub arguments: Map<String, Value>,
}

/// What is done.
#[allow(clippy::large_enum_variant, reason = "there is one of it")]
pub enum CliAction {
    /// A tool is called.
    Call {
        /// Which.
        tool: &'static str,
        /// Makes its arguments, or says why there are none.
        prepare: Prepare,
        /// The argument by which a tool only shows what it would do, where its answer tells it better than the files.
        rehearsal: Option<&'static str>,
    },
    /// A command that no tool is for.
    Carry(Command),
    /// The last step is taken back.
    TakeBack,
    /// The project is read.
    Look {
        /// What is told of it.
        answer: Answer,
        /// JSON Schema of what is told.
        shape: fn() -> Value,
    },
}

/// Makes the arguments of a call.
pub type Prepare = Box<dyn FnOnce(&mut Project) -> Result<Map<String, Value>, Reply>>;

/// Tells something of a project.
pub type Answer = Box<dyn FnOnce(&mut Project) -> Reply>;

/// A value as people read it.
pub type Show = Box<dyn FnOnce(&Value, Page<'_>) -> String>;

/// Where something is shown.
#[derive(Clone, Copy)]
pub struct Page<'a> {
    /// The terminal's width; none for a pipe.
    pub width: Option<usize>,
    /// The project as it is now.
    pub engine: &'a Engine,
}

impl Job {
    fn new(deed: CliAction) -> Job {
        Job { deed, show: None, anywhere: false, alone: None }
    }

    /// A tool is called about one task, of which nothing else need be known.
    pub fn about_task(tool: &'static str, id: String) -> Job {
        let arguments: Map<String, Value> = std::iter::once(("task_id".to_owned(), Value::from(id.as_str()))).collect();
        let alone = SingleTaskRead { id, tool, arguments: arguments.clone() };
        Job { alone: Some(alone), ..Job::call(tool, Value::Object(arguments)) }
    }

    /// A tool is called. What is null was not given.
    pub fn call(tool: &'static str, arguments: Value) -> Job {
        let arguments = match arguments {
            Value::Object(members) => members.into_iter().filter(|(_, value)| !value.is_null()).collect(),
            _ => Map::new(),
        };
        Job::prepared(tool, move |_| Ok(arguments))
    }

    /// A tool is called with what only the project can tell.
    pub fn prepared(
        tool: &'static str,
        prepare: impl FnOnce(&mut Project) -> Result<Map<String, Value>, Reply> + 'static,
    ) -> Job {
        Job::new(CliAction::Call { tool, prepare: Box::new(prepare), rehearsal: None })
    }

    /// A command that no tool is for is carried out.
    pub fn carry(command: Command) -> Job {
        Job::new(CliAction::Carry(command))
    }

    /// The last step is taken back.
    pub fn take_back() -> Job {
        Job::new(CliAction::TakeBack)
    }

    /// The project is read.
    pub fn look(shape: fn() -> Value, answer: impl FnOnce(&mut Project) -> Reply + 'static) -> Job {
        Job::new(CliAction::Look { answer: Box::new(answer), shape })
    }

    /// The same, shown to people in a form of its own.
    pub fn shown(self, show: impl FnOnce(&Value, Page<'_>) -> String + 'static) -> Job {
        Job { show: Some(Box::new(show)), ..self }
    }

    /// The same, where there need not be a project.
    pub fn anywhere(self) -> Job {
        Job { anywhere: true, ..self }
    }

    /// The same, whose tool rehearses by itself.
    pub fn rehearsed_by(mut self, argument: &'static str) -> Job {
        if let CliAction::Call { rehearsal, .. } = &mut self.deed {
            *rehearsal = Some(argument);
        }
        self
    }
}
