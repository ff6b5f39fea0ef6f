//! The files of this program that generated Rust code carries with it, so that it finds the same version by the same
//! evidence.
//!
//! They are carried as they are. What surrounds them in generated code, a `mod.rs` here and there and [`Side`](super::Side),
//! is written for it alone and stands below `src/codegen/rust/support`. Everything hangs on one module, which has to
//! declare `detection`, `side` and `wire` and to have `Side` in scope.

macro_rules! files {
    ($($path:literal: $source:literal,)*) => {
        /// Path of each file, with `/` between names, and its text.
        pub(crate) const FILES: &[(&str, &str)] = &[$(($path, include_str!($source)),)*];
    };
}

files! {
    "detection/contrast.rs": "contrast.rs",
    "detection/detected.rs": "detected.rs",
    "detection/evidence.rs": "evidence.rs",
    "detection/mod.rs": "../../codegen/rust/support/detection/mod.rs",
    "detection/reading.rs": "reading.rs",
    "detection/shapes.rs": "shapes.rs",
    "detection/spot.rs": "spot.rs",
    "detection/verdict.rs": "verdict.rs",
    "detection/walk/frame.rs": "walk/frame.rs",
    "detection/walk/message.rs": "walk/message.rs",
    "detection/walk/mod.rs": "walk/mod.rs",
    "detection/walk/number.rs": "walk/number.rs",
    "detection/walk/text.rs": "walk/text.rs",
    "detection/walk/value.rs": "walk/value.rs",
    "detection/weight.rs": "weight.rs",
    "side.rs": "../../codegen/rust/support/side.rs",
    "wire/depth.rs": "../../wire/depth.rs",
    "wire/error.rs": "../../wire/error.rs",
    "wire/mod.rs": "../../codegen/rust/support/wire/mod.rs",
    "wire/reader.rs": "../../wire/reader.rs",
    "wire/wire_type.rs": "../../wire/wire_type.rs",
}
