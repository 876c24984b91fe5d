//! Files of a project that are no regular files, or cannot be read.

mod special_files;
mod unread;
