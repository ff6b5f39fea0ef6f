//! Numbers, strings and bytes, and what becomes of them.

use super::{
    report::{Error, Report},
    trail::Trail,
};

/// A value that became another one; or did not.
#[derive(Debug, Clone, PartialEq)]
pub struct Changed<T> {
    /// What it is in the other version; `None` when it is left out there.
    pub value: Option<T>,
    /// Why that is a loss, where it is one.
    pub lost: Option<String>,
}

impl<T> Changed<T> {
    /// Nothing is lost.
    pub(crate) fn kept(value: T) -> Self {
        Changed { value: Some(value), lost: None }
    }

    /// It is this now, which is not the same.
    pub(crate) fn lost_as(value: T, why: impl Into<String>) -> Self {
        Changed { value: Some(value), lost: Some(why.into()) }
    }

    /// It is left out.
    pub(crate) fn left_out() -> Self {
        Changed { value: None, lost: None }
    }

    /// It is left out, which is a loss.
    pub(crate) fn lost(why: impl Into<String>) -> Self {
        Changed { value: None, lost: Some(why.into()) }
    }

    /// Changed once more.
    pub(crate) fn then<U>(self, change: impl FnOnce(T) -> Changed<U>) -> Changed<U> {
        match self.value {
            None => Changed { value: None, lost: self.lost },
            Some(value) => {
                let Changed { value, lost } = change(value);
                Changed { value, lost: lost.or(self.lost) }
            }
        }
    }
}

/// Values that an absent field is read as.
pub(crate) trait Unset {
    /// Whether it is that value.
    fn is_unset(&self) -> bool;
}

/// Values that reports show.
pub(crate) trait Shown: PartialEq {
    fn shown(&self) -> String;

    /// Whether both are the same on the wire.
    fn is_same(&self, other: &Self) -> bool {
        self == other
    }
}

/// Numbers that may become numbers of another type.
pub(crate) trait Number: Sized {
    fn plain(self) -> Plain;
    fn of(plain: Plain) -> Option<Self>;
}

/// A number without its type. 128 bits hold every integer of either sign.
#[derive(Clone, Copy)]
pub(crate) enum Plain {
    Integer(i128),
    Float(f64),
}

macro_rules! integers {
    ($($integer:ty),*) => {$(
        impl Unset for $integer {
            fn is_unset(&self) -> bool {
                *self == 0
            }
        }

        impl Shown for $integer {
            fn shown(&self) -> String {
                self.to_string()
            }
        }

        impl Number for $integer {
            fn plain(self) -> Plain {
                Plain::Integer(i128::from(self))
            }

            fn of(plain: Plain) -> Option<Self> {
                match plain {
                    Plain::Integer(value) => Self::try_from(value).ok(),
                    Plain::Float(_) => None,
                }
            }
        }
    )*};
}

integers!(i32, i64, u32, u64);

macro_rules! floats {
    ($($float:ty),*) => {$(
        impl Unset for $float {
            fn is_unset(&self) -> bool {
                self.to_bits() == 0
            }
        }

        impl Shown for $float {
            fn shown(&self) -> String {
                self.to_string()
            }

            fn is_same(&self, other: &Self) -> bool {
                self.to_bits() == other.to_bits()
            }
        }
    )*};
}

floats!(f32, f64);

impl Number for f64 {
    fn plain(self) -> Plain {
        Plain::Float(self)
    }

    fn of(plain: Plain) -> Option<Self> {
        match plain {
            Plain::Float(value) => Some(value),
            Plain::Integer(_) => None,
        }
    }
}

impl Number for f32 {
    fn plain(self) -> Plain {
        Plain::Float(f64::from(self))
    }

    fn of(plain: Plain) -> Option<Self> {
        match plain {
            Plain::Float(value) => {
                let short = value as f32;
                let same = f64::from(short).to_bits() == value.to_bits() || short.is_nan() && value.is_nan();
                same.then_some(short)
            }
            Plain::Integer(_) => None,
        }
    }
}

impl Unset for bool {
    fn is_unset(&self) -> bool {
        !*self
    }
}

impl Shown for bool {
    fn shown(&self) -> String {
        self.to_string()
    }
}

impl Number for bool {
    fn plain(self) -> Plain {
        Plain::Integer(i128::from(self))
    }

    fn of(plain: Plain) -> Option<Self> {
        match plain {
            Plain::Integer(value) => Some(value != 0),
            Plain::Float(_) => None,
        }
    }
}

impl Unset for String {
    fn is_unset(&self) -> bool {
        self.is_empty()
    }
}

