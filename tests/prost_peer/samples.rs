//! Values to write: ordinary ones, the ends of ranges, and those that pass for something else on the wire.

use std::collections::BTreeMap;

use crate::messages::{Group, Knot, Nest, Pair, Tie};

/// A type with values to try.
pub trait Samples: Sized {
    fn samples() -> Vec<Self>;
}

macro_rules! samples {
    ($($rust:ty: [$($value:expr),* $(,)?];)*) => {
        $(impl Samples for $rust {
            fn samples() -> Vec<Self> {
                vec![$($value),*]
            }
        })*
    };
}

samples! {
    bool: [true, false];
    // Names of enum values are among them (1, 5), and numbers that no enum names (42).
    i32: [42, 1, 5, 0, -1, 127, 128, i32::MAX, i32::MIN];
    i64: [42, 1, 0, -1, (1 << 32) + 5, -(1 << 32), i64::MAX, i64::MIN];
    u32: [42, 1, 0, 1 << 31, u32::MAX];
    u64: [42, 1, 0, (1 << 32) + 5, 1 << 63, u64::MAX];
    f32: [1.5, 0.0, -0.0, f32::MIN_POSITIVE, f32::INFINITY, f32::NAN, f32::from_bits(0x7fa0_0001)];
    f64: [1.5, 0.1, 0.0, -0.0, f64::MAX, f64::NEG_INFINITY, f64::NAN];
    Pair: [pair("sample", 7), pair("", 0), pair("", -1), pair("Grüße", 0)];
    Group: [
        Group { s: Some("sample".to_owned()), n: Some(7) },
        Group { s: None, n: None },
        Group { s: Some(String::new()), n: Some(0) },
    ];
    Nest: [
        Nest::default(),
        Nest { child: Some(Box::default()), ..Nest::default() },
        Nest { named: BTreeMap::from([(0, Nest::default()), (-1, Nest::default())]), ..Nest::default() },
        Nest { listed: vec![Nest::default(); 2], ..Nest::default() },
    ];
    Knot: [
        Knot::default(),
        Knot { tie: Some(Box::default()) },
        Knot { tie: Some(Box::new(Tie { knot: Some(Box::new(Knot { tie: Some(Box::default()) })) })) },
    ];
}

fn pair(s: &str, n: i32) -> Pair {
    Pair { s: s.to_owned(), n }
}

/// Bytes that pass for something else: text, a message with one field or two, a map entry, packed numbers of every
/// width, half a number.
const TEXTS: &[&str] = &[
    "sample",
    "",
    "42",
    "\n\u{3}abc",
    "\n\u{3}abc\u{10}\u{7}",
    "\u{8}\u{1}\u{10}\u{2}",
    "\n\u{5}\n\u{3}abc",
    "abcdefgh",
    "Grüße 世界",
    "\u{0}",
];

impl Samples for String {
    fn samples() -> Vec<Self> {
        TEXTS.iter().map(|text| (*text).to_owned()).collect()
    }
}

impl Samples for Vec<u8> {
    fn samples() -> Vec<Self> {
        let texts = TEXTS.iter().map(|text| text.as_bytes().to_vec());
        // Not UTF-8: random bytes, a lone surrogate, an overlong zero; the first begins a message.
        texts
            .chain([&[0x0a, 0x01, 0xff][..], &[0xed, 0xa0, 0x80], &[0xc0, 0x80], &[0xff; 12]].map(<[u8]>::to_vec))
            .collect()
    }
}

impl<T: Samples> Samples for Option<T> {
    fn samples() -> Vec<Self> {
        T::samples().into_iter().map(Some).chain([None]).collect()
    }
}

/// None, each alone, the first twice, all.
pub fn lists<T: Samples + Clone>() -> Vec<Vec<T>> {
    let all = T::samples();
    let alone = all.iter().cloned().map(|one| vec![one]);
    let twice = all.iter().take(1).cloned().map(|one| vec![one.clone(), one]);
    [Vec::new()].into_iter().chain(alone).chain(twice).chain([all.clone()]).collect()
}

/// None, each key, each value, many of both.
pub fn maps<K: Samples + Ord + Clone, V: Samples + Clone>() -> Vec<BTreeMap<K, V>> {
    let (keys, values) = (K::samples(), V::samples());
    let pairs = |keys: &[K], values: &[V]| -> BTreeMap<K, V> {
        keys.iter().cloned().zip(values.iter().cloned().cycle()).collect()
    };
    let each_key = keys.iter().map(|key| pairs(std::slice::from_ref(key), &values));
    let each_value = values.iter().map(|value| pairs(&keys[..1], std::slice::from_ref(value)));
    [BTreeMap::new()].into_iter().chain(each_key).chain(each_value).chain([pairs(&keys, &values)]).collect()
}
