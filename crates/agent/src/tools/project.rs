//! The project as a whole.

use handoff_protocol::{Command, Layout};
use serde_json::{Value, json};

use crate::arguments::Arguments;
use crate::schema::{meaning, object, one_of, text};
use crate::tool::{Effect, Tool, ToolSet};
use crate::{Complaint, Desk, Reply, Step};

pub(super) const TOOLS: &[Tool] = &[Tool {
    name: "handoff_init",
    title: "Start a project",
    description: "Create .handoff/ in a project that has none.",
    set: ToolSet::Core,
    effect: Effect::Adds,
    input: init_input,
    output: Some(init_output),
    answer: init,
}];

const LAYOUTS: [&str; 2] = ["toml", "json"];

fn init_input() -> Value {
    let members = [
        ("project_name", text()),
        ("description", text()),
        ("layout", meaning(one_of(&LAYOUTS), "json: as handoff-mcp writes")),
        ("project_dir", text()),
    ];
    object(members, &["project_name"])
}

fn init_output() -> Value {
    object([("project_name", text()), ("layout", one_of(&LAYOUTS))], &["project_name", "layout"])
}

fn init(desk: Desk<'_>, arguments: &Arguments<'_>) -> Result<Step, Complaint> {
    let name = arguments.required_text("project_name")?.to_owned();
    let description = arguments.text("description")?.map(str::to_owned);
    let layout = arguments.word("layout", &LAYOUTS, |word| match word {
        "toml" => Some(Layout::Toml),
        "json" => Some(Layout::Json),
        _ => None,
    })?;
    let layout = layout.unwrap_or(desk.layout);
    let answer = format!("Initialized .handoff/ for {name}.");
    let written = if layout == Layout::Toml { "toml" } else { "json" };
    let value = json!({"project_name": name, "layout": written});
    let command = Command::InitProject { name, description, layout };
    Ok(Step::commit(command, move |_, _| Reply::told(answer, value)))
}
