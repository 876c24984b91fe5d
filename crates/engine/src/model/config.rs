//! The project's configuration, as far as it can be read.

use handoff_format::{Config, Container, Document, Finding, Value, read_config};
use handoff_protocol::{Layout, Status};

/// Where the configuration stands.
pub(crate) const CONFIG: &str = "config.toml";

#[derive(Clone, Debug, Default)]
pub(crate) struct ConfigFile {
    values: Config,
    findings: Vec<Finding>,
}

impl ConfigFile {
    pub(crate) fn read(bytes: &[u8]) -> ConfigFile {
        match Document::parse(Container::Toml, bytes) {
            Ok(document) => {
                let (values, mut findings) = read_config(&document);
                findings.extend(document.findings());
                ConfigFile { values, findings }
            }
            Err(finding) => ConfigFile { findings: vec![finding], ..ConfigFile::default() },
        }
    }

    pub(crate) fn values(&self) -> &Config {
        &self.values
    }

    pub(crate) fn findings(&self) -> &[Finding] {
        &self.findings
    }

    /// Whether work on a task starts with an estimate.
    pub(crate) fn require_estimate(&self) -> bool {
        self.values.settings.require_estimate_hours
    }

    /// How many tasks with a status are too many.
    pub(crate) fn wip_limit(&self, status: Status) -> Option<u32> {
        let limit = self.custom("wip_limits")?.get(status.name())?.as_u64()?;
        u32::try_from(limit).ok().filter(|limit| *limit > 0)
    }

    /// What the project was started with.
    pub(crate) fn layout(&self) -> Layout {
        match self.custom("handoff_layout").and_then(Value::as_str) {
            Some("json") => Layout::Json,
            _ => Layout::Toml,
        }
    }

    fn custom(&self, key: &str) -> Option<&Value> {
        self.values.settings.custom_fields.get(key)
    }
}
