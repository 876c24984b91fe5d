//! Commands: the change sets that they plan, their refusals and their undo.

mod baselines;
mod events;
mod ignore_file;
mod laws;
mod layout;
mod links;
mod references;
mod refusals;
mod tasks;
mod undo;
