//! One call of the command line on a project: what it performs, and how its reply is printed.

use std::mem::ManuallyDrop;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use handoff_agent::{FailureKind, HandoffError, Operation, Reply, no_project, with_unread_note};
use handoff_protocol::{Command, Text};
use schemars::JsonSchema;
use schemars::generate::SchemaSettings;
use serde::Serialize;
use serde_json::{Value, json};

use crate::ground::console::{self, fail, print, print_data, print_json, width};
use crate::ground::disk::links;
use crate::ground::exit_codes::exit_code;
use crate::ground::identity;
use crate::project::{Part, Project};
use crate::verbs::arguments::CommonOptions;
use crate::verbs::output::{self, Page, Rendered};
use crate::verbs::performed::{Performed, command_schema, perform_command, perform_operation};
use crate::verbs::setup::layout_beside;

/// One call of the command line.
pub struct Invocation {
    /// Performs it and renders its answer.
    perform: Perform,
    /// JSON Schema of the answer's value; `None` if it has only a text.
    pub schema: Option<fn() -> Value>,
    /// False if it works in a folder without a project, and may create one.
    needs_project: bool,
    /// The file to which the rendered text is written; `None` prints it.
    output_file: Option<PathBuf>,
    /// A note about how an argument was understood, for the reply.
    note: Option<String>,
    /// The same call for an engine that has loaded one task only.
    single_task: Option<SingleTaskRead>,
}

/// A call that reads one task and no other.
struct SingleTaskRead {
    /// The ID of the task.
    id: String,
    perform: Perform,
}

/// Performs a call on a project.
type Perform = Box<dyn FnOnce(&mut Project, &CommonOptions) -> Performed>;

impl Invocation {
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
            Ok(params) => perform_operation::<O>(project, common, params, render),
            Err(error) => Performed::from(error),
        })
    }

    /// Performs an operation in a way of its own. `schema` is that of the answer's value.
    pub fn performing(
        schema: Option<fn() -> Value>,
        perform: impl FnOnce(&mut Project, &CommonOptions) -> Performed + 'static,
    ) -> Invocation {
        Invocation {
            perform: Box::new(perform),
            schema,
            needs_project: true,
            output_file: None,
            note: None,
            single_task: None,
        }
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
            perform_operation::<O>(project, common, params, |answer, page| Some(render(answer, page).into()))
        };
        Invocation { single_task: Some(SingleTaskRead { id, perform: Box::new(perform) }), ..whole }
    }

    /// Executes a command that has no tool.
    pub fn execute(command: Command) -> Invocation {
        Invocation::prepare(|_| Ok(command))
    }

    /// Executes a command that has no tool and depends on the project.
    pub fn prepare(prepare: impl FnOnce(&mut Project) -> Result<Command, HandoffError> + 'static) -> Invocation {
        Invocation::performing(Some(command_schema), |project, common| match prepare(project) {
            Ok(command) => perform_command(project, common, &command),
            Err(error) => Performed::from(error),
        })
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

    /// Performs the call and prints its reply.
    pub fn run(self, common: &CommonOptions) -> ExitCode {
        self.try_run(common).unwrap_or_else(|error| output::fail_with(error, exit_code))
    }

    fn try_run(mut self, common: &CommonOptions) -> Result<ExitCode, HandoffError> {
        if self.needs_project {
            common.check_folder()?;
        }
        if let Some((mut project, performed)) = self.single_task.take().and_then(|read| read.perform(common)) {
            let reply = with_unread_note(project.engine().reader(), performed.reply);
            return Ok(print_reply(common, &project, (performed.rendered, None), &reply));
        }
        let mut project = common.open_project();
        if !self.needs_project {
            project.set_layout(common.layout().unwrap_or_else(|| layout_beside(&common.folder())));
        }
        check_home(&project)?;
        if self.needs_project && !project.engine().reader().is_initialized() {
            return Err(no_project(project.engine().reader()));
        }
        let performed = (self.perform)(&mut project, common);
        let performed = self.note.iter().fold(performed, |performed, note| performed.with_note(note));
        if !performed.is_dry_run {
            project.renew_claims();
        }
        // Not dropped, for the same reason as the project: it can be as large.
        let reply = ManuallyDrop::new(with_unread_note(project.engine().reader(), performed.reply));
        let printed = print_reply(common, &project, (performed.rendered, self.output_file), &reply);
        Ok(if performed.fails { ExitCode::from(exit_code(FailureKind::Refused)) } else { printed })
    }
}

