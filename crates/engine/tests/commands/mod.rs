//! Commands: the change sets that they plan, their refusals and their undo.

mod atlas;
mod baselines;
mod circles;
mod config;
mod dangling_dependencies;
mod dates;
mod dependencies;
mod events;
mod large;
mod laws;
mod layout;
mod packages;
mod placement;
mod proposals;
mod references;
mod refusals;
mod shared_paths;
mod tasks;
mod undo;
mod usage;
mod views;
