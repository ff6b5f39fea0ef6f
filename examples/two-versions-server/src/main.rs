//! Runs the server: `two-versions-server [ADDRESS]`.

use std::{env, error::Error, process::ExitCode, sync::Arc};

use tokio::net::TcpListener;
use two_versions_server::{agent::Agent, legacy::Remark, serve};

const DEFAULT_ADDRESS: &str = "127.0.0.1:50051";

#[tokio::main]
async fn main() -> ExitCode {
    match run().await {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

async fn run() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let address = match arguments.as_slice() {
        [] => DEFAULT_ADDRESS,
        [address] if !address.starts_with('-') => address,
        _ => return Err("usage: two-versions-server [ADDRESS]".into()),
    };
    let listener = TcpListener::bind(address).await.map_err(|error| format!("{address}: {error}"))?;
    let address = listener.local_addr()?;
    println!("listening on http://{address}: lf.a2a.v1.A2AService (v1.0) and a2a.v1.A2AService (v0.3)");
    let agent = Agent::new(&format!("http://{address}"));
    serve(listener, agent, Arc::new(|remark: Remark| eprintln!("{remark}"))).await?;
    Ok(())
}
