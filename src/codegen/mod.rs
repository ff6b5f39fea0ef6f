//! The migration as source code.

mod rust;
