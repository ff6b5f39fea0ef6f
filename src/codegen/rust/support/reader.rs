//! Reads messages of either version: what is known about them beside their bytes goes first, then the bytes are asked.

use prost::Message;

use super::{
    decode::decode,
    report::{Converted, Error, Report},
    run,
    trail::At,
    unknown,
};
use super::super::{
    Side,
    detection::{Detection, Grounds, Reading, Verdict, shapes::Shapes},
    tables::{NEW, NEW_HEADERS, NEW_METHODS, OLD, OLD_HEADERS, OLD_METHODS},
};

/// What is known about a message beside its bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum VersionHint<'a> {
    /// Nothing.
    None,
    /// Somebody says which version it is.
    Side(Side),
    /// The path of the gRPC call that it travelled in, `/package.Service/Method`.
    Method(&'a str),
    /// The value of the header that names the version of the protocol, which may be empty.
    Header(&'a str),
}

/// What became of a message.
#[derive(Debug, Clone)]
pub enum Read<T> {
    /// It is in the wanted version now.
    Message {
        /// How its version was found.
        detection: Detection,
        /// The version it was in; of two that are the same either way, the wanted one.
        was: Side,
        /// The message, and what there is to say about it.
        converted: Converted<T>,
    },
    /// Both versions are possible, and it makes a difference which one it is.
    Ambiguous {
        /// What speaks for which.
        detection: Detection,
        /// What it is when it is taken for an old message.
        as_old: Result<Converted<T>, Error>,
        /// What it is when it is taken for a new message.
        as_new: Result<Converted<T>, Error>,
    },
}

impl<T> Read<T> {
    /// The same with another form of the message.
    pub fn map<U>(self, change: impl Fn(T) -> U) -> Read<U> {
        let each = |result: Result<Converted<T>, Error>| result.map(|converted| converted.map(&change));
        match self {
            Read::Message { detection, was, converted } => {
                Read::Message { detection, was, converted: converted.map(&change) }
            }
            Read::Ambiguous { detection, as_old, as_new } => {
                Read::Ambiguous { detection, as_old: each(as_old), as_new: each(as_new) }
            }
        }
    }
}

/// The places of a type in the tables of both versions.
#[derive(Clone, Copy)]
pub(crate) struct Pair {
    pub old: usize,
    pub new: usize,
}

impl Pair {
    fn of(self, side: Side) -> (&'static Shapes, usize) {
        match side {
            Side::Old => (&OLD, self.old),
            Side::New => (&NEW, self.new),
        }
    }
}

/// What makes a message another one.
pub(crate) type Convert<F, W> = fn(F, At<'_>, &mut Report) -> Result<W, Error>;

/// Reads a message and gives it in the wanted version. `F` is its type in the other version, from which `convert` leads.
pub(crate) fn read<F: Message + Default, W: Message + Default + PartialEq>(
    pair: Pair,
    bytes: &[u8],
    hint: VersionHint<'_>,
    wanted: Side,
    convert: Convert<F, W>,
) -> Result<Read<W>, Error> {
    let as_side = |side: Side| match side == wanted {
        true => Ok(Report::default().finish(decode::<W>(pair.of(side), bytes)?)),
        false => foreign(pair, side, bytes, convert),
    };
    let (detection, was) = match told(hint)? {
        Some(side) => (Detection::told(side), side),
        None => {
            let [old, new] = [Side::Old, Side::New].map(|side| {
                let (shapes, message) = pair.of(side);
                Reading::of(shapes, message, bytes)
            });
            let is_plain = !old.has_unknown() && !new.has_unknown();
            let detection = Detection::between(&old, &new, || is_plain && is_same(pair, bytes, wanted, convert));
            match detection.grounds {
                Grounds::Bytes(Verdict::Certain(side) | Verdict::Likely(side)) | Grounds::Told(side) => (detection, side),
                Grounds::Bytes(Verdict::Same) => (detection, wanted),
                Grounds::Bytes(Verdict::Neither) => return Err(Error::Neither),
                Grounds::Bytes(Verdict::Ambiguous) => {
                    let (as_old, as_new) = (as_side(Side::Old), as_side(Side::New));
                    return Ok(Read::Ambiguous { detection, as_old, as_new });
                }
            }
        }
    };
    let converted = as_side(was)?;
    Ok(Read::Message { detection, was, converted })
}

/// Converts a message of one version. What that version does not know of is lost.
pub(crate) fn foreign<F: Message + Default, W>(
    pair: Pair,
    side: Side,
    bytes: &[u8],
    convert: Convert<F, W>,
) -> Result<Converted<W>, Error> {
    let from = decode::<F>(pair.of(side), bytes)?;
    let (shapes, message) = pair.of(side);
    let (mut unknown, mut report) = (Report::default(), Report::default());
    unknown::note(shapes, message, bytes, &mut unknown);
    let message = convert(from, At::ROOT, &mut report)?;
    report.precede(unknown);
    Ok(report.finish(message))
}

/// Whether bytes are one and the same message in the wanted version, whichever they are now.
fn is_same<F: Message + Default, W: Message + Default + PartialEq>(
    pair: Pair,
    bytes: &[u8],
    wanted: Side,
    convert: Convert<F, W>,
) -> bool {
    let (other, wanted) = (decode::<F>(pair.of(wanted.other()), bytes), decode::<W>(pair.of(wanted), bytes));
    let (Ok(other), Ok(wanted)) = (other, wanted) else { return false };
    // A loss is a difference, whatever the rest comes to.
    run(other, convert).is_ok_and(|converted| converted.losses.is_empty() && converted.message == wanted)
}

/// The version that a hint tells.
fn told(hint: VersionHint<'_>) -> Result<Option<Side>, Error> {
    match hint {
        VersionHint::None => Ok(None),
        VersionHint::Side(side) => Ok(Some(side)),
        VersionHint::Method(path) => {
            let bare = path.strip_prefix('/').unwrap_or(path);
            match (OLD_METHODS.contains(&bare), NEW_METHODS.contains(&bare)) {
                // As when the package has not changed: the path tells no version.
                (true, true) => Ok(None),
                (true, false) => Ok(Some(Side::Old)),
                (false, true) => Ok(Some(Side::New)),
                (false, false) => Err(Error::UnknownMethod { path: path.to_owned() }),
            }
        }
        VersionHint::Header(value) => {
            let version = version(value.trim_matches([' ', '\t']));
            let means = |headers: &[&str]| version.is_some() && headers.iter().any(|header| self::version(header) == version);
            match (means(OLD_HEADERS), means(NEW_HEADERS)) {
                (true, false) => Ok(Some(Side::Old)),
                (false, true) => Ok(Some(Side::New)),
                _ => Err(Error::UnknownVersion { value: value.to_owned() }),
            }
        }
    }
}

/// A version as headers name it, without its patch number, which does not count; or an empty header.
#[derive(PartialEq, Eq)]
enum Version {
    Empty,
    MajorMinor(u32, u32),
}

fn version(text: &str) -> Option<Version> {
    if text.is_empty() {
        return Some(Version::Empty);
    }
    let number = |part: &str| {
        let plain = part.bytes().all(|byte| byte.is_ascii_digit()) && (part == "0" || !part.starts_with('0'));
        if plain { part.parse::<u32>().ok() } else { None }
    };
    let numbers: Option<Vec<u32>> = text.split('.').take(4).map(number).collect();
    match numbers.as_deref() {
        Some([major, minor] | [major, minor, _]) => Some(Version::MajorMinor(*major, *minor)),
        _ => None,
    }
}
