//! The read models that surfaces query.

mod atlas;
mod checklist;
mod dashboard;
mod gantt;
mod library;
mod overdue;
mod sessions;
mod surfaces;
mod timers;
