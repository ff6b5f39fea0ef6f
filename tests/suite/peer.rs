//! A decoder that is not ours: `tests/python/peer.py`, one process that answers for as long as it is asked.

use std::{
    io::{BufRead, BufReader, BufWriter, Write},
    process::{Child, ChildStdin, ChildStdout, Command, Stdio},
    thread,
};

use serde_json::Value as Json;

use super::hex::to_hex;

/// One line to the script, whose head says what each part means.
#[derive(Debug, Clone)]
pub struct Request {
    pub mode: &'static str,
    /// The schema, under the key it was loaded with.
    pub key: &'static str,
    /// Full name of the message type.
    pub name: String,
    /// Bytes in hexadecimal, or ProtoJSON.
    pub payload: String,
}

/// What it made of one request.
#[derive(Debug, Clone)]
pub struct Answer {
    /// `Err` for a refusal, in its own words.
    pub result: Result<Json, String>,
    /// Whether a required field is missing, here or below, of which this runtime makes no error.
    pub incomplete: bool,
}

/// The process. It ends when this is dropped.
pub struct Peer {
    child: Child,
    input: Option<BufWriter<ChildStdin>>,
    output: BufReader<ChildStdout>,
}

impl Peer {
    /// Starts it with the runtime `upb` or `python`; says so and gives `None` where that is not installed.
    pub fn start(runtime: &str) -> Option<Peer> {
        let child = Command::new("python3")
            .arg(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/python/peer.py"))
            .env("PROTOCOL_BUFFERS_PYTHON_IMPLEMENTATION", runtime)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn();
        let peer = child.ok().map(Peer::of).and_then(|peer| peer.greeted_by(runtime));
        if peer.is_none() {
            eprintln!("no second opinion: there is no python3 with the protobuf package and its runtime {runtime}");
        }
        peer
    }

    /// A runtime that is not there says nothing and ends.
    fn greeted_by(mut self, runtime: &str) -> Option<Peer> {
        let mut greeting = String::new();
        self.output.read_line(&mut greeting).ok()?;
        (greeting.trim_end() == runtime).then_some(self)
    }

    fn of(mut child: Child) -> Peer {
        let input = child.stdin.take().map(BufWriter::new);
        let output = BufReader::new(child.stdout.take().expect("a pipe"));
        Peer { child, input, output }
    }

    /// From now on `key` means this schema.
    pub fn load(&mut self, key: &'static str, descriptor_set: &[u8]) {
        let request = Request { mode: "load", key, name: String::new(), payload: to_hex(descriptor_set) };
        let [answer] = self.ask(&[request]).try_into().expect("one answer");
        answer.result.expect("protoc and protox agree on what a schema is");
    }

    /// Asks for many things at once, which is much faster than one by one.
    pub fn ask(&mut self, requests: &[Request]) -> Vec<Answer> {
        let (input, output) = (self.input.as_mut().expect("open until the end"), &mut self.output);
        thread::scope(|scope| {
            // Side by side: either pipe may fill up before the other is empty.
            scope.spawn(move || {
                for Request { mode, key, name, payload } in requests {
                    writeln!(input, "{mode}\t{key}\t{name}\t{payload}").expect("it listens");
                }
                writeln!(input).and_then(|()| input.flush()).expect("it listens");
            });
            requests.iter().map(|_| answer(output)).collect()
        })
    }
}

impl Drop for Peer {
    fn drop(&mut self) {
        // The end of its input is its end.
        self.input = None;
        let _ = self.child.wait();
    }
}

fn answer(output: &mut impl BufRead) -> Answer {
    let mut line = String::new();
    output.read_line(&mut line).expect("text");
    let mut reply: Json = serde_json::from_str(&line).unwrap_or_else(|error| panic!("{error}: {line:?}"));
    let result = match reply.get_mut("ok") {
        Some(json) => Ok(json.take()),
        None => Err(reply["error"].as_str().unwrap_or_default().to_owned()),
    };
    Answer { result, incomplete: reply["incomplete"] == true }
}
