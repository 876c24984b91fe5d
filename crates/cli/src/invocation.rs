//! What a verb of the command line runs on a project, and how its answer is rendered for people.

use std::path::PathBuf;

use handoff_agent::{HandoffError, Operation, Reply};
use handoff_engine::Engine;
use handoff_protocol::Command;
use serde::Serialize;
use serde_json::{Map, Value, json};

use crate::history::undo;
use crate::options::CommonOptions;
use crate::output::console::width;
use crate::output::styled::{Rendered, Styled};
use crate::project::Project;
use crate::run::{self, Performed};

/// One call of the command line.
pub struct Invocation {
    /// What is executed.
    pub action: CliAction,
    /// Renders the value of the answer for people; `None` shows the answer's text.
    pub render: Option<Render>,
    /// False if it works in a folder without a project.
    pub needs_project: bool,
    /// The file to which the rendered text is written; `None` prints it.
    pub output_file: Option<PathBuf>,
    /// A note about how an argument was understood, for the reply.
    pub note: Option<String>,
    /// The same call for an engine that has loaded one task only.
    pub single_task: Option<SingleTaskRead>,
}

/// A call that reads one task and no other.
pub struct SingleTaskRead {
    /// The ID of the task.
    pub id: String,
    /// The name of the tool.
    pub tool: &'static str,
    /// Its arguments.
    pub arguments: Map<String, Value>,
}

/// What an invocation executes.
#[allow(clippy::large_enum_variant, reason = "there is one of it")]
pub enum CliAction {
    /// Calls a tool.
    Call {
        /// The name of the tool.
        tool: &'static str,
        /// Builds the arguments, or returns the reply that refuses.
        prepare: Prepare,
        /// The argument that makes the tool plan without writing, for tools whose own answer
        /// describes a dry run better than the list of files.
        dry_run_argument: Option<&'static str>,
    },
    /// Performs an operation.
    Perform {
        /// Performs it and renders its answer.
        perform: Perform,
        /// JSON Schema of the answer's value; `None` if it has only a text.
        schema: Option<fn() -> Value>,
    },
    /// Executes a command that has no tool.
    Execute(Command),
    /// Executes a command that has no tool and depends on the project.
    Prepare(PrepareCommand),
    /// Undoes the last change, or what an actor did.
    Undo(undo::Options),
    /// Reads the project without a tool.
    Read {
        /// Makes the reply.
        answer: Answer,
        /// JSON Schema of the reply's value.
        schema: fn() -> Value,
    },
}

/// Performs an operation on a project and renders its answer.
pub type Perform = Box<dyn FnOnce(&mut Project, &CommonOptions) -> Performed>;

/// Builds the arguments of a call from the state of the project.
pub type Prepare = Box<dyn FnOnce(&mut Project) -> Result<Map<String, Value>, Reply>>;

/// Builds a command from the state of the project.
pub type PrepareCommand = Box<dyn FnOnce(&mut Project) -> Result<Command, Reply>>;

/// Makes a reply from a project.
pub type Answer = Box<dyn FnOnce(&mut Project) -> Reply>;

/// Renders a value for people, or for another program.
pub type Render = Box<dyn FnOnce(&Value, Page<'_>) -> Rendered>;

/// What a renderer needs beside the value.
#[derive(Clone, Copy)]
pub struct Page<'a> {
    /// The width of the terminal, or `None` for a pipe.
    pub width: Option<usize>,
    /// The project after the call.
    pub engine: &'a Engine,
}

impl Invocation {
    fn new(action: CliAction) -> Invocation {
        Invocation { action, render: None, needs_project: true, output_file: None, note: None, single_task: None }
    }

