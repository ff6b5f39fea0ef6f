//! Tells the story of each payload in a file of lines: index of the old message, index of the new one, bytes in hex.

mod story;

use emitted_detection::{Contrast, Detection, NEW, OLD, Reading, judge};

fn main() {
    let path = std::env::args().nth(1).expect("a path");
    for line in std::fs::read_to_string(path).expect("a file").lines() {
        let mut words = line.split(' ');
        let mut index = || words.next().and_then(|word| word.parse().ok()).expect("an index");
        let (old, new): (usize, usize) = (index(), index());
        let hex = words.next().unwrap_or_default().as_bytes();
        let digit = |byte: u8| char::from(byte).to_digit(16).expect("hex") as u8;
        let bytes: Vec<u8> = hex.chunks(2).map(|pair| digit(pair[0]) << 4 | digit(pair[1])).collect();
        println!("{}", story::story(&Reading::of(&OLD, old, &bytes), &Reading::of(&NEW, new, &bytes)));
    }
}
