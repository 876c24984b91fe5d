//! Under construction by its first commit.
