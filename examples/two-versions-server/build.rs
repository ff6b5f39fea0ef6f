//! Writes the gRPC clients and servers of both versions, over the message types that the adapter has.

use std::error::Error;

/// The protos of this repository; a project of its own has them where it has them.
const PROTOS: &str = "../../fixtures";

/// The version, its package, and where its message types are.
const VERSIONS: [(&str, &str, &str); 2] =
    [("v0.3.0", ".a2a.v1", "::a2a_adapter::old::a2a::v1"), ("v1.0.1", ".lf.a2a.v1", "::a2a_adapter::new::lf::a2a::v1")];

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed={PROTOS}");
    for (version, package, types) in VERSIONS {
        let file = format!("{PROTOS}/a2a/{version}/a2a.proto");
        let descriptors = protox::compile([&file], [&format!("{PROTOS}/a2a/{version}"), PROTOS])?;
        tonic_prost_build::configure().extern_path(package, types).compile_fds(descriptors)?;
    }
    Ok(())
}
