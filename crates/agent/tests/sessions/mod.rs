//! Sessions, memory and the context that an agent restores.

mod authors;
mod bases;
mod conversations;
mod deltas;
mod density;
mod file_knowledge;
mod forks;
mod load;
mod manners;
mod memory;
mod pointers;
mod recent_changes;
mod register;
mod register_law;
mod restoration;
mod save;
mod situation;
mod standing;
