//! A stream is converted as it comes: memory does not grow with it.

use std::{
    io::{Read, Write},
    process::{Command, Stdio},
    thread,
};

use crate::{field, hex};

/// Bytes of the stream.
const STREAM: usize = 64 << 20;
/// The most memory the process may ever have had. One task takes two kilobytes.
const MOST: u64 = 48 << 20;

/// `Task` of v0.3 with a history, two kilobytes of it, and its length in front.
fn task() -> Vec<u8> {
    let text = field(5, field(1, "A sentence that somebody said about a trip to Zürich. ")).repeat(3);
    let message = [field(1, "m-1"), hex("2001"), text].concat();
    let id = field(1, "5c0ffee5-0000-4000-8000-000000000001");
    let status = field(3, hex("0803"));
    let history: Vec<u8> = (0..10)
        .flat_map(|_| {
            [&[0x22, 0x80 | (message.len() & 0x7f) as u8, (message.len() >> 7) as u8], message.as_slice()].concat()
        })
        .collect();
    let task = [id, field(2, "c-1"), status, history].concat();
    assert!(message.len() > 127 && task.len() > 1500, "as long as the lengths here can say");
    [&[0x80 | (task.len() & 0x7f) as u8, (task.len() >> 7) as u8], task.as_slice()].concat()
}

/// The most memory a process has had so far.
fn peak(process: u32) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.trim().strip_suffix(" kB")?.trim().parse::<u64>().ok().map(|kilobytes| kilobytes << 10)
}

#[test]
fn a_long_stream_takes_little_memory() {
    if peak(std::process::id()).is_none() {
        eprintln!("skipped: there is no /proc to ask");
        return;
    }
    let arguments = "convert --type Task --from 0.3 --in delimited --out delimited -";
    let mut child = Command::new(env!("CARGO_BIN_EXE_proto-diff"))
        .args(arguments.split(' '))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("it runs");
    let mut input = child.stdin.take().expect("piped");
    let mut output = child.stdout.take().expect("piped");
    let reader = thread::spawn(move || {
        let (mut buffer, mut total) = (vec![0; 1 << 20], 0_usize);
        while let Ok(read @ 1..) = output.read(&mut buffer) {
            total += read;
        }
        total
    });
    let tasks = task().repeat(512);
    for _ in 0..STREAM / tasks.len() {
        input.write_all(&tasks).expect("it reads to the end");
    }
    let peak = peak(child.id()).expect("it still waits for more");
    drop(input);
    assert!(child.wait().expect("it ends").success());
    let written = reader.join().expect("a count");
    println!("{} MiB in, {} MiB out, at most {} MiB of memory", STREAM >> 20, written >> 20, peak >> 20);
    assert!(written > STREAM / 2, "{written}");
    assert!(peak < MOST, "{peak}");
}
