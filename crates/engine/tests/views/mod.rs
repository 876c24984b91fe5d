//! The read models that surfaces query.

mod atlas;
mod checklist;
mod dashboard;
mod gantt;
mod library;
mod notes;
mod overdue;
mod sessions;
mod settings;
mod surfaces;
mod timers;
