//! The two versions of A2A and the reader for both.

use std::{fmt::Write, sync::LazyLock};

use proto_diff::{
    dynamic::{DynamicMessage, Reader, binary, drop_implicit_defaults},
    migration::{
        DualReader, Grounds, Migration, TypePair,
        detection::{Contrast, Hints, Reading, Shapes, Side, Verdict, judge},
    },
    schema::{MessageId, Schema},
};

/// The bundled migration, as it is without options.
static MIGRATION: LazyLock<Migration> = LazyLock::new(|| Migration::a2a().expect("the bundled manifest"));

/// Both versions.
pub struct Sides {
    pub migration: &'static Migration,
    pub reader: DualReader<'static>,
    pub old: &'static Schema,
    pub new: &'static Schema,
    /// Both without hints about writers.
    bare: [Shapes; 2],
    /// Old and new type of each message.
    pub pairs: Vec<TypePair>,
}

pub static SIDES: LazyLock<Sides> = LazyLock::new(|| {
    let migration = &*MIGRATION;
    let pairs = migration.pairs().collect();
    let (old, new) = (&migration.old, &migration.new);
    let bare = [old, new].map(|schema| Shapes::of(schema, &Hints::default()));
    Sides { migration, reader: DualReader::new(migration), old, new, bare, pairs }
});

impl Sides {
    pub fn schema(&self, side: Side) -> &'static Schema {
        self.migration.schema(side)
    }

    /// The type of one side.
    pub fn end(&self, types: TypePair, side: Side) -> MessageId {
        match side {
            Side::Old => types.old(),
            Side::New => types.new(),
        }
    }

    pub fn readings(&self, types: TypePair, bytes: &[u8]) -> [Reading<'_>; 2] {
        [Side::Old, Side::New].map(|side| self.reader.reading(types, bytes, side))
    }

    /// The verdict of the dual reader, for somebody who wants the new version.
    pub fn judge(&self, types: TypePair, bytes: &[u8]) -> Verdict {
        self.judge_towards(types, bytes, Side::New)
    }

    /// The verdict of the dual reader.
    pub fn judge_towards(&self, types: TypePair, bytes: &[u8], wanted: Side) -> Verdict {
        match self.reader.detect(types, bytes, wanted).grounds {
            Grounds::Bytes(verdict) => verdict,
            Grounds::Told(side) => panic!("nobody told {side}"),
        }
    }

    /// The verdict of one who converts by the manifest and knows nothing about writers.
    pub fn judge_without_hints(&self, types: TypePair, bytes: &[u8]) -> Verdict {
        let [old, new] = &self.bare;
        let (old, new) = (Reading::of(old, types.old().0, bytes), Reading::of(new, types.new().0, bytes));
        judge(&old, &new, || {
            let converted = self.migration.upgrade(types, bytes).ok().filter(|converted| converted.losses.is_empty());
            converted.is_some_and(|converted| self.are_equal(types, Side::New, &converted.message, bytes))
        })
    }

    /// Whether two payloads of one version are the same message, both readable.
    pub fn are_equal(&self, types: TypePair, side: Side, one: &[u8], other: &[u8]) -> bool {
        let (one, other) = (self.message(types, side, one), self.message(types, side, other));
        one.is_some() && one == other
    }

    /// What a conformant reader says.
    pub fn read(&self, types: TypePair, side: Side, bytes: &[u8]) -> Result<DynamicMessage, binary::ReadError> {
        let (schema, of) = (self.schema(side), self.end(types, side));
        binary::read(schema, &schema[of], bytes, Reader::Conformant)
    }

    /// The message, without what is as good as absent.
    fn message(&self, types: TypePair, side: Side, bytes: &[u8]) -> Option<DynamicMessage> {
        let (schema, of) = (self.schema(side), self.end(types, side));
        let mut message = self.read(types, side, bytes).ok()?;
        drop_implicit_defaults(schema, &schema[of], &mut message);
        Some(message)
    }

    /// The pair of the types with these full names.
    pub fn types(&self, old: &str, new: &str) -> TypePair {
        let old = self.old.message_named(old).unwrap_or_else(|| panic!("no {old}"));
        let new = self.new.message_named(new).unwrap_or_else(|| panic!("no {new}"));
        self.migration.pair(old, new).expect("the manifest pairs them")
    }

    /// Verdict and evidence, for a person who wonders.
    pub fn story(&self, types: TypePair, bytes: &[u8]) -> String {
        let [old, new] = self.readings(types, bytes);
        let contrast = Contrast::of(&old, &new);
        let hex: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
        let name = &self.old[types.old()].element.full_name;
        let verdicts = [Side::New, Side::Old].map(|wanted| self.judge_towards(types, bytes, wanted));
        let mut story = format!("{name} {hex}: {} towards new, {} towards old\n", verdicts[0], verdicts[1]);
        for side in [Side::Old, Side::New] {
            match self.read(types, side, bytes) {
                Ok(_) => writeln!(story, "  {side} possible"),
                Err(error) => writeln!(story, "  {side}: {error}"),
            }
            .expect("a string takes anything");
            for weighed in contrast.side(side) {
                writeln!(story, "    {:?} {}", weighed.weight, weighed.evidence).expect("a string takes anything");
            }
        }
        story
    }
}