impl SingleTaskRead {
    /// Reads the task without the rest of the project. Returns `None` if that finds no answer.
    fn perform(self, common: &CommonOptions) -> Option<(Project, Performed)> {
        let mut project = Project::open_part(&common.folder(), identity::command_actor(), Part::Task(&self.id));
        project.recognize_person();
        let performed = (self.perform)(&mut project, common);
        (!performed.has_failed()).then_some((project, performed))
    }
}

/// Fails if nothing can be read or written at the place of the `.handoff` folder.
fn check_home(project: &Project) -> Result<(), HandoffError> {
    if let Some(sentence) = project.refusal() {
        return Err(HandoffError::Broken(sentence.into()));
    }
    let home = project.home();
    if home.symlink_metadata().is_ok_and(|data| !data.is_dir()) {
        let sentence = format!("{} is not a folder. Move it elsewhere.", home.display());
        return Err(HandoffError::Broken(sentence.into()));
    }
    Ok(())
}

/// Returns the JSON Schema of a value that is printed.
fn schema_of<T: JsonSchema>() -> Value {
    let settings = SchemaSettings::draft2020_12().for_serialize().with(|settings| settings.inline_subschemas = true);
    settings.into_generator().into_root_schema_for::<T>().to_value()
}

/// Prints a reply, or its failure. A note follows the text, or goes to standard error if the text is
/// for programs.
fn print_reply(
    common: &CommonOptions,
    project: &Project,
    (rendered, output_file): (Option<Rendered>, Option<PathBuf>),
    reply: &Reply,
) -> ExitCode {
    if let Some(kind) = reply.failed {
        let text = output::cli_wording::render(&reply.text);
        let sentence = match (kind, text.split_once('\n')) {
            (FailureKind::Incomplete, Some((sentence, _))) => sentence,
            _ => &text,
        };
        return fail(sentence, exit_code(kind));
    }
    match (common.json, &reply.structured, rendered) {
        (true, Some(value), _) => print_json(value),
        (true, None, _) => print_json(&json!({"text": reply.text})),
        (false, Some(value), Some(rendered)) => {
            // A remark on something that was done all the same.
            let note = value.get("note").and_then(Value::as_str);
            match (rendered, output_file) {
                (Rendered::Text(text), Some(file)) => write_file(project.folder(), &file, &text.to_string()),
                (Rendered::Text(text), None) => {
                    print(note.into_iter().fold(text, |text, note| text.then(format!("{note}\n"))))
                }
                (Rendered::Data(data), file) => {
                    note.into_iter().for_each(console::warn);
                    let write = |file: PathBuf| write_file(project.folder(), &file, &data);
                    file.map_or_else(|| print_data(data.as_bytes()), write)
                }
            }
        }
        _ => print(format!("{}\n", output::cli_wording::render(&reply.text))),
    }
}

/// Writes a text to a file and prints its path.
fn write_file(project: &Path, file: &Path, text: &str) -> ExitCode {
    if let Some(sentence) = links::explain_outside(project, file) {
        return fail(&format!("{sentence}."), exit_code(FailureKind::Refused));
    }
    match std::fs::write(file, text) {
        Ok(()) => print(format!("Written to {}.\n", file.display())),
        Err(error) => fail(
            &format!("{} cannot be written: {error}. Name another file.", file.display()),
            exit_code(FailureKind::System),
        ),
    }
}
