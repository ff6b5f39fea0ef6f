//! From one version of a schema to another: the manifest that says where every field went.

pub mod draft;
