//! The clients of both versions that the official Python SDK has, at the same server. Skipped, and said so, where the SDK
//! is not installed.

use std::{path::Path, process::Command, sync::Arc};

use tokio::{net::TcpListener, task::spawn_blocking};
use two_versions_server::{agent::Agent, serve};

#[tokio::test]
async fn the_python_sdk_talks_to_it() {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let python = here.join("../../target/sdk/bin/python");
    if !python.exists() {
        eprintln!("skipped: no a2a-sdk at {}", python.display());
        return;
    }
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap().to_string();
    tokio::spawn(serve(listener, Agent::new(&format!("http://{address}")), Arc::new(drop)));
    let mut command = Command::new(python);
    command.arg(here.join("clients.py")).arg(address);
    let output = spawn_blocking(move || command.output()).await.unwrap().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    // The page that people read has what was really printed.
    let printed = String::from_utf8(output.stdout).unwrap();
    let readme = include_str!("../README.md");
    assert!(readme.contains(&format!("```text\n{printed}```")), "{printed}");
}
