//! What a verb of the command line runs on a project, and how its answer is rendered for people.

use std::path::PathBuf;

use handoff_agent::{HandoffError, Operation};
use handoff_protocol::{Command, Text};
use schemars::JsonSchema;
use schemars::generate::SchemaSettings;
use serde::Serialize;
use serde_json::{Value, json};

use crate::ground::console::width;
use crate::options::CommonOptions;
use crate::output::{Page, Rendered};
use crate::project::Project;
use crate::run::{self, Performed};
use crate::verbs::undo;

/// One call of the command line.
pub struct Invocation {
    /// What is executed.
    pub action: CliAction,
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
    /// Performs the operation and renders its answer.
    pub perform: Perform,
}

/// What an invocation executes.
#[allow(clippy::large_enum_variant, reason = "there is one of it")]
pub enum CliAction {
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
}

/// Performs an operation on a project and renders its answer.
pub type Perform = Box<dyn FnOnce(&mut Project, &CommonOptions) -> Performed>;

/// Builds a command from the state of the project.
pub type PrepareCommand = Box<dyn FnOnce(&mut Project) -> Result<Command, HandoffError>>;

impl Invocation {
    fn new(action: CliAction) -> Invocation {
        Invocation { action, needs_project: true, output_file: None, note: None, single_task: None }
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
        Invocation::performing(O::OUTPUT, move |project, common| match prepare(project, common.dry_run) {
            Ok(params) => run::perform_operation::<O>(project, common, params, render),
            Err(error) => Performed::from(error),
        })
    }

    /// Performs an operation in a way of its own. `schema` is that of the answer's value.
    pub fn performing(
        schema: Option<fn() -> Value>,
        perform: impl FnOnce(&mut Project, &CommonOptions) -> Performed + 'static,
    ) -> Invocation {
        Invocation::new(CliAction::Perform { perform: Box::new(perform), schema })
    }

    /// Performs an operation that reads one task. The project may be loaded for that task alone.
    pub fn single_task<O: Operation, R: Into<Rendered> + 'static>(
        id: String,
        params: O::Params,
        render: fn(&O::Answer, Page<'_>) -> R,
    ) -> Invocation
    where
        O::Params: Clone,
    {
        let whole = Invocation::operation::<O, R>(params.clone(), render);
        let perform = move |project: &mut Project, common: &CommonOptions| {
            run::perform_operation::<O>(project, common, params, |answer, page| Some(render(answer, page).into()))
        };
        Invocation { single_task: Some(SingleTaskRead { id, perform: Box::new(perform) }), ..whole }
    }

    /// Executes a command that has no tool.
    pub fn execute(command: Command) -> Invocation {
        Invocation::new(CliAction::Execute(command))
    }

    /// Executes a command that has no tool and depends on the project.
    pub fn prepare(prepare: impl FnOnce(&mut Project) -> Result<Command, HandoffError> + 'static) -> Invocation {
        Invocation::new(CliAction::Prepare(Box::new(prepare)))
    }

    /// Undoes the last change, or what an actor did.
    pub fn undo(options: undo::Options) -> Invocation {
        Invocation::new(CliAction::Undo(options))
    }

    /// Reads a value of the project without an operation, and renders it for people. The texts that `read`
    /// returns beside it are warnings.
    pub fn view<T: Serialize + JsonSchema, R: Into<Rendered>>(
        read: impl FnOnce(&mut Project) -> Result<(T, Vec<Text>), HandoffError> + 'static,
        render: impl FnOnce(&T, Page<'_>) -> R + 'static,
    ) -> Invocation {
        Invocation::view_of(schema_of::<T>, read, render)
    }

    /// As [`Invocation::view`], with the JSON Schema of the value.
    pub fn view_of<T: Serialize, R: Into<Rendered>>(
        schema: fn() -> Value,
        read: impl FnOnce(&mut Project) -> Result<(T, Vec<Text>), HandoffError> + 'static,
        render: impl FnOnce(&T, Page<'_>) -> R + 'static,
    ) -> Invocation {
        Invocation::performing(Some(schema), move |project, _| match read(project) {
            Ok((value, warnings)) => {
                let rendered = render(&value, Page { width: width(), engine: project.engine() }).into();
                Performed::rendered(rendered, json!(value)).with_warnings(&warnings)
            }
            Err(error) => Performed::from(error),
        })
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

/// Returns the JSON Schema of a value that is printed.
fn schema_of<T: JsonSchema>() -> Value {
    let settings = SchemaSettings::draft2020_12().for_serialize().with(|settings| settings.inline_subschemas = true);
    settings.into_generator().into_root_schema_for::<T>().to_value()
}