impl Shown for String {
    fn shown(&self) -> String {
        format!("`{}`", shortened(self))
    }
}

impl<T> Unset for Vec<T> {
    fn is_unset(&self) -> bool {
        self.is_empty()
    }
}

impl Shown for Vec<u8> {
    fn shown(&self) -> String {
        match std::str::from_utf8(self) {
            Ok(text) => format!("`{}`", shortened(text)),
            Err(_) => format!("{} bytes", self.len()),
        }
    }
}

impl<K, V, S> Unset for std::collections::HashMap<K, V, S> {
    fn is_unset(&self) -> bool {
        self.is_empty()
    }
}

impl<K, V> Unset for std::collections::BTreeMap<K, V> {
    fn is_unset(&self) -> bool {
        self.is_empty()
    }
}

impl<T> Unset for Option<T> {
    fn is_unset(&self) -> bool {
        self.is_none()
    }
}

/// Enough of a text to recognise it.
fn shortened(text: &str) -> String {
    const ENOUGH: usize = 80;
    match text.char_indices().nth(ENOUGH) {
        Some((end, _)) => format!("{}…", text.get(..end).unwrap_or_default()),
        None => text.to_owned(),
    }
}

/// The value of a field that cannot tell unset from its default.
pub(crate) fn set<T: Unset>(value: T) -> Option<T> {
    if value.is_unset() { None } else { Some(value) }
}

/// A value, unless it is a default, which is a loss.
pub(crate) fn unless_default<T: Unset>(
    value: Option<T>,
    why: &'static str,
    (trail, name): (&Trail<'_>, &'static str),
    report: &mut Report,
) -> Option<T> {
    if value.as_ref().is_some_and(Unset::is_unset) {
        trail.lose(name, why, report);
        return None;
    }
    value
}

/// A value, and what becomes of it.
pub(crate) fn changed<T, U>(
    value: Option<T>,
    change: impl FnOnce(T) -> Changed<U>,
    (trail, name): (&Trail<'_>, &'static str),
    report: &mut Report,
) -> Option<U> {
    changed_at(value?, change, &trail.field(name), report)
}

/// A value, what becomes of it, and the way to it.
pub(crate) fn changed_at<T, U>(
    value: T,
    change: impl FnOnce(T) -> Changed<U>,
    trail: &Trail<'_>,
    report: &mut Report,
) -> Option<U> {
    let Changed { value, lost } = change(value);
    if let Some(why) = lost {
        report.lose(|| trail.path(), why);
    }
    value
}

/// A number of another type.
pub(crate) fn cast<A: Number, B: Number>(number: A) -> Changed<B> {
    match B::of(number.plain()) {
        Some(number) => Changed::kept(number),
        None => Changed::lost("it does not fit the type that the field has in the other version"),
    }
}

/// A number of a closed enum. One that is none of an enum at all is not judged here.
pub(crate) fn known<N: Copy + std::fmt::Display + TryInto<i32>>(number: N, known: &[i32]) -> Changed<N> {
    match number.try_into() {
        Ok(found) if !known.contains(&found) => {
            Changed::lost(format!("{number} is a number that its closed enum does not have"))
        }
        _ => Changed::kept(number),
    }
}

/// A number of a closed enum, which readers other than prost take for an unknown field if the enum does not have it.
pub(crate) fn only_known(
    number: Option<i32>,
    known: &[i32],
    field: i32,
    (trail, name): (&Trail<'_>, &'static str),
    report: &mut Report,
) -> Option<i32> {
    if number.is_some_and(|number| !known.contains(&number)) {
        trail.lose(name, format!("field {field} holds a number that its closed enum does not have"), report);
        return None;
    }
    number
}

/// Text from bytes.
pub(crate) fn text(bytes: Vec<u8>) -> Changed<String> {
    match String::from_utf8(bytes) {
        Ok(text) => Changed::kept(text),
        Err(_) => Changed::lost("it is not UTF-8"),
    }
}

/// `0.3.0` as `0.3`; anything else stays.
pub(crate) fn major_minor(version: String) -> Changed<String> {
    let is_number = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    let parts: Vec<&str> = version.split('.').collect();
    match parts.as_slice() {
        [major, minor, patch] if [major, minor, patch].into_iter().all(|part| is_number(part)) => {
            let why = format!("the patch number {patch} of version {version}");
            Changed::lost_as(format!("{major}.{minor}"), why)
        }
        _ => Changed::kept(version),
    }
}

/// The value that goes before all others that a field could have.
pub(crate) struct Choice<'a, T> {
    won: Option<Won<'a, T>>,
}

