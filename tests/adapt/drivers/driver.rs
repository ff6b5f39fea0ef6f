//! Converts by name: one JSON object a line in, one a line out.

use std::{
    error::Error,
    io::{BufRead, Write},
};

use adapter::bytes;
use serde_json::{Value, json};

fn main() -> Result<(), Box<dyn Error>> {
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    for line in std::io::stdin().lock().lines() {
        let request: Value = serde_json::from_str(&line?)?;
        let text = |key: &str| request[key].as_str().unwrap_or_default();
        let input = bytes_of(text("input"))?;
        let convert = if text("way") == "upgrade" { bytes::upgrade } else { bytes::downgrade };
        let answer = match convert(text("old"), text("new"), &input) {
            Err(error) => json!({"error": error.to_string()}),
            Ok(converted) => {
                let message: String = converted.message.iter().map(|byte| format!("{byte:02x}")).collect();
                let losses = converted.losses.iter();
                let losses: Vec<Value> =
                    losses.map(|loss| json!({"path": loss.path, "reason": loss.reason})).collect();
                let supplied = converted.supplied.iter();
                let supplied: Vec<Value> = supplied.map(|put| json!({"path": put.path, "value": put.value})).collect();
                json!({"message": message, "losses": losses, "supplied": supplied, "missing": converted.missing})
            }
        };
        writeln!(out, "{answer}")?;
    }
    out.flush()?;
    Ok(())
}

fn bytes_of(digits: &str) -> Result<Vec<u8>, Box<dyn Error>> {
    let pairs = (0..digits.len()).step_by(2).map(|at| digits.get(at..at + 2).unwrap_or_default());
    Ok(pairs.map(|pair| u8::from_str_radix(pair, 16)).collect::<Result<_, _>>()?)
}
