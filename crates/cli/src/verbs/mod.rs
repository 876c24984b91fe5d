//! The verbs of the command line, one file for each noun: their arguments as parameters of operations,
//! and their answers as people read them.

pub mod init;
pub mod memory;
pub mod package;
pub mod timer;
pub mod trash;
