//! The codecs of `proto_diff::dynamic`, alone and against two implementations that are not ours: prost-reflect (the
//! strict reader family) and the protobuf runtime of Python in both of its variants (the conformant one).

mod against_prost_reflect;
mod against_python;
mod arbitrary;
mod binary;
mod dump;
mod json;
mod properties;
mod schemas;
