//! The codecs of `proto_diff::dynamic`, alone and against two implementations that are not ours: prost-reflect (the
//! strict reader family) and the protobuf runtime of Python in both of its variants (the conformant one).

mod against_prost_reflect;
mod against_python;
#[path = "../suite/arbitrary.rs"]
mod arbitrary;
mod binary;
#[path = "../suite/dump.rs"]
mod dump;
#[path = "../suite/hex.rs"]
mod hex;
mod json;
#[path = "../suite/peer.rs"]
mod peer;
mod properties;
#[path = "../suite/prost_tree.rs"]
mod prost_tree;
mod same_json;
mod schemas;
