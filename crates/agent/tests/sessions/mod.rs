//! Sessions, memory and the context that an agent restores.

mod deltas;
mod memory;
mod pointers;
mod restoration;
mod save;
