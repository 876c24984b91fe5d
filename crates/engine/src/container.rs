//! How a file is written, by its name or its layout.

use handoff_format::Container;
use handoff_protocol::Layout;

/// The container of a record at that path; none for records that are neither JSON nor TOML.
pub(crate) fn of_path(path: &str) -> Option<Container> {
    match path.rsplit_once('.') {
        Some((_, "json")) => Some(Container::Json),
        Some((_, "toml")) => Some(Container::Toml),
        _ => None,
    }
}

/// The container of a layout's task files.
pub(crate) fn of_layout(layout: Layout) -> Container {
    match layout {
        Layout::Toml => Container::Toml,
        Layout::Json => Container::Json,
    }
}
