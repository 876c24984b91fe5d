//! The read models that surfaces query.

mod atlas;
mod dashboard;
mod gantt;
mod library;
mod sessions;
mod surfaces;
