//! The project's configuration, as far as it can be read.

use handoff_format::{Config, Container, Document, Finding, Value, read_config};
use handoff_protocol::{Layout, Status};

/// Where the configuration stands.
pub(crate) const CONFIG: &str = "config.toml";

#[derive(Clone, Debug, Default)]
pub(crate) struct ConfigFile {
    exists: bool,
    values: Config,
    findings: Vec<Finding>,
}

impl ConfigFile {
    pub(crate) fn read(bytes: &[u8]) -> ConfigFile {
        match Document::parse(Container::Toml, bytes) {
            Ok(document) => {
                let (values, mut findings) = read_config(&document);
                findings.extend(document.findings());
                ConfigFile { exists: true, values, findings }
            }
            Err(finding) => ConfigFile { exists: true, values: Config::default(), findings: vec![finding] },
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

    /// Returns the layout noted when the project was begun, or `None` without such a mark.
    pub(crate) fn layout_mark(&self) -> Option<Layout> {
        self.values.layout
    }

    /// Returns whether there is a configuration file, readable or not.
    pub(crate) fn exists(&self) -> bool {
        self.exists
    }

    fn custom(&self, key: &str) -> Option<&Value> {
        self.values.settings.custom_fields.get(key)
    }
}
