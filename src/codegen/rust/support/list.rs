//! Lists and maps.

use super::{
    report::{Error, Report},
    trail::Trail,
    value::Changed,
};

/// What a list becomes.
pub(crate) fn each<A, B>(
    list: Vec<A>,
    mut convert: impl FnMut(usize, A) -> Result<B, Error>,
) -> Result<Vec<B>, Error> {
    list.into_iter().enumerate().map(|(index, element)| convert(index, element)).collect()
}

/// What a list becomes, whose elements know where they once stood.
pub(crate) fn each_placed<A, B>(
    list: Vec<Placed<A>>,
    mut convert: impl FnMut(usize, usize, A) -> Result<B, Error>,
) -> Result<Vec<B>, Error> {
    list.into_iter().enumerate().map(|(index, (ordinal, element))| convert(ordinal, index, element)).collect()
}

/// What a map becomes. `place` says where a value is, by its key.
pub(crate) fn entries<K, A, B, M: FromIterator<(K, B)>>(
    map: impl IntoIterator<Item = (K, A)>,
    mut convert: impl FnMut(&K, A) -> Result<B, Error>,
) -> Result<M, Error> {
    map.into_iter()
        .map(|(key, value)| {
            let value = convert(&key, value)?;
            Ok((key, value))
        })
        .collect()
}

/// An element and where it stood.
pub(crate) type Placed<T> = (usize, T);

/// A list whose elements know where they stand.
pub(crate) fn placed<T>(list: Vec<T>) -> Vec<Placed<T>> {
    list.into_iter().enumerate().collect()
}

/// The first element, and the others.
pub(crate) fn split<T>(list: Vec<Placed<T>>) -> (Option<Placed<T>>, Vec<Placed<T>>) {
    let mut list = list.into_iter();
    let first = list.next();
    (first, list.collect())
}

/// Versions that have a place in the target.
pub(crate) struct Range {
    /// The lowest that is in.
    pub from: Option<(u32, u32)>,
    /// The lowest that is out again.
    pub below: Option<(u32, u32)>,
    /// Whether an element without a version is in.
    pub empty: bool,
}

impl Range {
    /// Whether a version lies in it. Patch numbers do not count.
    fn holds(&self, version: &str) -> bool {
        if version.is_empty() {
            return self.empty;
        }
        let mut parts = version.splitn(3, '.').map(|part| part.parse::<u32>().ok());
        let (Some(Some(major)), Some(Some(minor))) = (parts.next(), parts.next()) else { return false };
        let version = (major, minor);
        self.from.is_none_or(|from| from <= version) && self.below.is_none_or(|below| version < below)
    }
}

/// The elements whose version has a place in the target; the others are lost.
pub(crate) fn in_range<T>(
    list: Vec<Placed<T>>,
    version: impl Fn(&T) -> &str,
    range: &Range,
    why: &str,
    (trail, name): (&Trail<'_>, &'static str),
    report: &mut Report,
) -> Vec<Placed<T>> {
    let mut kept = Vec::with_capacity(list.len());
    for (ordinal, element) in list {
        let text = version(&element);
        if range.holds(text) {
            kept.push((ordinal, element));
        } else {
            let why = format!("version \"{}\": {why}", text.escape_debug());
            report.lose_message(|| trail.item(name, ordinal).path(), why);
        }
    }
    kept
}

const ROOM_FOR_ONE: &str = "the other version has room for one";

/// The first message of a list; the others are lost.
pub(crate) fn first_message<T>(
    list: impl IntoIterator<Item = Placed<T>>,
    (trail, name): (&Trail<'_>, &'static str),
    report: &mut Report,
) -> Option<Placed<T>> {
    let mut list = list.into_iter();
    let first = list.next();
    for (ordinal, _) in list {
        report.lose_message(|| trail.item(name, ordinal).path(), ROOM_FOR_ONE);
    }
    first
}

/// More lost elements of one list than this are reported as one.
const LISTED_ELEMENTS: usize = 16;

/// The first of a list of numbers, strings or bytes; the others are lost.
pub(crate) fn first_value<T>(
    list: Vec<T>,
    (trail, name): (&Trail<'_>, &'static str),
    report: &mut Report,
) -> Option<T> {
    let (from, count) = (1, list.len());
    for index in from..count.min(from + LISTED_ELEMENTS) {
        report.lose(|| trail.item(name, index).path(), ROOM_FOR_ONE);
    }
    if count > from + LISTED_ELEMENTS {
        let rest = from + LISTED_ELEMENTS;
        report.lose(|| format!("{}[{rest}..{count}]", trail.path_of(name)), ROOM_FOR_ONE);
    }
    list.into_iter().next()
}

/// Each value of a list, and what becomes of it.
pub(crate) fn values<A, B>(
    list: Vec<A>,
    change: impl Fn(A) -> Changed<B>,
    (trail, name): (&Trail<'_>, &'static str),
    report: &mut Report,
) -> Vec<B> {
    let mut values = Vec::with_capacity(list.len());
    for (index, value) in list.into_iter().enumerate() {
        let Changed { value, lost } = change(value);
        values.extend(value);
        if let Some(why) = lost {
            report.lose(|| trail.item(name, index).path(), why);
        }
    }
    values
}

/// Numbers of a closed enum, each written by itself: readers other than prost take those that the enum does not have
/// for unknown fields.
pub(crate) fn known_elements(
    list: Vec<i32>,
    known: &[i32],
    field: i32,
    (trail, name): (&Trail<'_>, &'static str),
    report: &mut Report,
) -> Vec<i32> {
    let mut kept = list;
    kept.retain(|number| {
        let is_known = known.contains(number);
        if !is_known {
            trail.lose(name, format!("field {field} holds a number that its closed enum does not have"), report);
        }
        is_known
    });
    kept
}
