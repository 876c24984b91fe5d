//! Commands: the change sets that they plan, their refusals and their undo.

mod atlas;
mod baselines;
mod dangling_dependencies;
mod dependencies;
mod events;
mod ignore_file;
mod laws;
mod layout;
mod packages;
mod placement;
mod project;
mod references;
mod refusals;
mod renames;
mod tasks;
mod undo;
