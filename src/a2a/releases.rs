//! The released versions of the A2A schema (<https://github.com/a2aproject/A2A>), bundled.

/// A released version of the A2A schema.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Release {
    /// `1.0.1`.
    pub version: &'static str,
    /// The text of its `a2a.proto`, as `fixtures/a2a/` has it.
    pub proto: &'static str,
}

macro_rules! releases {
    ($($version:literal),* $(,)?) => {
        [$(Release {
            version: $version,
            proto: include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures/a2a/v", $version, "/a2a.proto")),
        }),*]
    };
}

/// All bundled releases, oldest first.
pub const RELEASES: [Release; 3] = releases!["0.3.0", "1.0.0", "1.0.1"];

/// The release of a version: `1.0.1` is that one, `1.0` the newest patch of 1.0.
pub fn release(version: &str) -> Option<&'static Release> {
    let is_patch_of = |release: &Release| {
        release
            .version
            .strip_prefix(version)
            .and_then(|patch| patch.strip_prefix('.'))
            .is_some_and(|p| !p.contains('.'))
    };
    RELEASES.iter().rev().find(|release| release.version == version || is_patch_of(release))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_minor_version_means_its_newest_patch() {
        let cases = [
            ("0.3.0", Some("0.3.0")),
            ("0.3", Some("0.3.0")),
            ("1.0", Some("1.0.1")),
            ("1.0.0", Some("1.0.0")),
            ("1", None),
            ("1.0.", None),
            ("9.9", None),
            ("", None),
        ];
        for (version, expected) in cases {
            assert_eq!(release(version).map(|r| r.version), expected, "{version:?}");
        }
    }
}
