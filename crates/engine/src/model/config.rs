//! The project's configuration file.

use handoff_format::{Config, Container, DataFile, Finding, Value, read_config};
use handoff_protocol::view::LabelColor;
use handoff_protocol::{Layout, Status};

use crate::ground::color::to_hex;

/// The path of the configuration.
pub(crate) const CONFIG: &str = "config.toml";

/// The top-level keys, one of which every project has.
const KEYS: [&str; 12] = [
    "project",
    "settings",
    "dashboard",
    "calendar",
    "assignees",
    "milestones",
    "labels",
    "gantt_view",
    "effort_budget",
    "started_at",
    "schedule_mode",
    "worktree",
];

/// Whose configuration a file is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum ConfigOwner {
    /// A project's: it names the project, or cannot be parsed.
    #[default]
    Project,
    /// Perhaps a project's: it has no keys, or a key of ours, which other programs may have as well.
    Unknown,
    /// Another program's.
    OtherProgram,
}

/// The configuration file with its findings. What cannot be read has its default value.
#[derive(Clone, Debug, Default)]
pub(crate) struct ConfigFile {
    exists: bool,
    owner: ConfigOwner,
    values: Config,
    findings: Vec<Finding>,
}

impl ConfigFile {
    pub(crate) fn read(bytes: &[u8]) -> ConfigFile {
        match DataFile::parse(Container::Toml, bytes) {
            Ok(data) => {
                let (values, mut findings) = read_config(&data);
                findings.extend(data.findings());
                ConfigFile { exists: true, owner: config_owner(&data), values, findings }
            }
            Err(finding) => ConfigFile { exists: true, findings: vec![finding], ..ConfigFile::default() },
        }
    }

    pub(crate) fn values(&self) -> &Config {
        &self.values
    }

    pub(crate) fn findings(&self) -> &[Finding] {
        &self.findings
    }

    /// Returns whether a task needs an estimate before work on it starts.
    pub(crate) fn require_estimate(&self) -> bool {
        self.values.settings.require_estimate_hours
    }

    /// Returns whether an agent needs a proof of each criterion to finish a task.
    pub(crate) fn done_needs_evidence(&self) -> bool {
        self.custom_flag("done_needs_evidence")
    }

    /// Returns whether only people finish tasks.
    pub(crate) fn done_needs_review(&self) -> bool {
        self.custom_flag("done_needs_review")
    }

    /// Returns whether agents propose changes of the plan instead of making them.
    pub(crate) fn plans_need_approval(&self) -> bool {
        self.custom_flag("plans_need_approval")
    }

    /// Returns the maximum number of tasks with a status, `None` without a limit.
    pub(crate) fn wip_limit(&self, status: Status) -> Option<u32> {
        let limit = self.custom("wip_limits")?.get(status.name())?.as_u64()?;
        u32::try_from(limit).ok().filter(|limit| *limit > 0)
    }

    /// Returns the colors of labels, without invalid ones.
    pub(crate) fn label_colors(&self) -> Vec<LabelColor> {
        let colors = self.custom("label_colors").and_then(Value::as_object).into_iter().flatten();
        let read = |(label, color): (&String, &Value)| LabelColor {
            label: label.clone(),
            color: color.as_str().map(to_hex).unwrap_or_default(),
        };
        colors.map(read).filter(|label| !label.color.is_empty()).collect()
    }

    /// Returns the layout that was written when the project was created, if any.
    pub(crate) fn layout_mark(&self) -> Option<Layout> {
        self.values.layout
    }

    /// Returns whose configuration the file is.
    pub(crate) fn owner(&self) -> ConfigOwner {
        self.owner
    }

    /// Returns whether there is a configuration file, readable or not.
    pub(crate) fn exists(&self) -> bool {
        self.exists
    }

    fn custom_flag(&self, key: &str) -> bool {
        self.custom(key).and_then(Value::as_bool).unwrap_or_default()
    }

    fn custom(&self, key: &str) -> Option<&Value> {
        self.values.settings.custom_fields.get(key)
    }
}

/// Returns whose configuration a file is.
fn config_owner(data: &DataFile) -> ConfigOwner {
    let root = data.root();
    let Some(keys) = root.as_object() else { return ConfigOwner::Project };
    let is_named = keys.get("project").and_then(|table| table.get("name")).is_some_and(Value::is_string);
    let is_possible = || keys.is_empty() || keys.keys().any(|key| KEYS.contains(&key.as_str()));
    match is_named {
        true => ConfigOwner::Project,
        false if is_possible() => ConfigOwner::Unknown,
        false => ConfigOwner::OtherProgram,
    }
}
