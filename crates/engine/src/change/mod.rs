//! Changes of files: commands become change sets (`plan`), which are committed and can be undone.

pub(crate) mod commit;
pub(crate) mod plan;
pub(crate) mod project_host;
