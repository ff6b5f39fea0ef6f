//! A sign of life for what takes longer than a second.

use std::{
    io::{self, IsTerminal, Write},
    sync::mpsc::{self, RecvTimeoutError, Sender},
    thread::{self, JoinHandle},
    time::{Duration, Instant},
};

/// Whoever waits this long begins to wonder.
const PATIENCE: Duration = Duration::from_secs(1);
const TICK: Duration = Duration::from_millis(200);

/// Shows on standard error, when that is a terminal, what is going on and for how long; gone when dropped.
pub(super) struct Progress(Option<(Sender<()>, JoinHandle<()>)>);

impl Progress {
    /// Shows `doing` from the first second on.
    pub(super) fn start(doing: &'static str) -> Self {
        if !io::stderr().is_terminal() {
            return Progress(None);
        }
        let (alive, ended) = mpsc::channel();
        let show = move || {
            let started = Instant::now();
            let mut wait = PATIENCE;
            while ended.recv_timeout(wait) == Err(RecvTimeoutError::Timeout) {
                wait = TICK;
                let line = format!("\r\x1b[K{doing} … {} s", started.elapsed().as_secs());
                // When standard error is closed, there is nobody to tell.
                let _ = io::stderr().write_all(line.as_bytes());
            }
            if wait == TICK {
                let _ = io::stderr().write_all(b"\r\x1b[K");
            }
        };
        Progress(Some((alive, thread::spawn(show))))
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if let Some((alive, thread)) = self.0.take() {
            drop(alive);
            let _ = thread.join();
        }
    }
}
