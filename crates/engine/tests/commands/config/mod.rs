//! Commands that change the configuration or the project as a whole.

mod calendar;
mod entries;
mod ignore_file;
mod milestones;
mod project;
mod renames;
