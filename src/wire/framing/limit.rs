//! How much is held in memory.

use std::{fmt, str::FromStr};

/// The most bytes that one frame, one message or one undressed input may have.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct SizeLimit(pub u64);

impl SizeLimit {
    /// The most that protobuf itself allows: lengths are signed 32-bit numbers to most runtimes
    /// (<https://protobuf.dev/programming-guides/proto-limits/#total>).
    pub const OF_PROTOBUF: SizeLimit = SizeLimit(i32::MAX as u64);
}

/// 64 MiB, sixteen times what gRPC lets through unless told otherwise.
impl Default for SizeLimit {
    fn default() -> Self {
        SizeLimit(64 << 20)
    }
}

impl fmt::Display for SizeLimit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            bytes if bytes > 0 && bytes % (1 << 20) == 0 => write!(f, "{} MiB", bytes >> 20),
            bytes if bytes > 0 && bytes % (1 << 10) == 0 => write!(f, "{} KiB", bytes >> 10),
            bytes => write!(f, "{bytes} bytes"),
        }
    }
}

/// Reads a number of bytes, or one with `K`, `M` or `G` (also `KiB`, `MiB`, `GiB`) behind it.
impl FromStr for SizeLimit {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let digits = text.len() - text.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let (number, unit) = text.split_at(digits);
        let shift = match unit.trim().to_ascii_lowercase().as_str() {
            "" | "b" => 0,
            "k" | "kib" => 10,
            "m" | "mib" => 20,
            "g" | "gib" => 30,
            _ => return Err("write a number of bytes, as in 1048576 or 512M".to_owned()),
        };
        let number: u64 = number.parse().map_err(|_| "write a number of bytes, as in 1048576 or 512M".to_owned())?;
        match number.checked_mul(1 << shift).map(SizeLimit) {
            Some(limit) if limit <= SizeLimit::OF_PROTOBUF || limit.0 == 2 << 30 => {
                Ok(limit.min(SizeLimit::OF_PROTOBUF))
            }
            _ => Err("protobuf messages have at most 2 GiB".to_owned()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::SizeLimit;

    #[test]
    fn sizes_are_read_and_printed() {
        let cases =
            [("17", 17, "17 bytes"), ("4K", 4096, "4 KiB"), ("64MiB", 64 << 20, "64 MiB"), ("1g", 1 << 30, "1024 MiB")];
        for (text, bytes, printed) in cases {
            let limit: SizeLimit = text.parse().unwrap();
            assert_eq!((limit.0, limit.to_string().as_str()), (bytes, printed), "{text}");
        }
        assert_eq!("2G".parse(), Ok(SizeLimit::OF_PROTOBUF));
        for text in ["", "M", "3G", "12 parsecs", "-1", "99999999999999999999"] {
            assert!(text.parse::<SizeLimit>().is_err(), "{text}");
        }
    }
}