    /// Performs an operation, and renders its answer for people.
    pub fn operation<O: Operation, R: Into<Rendered>>(
        params: O::Params,
        render: impl FnOnce(&O::Answer, Page<'_>) -> R + 'static,
    ) -> Invocation {
        Invocation::prepare_operation::<O, R>(|_, _| Ok(params), render)
    }

    /// As [`Invocation::operation`], with parameters that depend on the project, or on whether this is a
    /// dry run.
    pub fn prepare_operation<O: Operation, R: Into<Rendered>>(
        prepare: impl FnOnce(&mut Project, bool) -> Result<O::Params, HandoffError> + 'static,
        render: impl FnOnce(&O::Answer, Page<'_>) -> R + 'static,
    ) -> Invocation {
        let render = |answer: &O::Answer, page: Page<'_>| Some(render(answer, page).into());
        Invocation::perform::<O>(prepare, render)
    }

    /// Performs an operation whose own text says what people want to know.
    pub fn plain<O: Operation>(params: O::Params) -> Invocation {
        Invocation::prepare_plain::<O>(|_, _| Ok(params))
    }

    /// As [`Invocation::plain`], with parameters that depend on the project, or on whether this is a dry
    /// run.
    pub fn prepare_plain<O: Operation>(
        prepare: impl FnOnce(&mut Project, bool) -> Result<O::Params, HandoffError> + 'static,
    ) -> Invocation {
        Invocation::perform::<O>(prepare, |_, _| None)
    }

    fn perform<O: Operation>(
        prepare: impl FnOnce(&mut Project, bool) -> Result<O::Params, HandoffError> + 'static,
        render: impl FnOnce(&O::Answer, Page<'_>) -> Option<Rendered> + 'static,
    ) -> Invocation {
        let perform = move |project: &mut Project, common: &CommonOptions| match prepare(project, common.dry_run) {
            Ok(params) => run::perform_operation::<O>(project, common, params, render),
            Err(error) => Performed::from(Reply::from(error)),
        };
        Invocation::new(CliAction::Perform { perform: Box::new(perform), schema: O::OUTPUT })
    }

    /// Calls a tool that reads one task. The project may be loaded for that task alone.
    pub fn single_task(tool: &'static str, id: String) -> Invocation {
        let arguments: Map<String, Value> = std::iter::once(("task_id".to_owned(), Value::from(id.as_str()))).collect();
        let single_task = SingleTaskRead { id, tool, arguments: arguments.clone() };
        Invocation { single_task: Some(single_task), ..Invocation::call(tool, Value::Object(arguments)) }
    }

    /// Calls a tool. Arguments that are null are left out.
    pub fn call(tool: &'static str, arguments: Value) -> Invocation {
        let arguments = match arguments {
            Value::Object(members) => members.into_iter().filter(|(_, value)| !value.is_null()).collect(),
            _ => Map::new(),
        };
        Invocation::prepare_call(tool, move |_| Ok(arguments))
    }

    /// Calls a tool whose arguments depend on the project.
    pub fn prepare_call(
        tool: &'static str,
        prepare: impl FnOnce(&mut Project) -> Result<Map<String, Value>, Reply> + 'static,
    ) -> Invocation {
        Invocation::new(CliAction::Call { tool, prepare: Box::new(prepare), dry_run_argument: None })
    }

    /// Executes a command that has no tool.
    pub fn execute(command: Command) -> Invocation {
        Invocation::new(CliAction::Execute(command))
    }

    /// Executes a command that has no tool and depends on the project.
    pub fn prepare(prepare: impl FnOnce(&mut Project) -> Result<Command, Reply> + 'static) -> Invocation {
        Invocation::new(CliAction::Prepare(Box::new(prepare)))
    }

    /// Undoes the last change, or what an actor did.
    pub fn undo(options: undo::Options) -> Invocation {
        Invocation::new(CliAction::Undo(options))
    }

    /// Reads the project without a tool.
    pub fn read(schema: fn() -> Value, answer: impl FnOnce(&mut Project) -> Reply + 'static) -> Invocation {
        Invocation::new(CliAction::Read { answer: Box::new(answer), schema })
    }

    /// Reads a value of the project without an operation, and renders it for people. `schema` is the JSON
    /// Schema of the value.
    pub fn read_value<T: Serialize, R: Into<Styled>>(
        schema: fn() -> Value,
        read: impl FnOnce(&mut Project) -> Result<T, HandoffError> + 'static,
        render: impl FnOnce(&T, Page<'_>) -> R + 'static,
    ) -> Invocation {
        let perform = move |project: &mut Project, _: &CommonOptions| match read(project) {
            Ok(value) => {
                let text = render(&value, Page { width: width(), engine: project.engine() }).into();
                Performed::with_text(text, json!(value))
            }
            Err(error) => Performed::from(Reply::from(error)),
        };
        Invocation::new(CliAction::Perform { perform: Box::new(perform), schema: Some(schema) })
    }

    /// Sets how people see the answer.
    pub fn render_with<R: Into<Rendered>>(self, render: impl FnOnce(&Value, Page<'_>) -> R + 'static) -> Invocation {
        Invocation { render: Some(Box::new(|value, page| render(value, page).into())), ..self }
    }

    /// Sets the file to which the rendered text is written; `-` prints it.
    pub fn write_to(self, file: Option<PathBuf>) -> Invocation {
        Invocation { output_file: file.filter(|file| file.as_os_str() != "-"), ..self }
    }

    /// Sets a note about how an argument was understood.
    pub fn with_note(self, note: Option<String>) -> Invocation {
        Invocation { note, ..self }
    }

    /// Allows the call in a folder without a project.
    pub fn without_project(self) -> Invocation {
        Invocation { needs_project: false, ..self }
    }
}
