//! The read models that surfaces query.

mod atlas;
mod gantt;
mod sessions;
mod surfaces;