struct Won<'a, T> {
    value: T,
    place: (&'a Trail<'a>, &'static str),
    loss: Option<&'static str>,
}

impl<'a, T: Shown> Choice<'a, T> {
    pub fn new() -> Self {
        Choice { won: None }
    }

    /// One more value. If it comes after another, it must be the same.
    pub fn or(
        mut self,
        value: Option<T>,
        place: (&'a Trail<'a>, &'static str),
        loss: Option<&'static str>,
        report: &mut Report,
    ) -> Self {
        let Some(value) = value else { return self };
        match &self.won {
            None => self.won = Some(Won { value, place, loss }),
            Some(won) if !won.value.is_same(&value) => {
                let (trail, name) = won.place;
                let (first, path) = (won.value.shown(), trail.path_of(name));
                let why = format!("it says {}, and `{path}`, which goes before it, says {first}", value.shown());
                place.0.lose(place.1, why, report);
            }
            Some(_) => {}
        }
        self
    }

    /// The value that goes before all others.
    pub fn take(self, report: &mut Report) -> Option<T> {
        let won = self.won?;
        if let Some(why) = won.loss {
            won.place.0.lose(won.place.1, why, report);
        }
        Some(won.value)
    }
}

/// Reports a loss if there is a value.
pub(crate) fn losing<T>(
    value: Option<T>,
    why: &'static str,
    (trail, name): (&Trail<'_>, &'static str),
    report: &mut Report,
) -> Option<T> {
    if value.is_some() {
        trail.lose(name, why, report);
    }
    value
}

/// A value; or, if there is none where there could be one, another, which is reported.
pub(crate) fn or_supplied<T>(
    value: Option<T>,
    is_there: bool,
    other: impl FnOnce() -> T,
    shown: &str,
    (trail, name): (&Trail<'_>, &'static str),
    report: &mut Report,
) -> Option<T> {
    if value.is_none() && is_there {
        trail.supply(name, shown, report);
        return Some(other());
    }
    value
}

/// The variable number `index`, from 0, of a resource name. None is empty or holds a slash.
pub(crate) fn part(
    name: Option<String>,
    template: &'static str,
    index: usize,
    (trail, field): (&Trail<'_>, &'static str),
) -> Result<Option<String>, Error> {
    let Some(name) = name else { return Ok(None) };
    match part_of(&name, template, index) {
        Some(part) => Ok(Some(part.to_owned())),
        None => Err(Error::Name { path: trail.path_of(field), name: shortened(&name), template }),
    }
}

fn part_of<'n>(name: &'n str, template: &str, index: usize) -> Option<&'n str> {
    let mut found = None;
    let mut variable = 0;
    let mut segments = template.split('/');
    for part in name.split('/') {
        match segments.next()? {
            segment if !segment.starts_with('{') => {
                if segment != part {
                    return None;
                }
            }
            _ if part.is_empty() => return None,
            _ => {
                if variable == index {
                    found = Some(part);
                }
                variable += 1;
            }
        }
    }
    segments.next().is_none().then_some(found).flatten()
}

/// A part that a resource name is put together from.
pub(crate) struct Piece<'a> {
    pub text: &'a str,
    /// Whether the field is set, if only to its default; of a field that cannot tell, whether it is not that.
    pub is_set: bool,
    /// Whether it is carried elsewhere too.
    pub carried: bool,
    pub place: (&'a Trail<'a>, &'static str),
}

/// A resource name put together from its parts. There is none if one of them is missing, and then the others are lost.
pub(crate) fn resource_name(
    field: &str,
    template: &'static str,
    pieces: &[Piece<'_>],
    report: &mut Report,
) -> Result<Option<String>, Error> {
    if pieces.iter().any(|piece| piece.text.is_empty()) {
        for piece in pieces.iter().filter(|piece| piece.is_set && !piece.carried) {
            let why = match piece.text.is_empty() {
                true => format!("set to its default, and no part of a name of the form `{template}` is empty"),
                false => format!("`{field}` is a name of the form `{template}`, and another part of it is missing"),
            };
            piece.place.0.lose(piece.place.1, why, report);
        }
        return Ok(None);
    }
    if let Some(piece) = pieces.iter().find(|piece| piece.text.contains('/')) {
        let path = piece.place.0.path_of(piece.place.1);
        return Err(Error::NamePart { path, value: piece.text.to_owned(), template });
    }
    let mut pieces = pieces.iter();
    let segments = template.split('/').map(|segment| match segment.starts_with('{') {
        true => pieces.next().map_or("", |piece| piece.text),
        false => segment,
    });
    Ok(Some(segments.collect::<Vec<_>>().join("/")))
}
