//! The project's configuration file.

use handoff_format::{Config, Container, Document, Finding, Value, read_config};
use handoff_protocol::view::LabelColor;
use handoff_protocol::{Layout, Status};

use crate::color::to_hex;
use crate::model::ownership::{ConfigOwner, config_owner};

/// The path of the configuration.
pub(crate) const CONFIG: &str = "config.toml";

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
        match Document::parse(Container::Toml, bytes) {
            Ok(document) => {
                let (values, mut findings) = read_config(&document);
                findings.extend(document.findings());
                ConfigFile { exists: true, owner: config_owner(&document), values, findings }
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

    fn custom(&self, key: &str) -> Option<&Value> {
        self.values.settings.custom_fields.get(key)
    }
}
