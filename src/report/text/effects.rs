//! Outcomes in compact words, the worst over all changes that are shown together.

use super::style::{Ink, Style, outcome_word};
use crate::{
    effects::{BinaryEffects, Direction, JsonEffects, Outcome, Verdict},
    report::ChangeEntry,
};

/// One surface's outcome.
pub(super) struct EffectLine {
    pub label: &'static str,
    pub result: EffectResult,
}

/// What happens on a surface.
pub(super) enum EffectResult {
    /// Data in both directions.
    Data { upgrade: Outcome, downgrade: Outcome },
    /// Code and callers.
    Callers(Verdict),
}

/// The worst outcomes of several changes.
#[derive(Default)]
pub(super) struct Worst {
    binary: Option<BinaryEffects>,
    json: Option<JsonEffects>,
    plain: Option<BinaryEffects>,
    source: Verdict,
    http: Verdict,
}

impl Worst {
    pub(super) fn of<'a>(changes: impl IntoIterator<Item = &'a ChangeEntry>) -> Self {
        let mut worst = Worst::default();
        for effects in changes.into_iter().map(|change| &change.effects) {
            if let Some(binary) = &effects.binary {
                raise_binary(worst.binary.get_or_insert_default(), binary);
            }
            if let Some(typical) = &effects.typical {
                raise_binary(worst.plain.get_or_insert_default(), &typical.binary);
            }
            if let Some(json) = &effects.json {
                let most = worst.json.get_or_insert_default();
                raise(&mut most.upgrade.strict, json.upgrade.strict);
                raise(&mut most.upgrade.lenient, json.upgrade.lenient);
                raise(&mut most.downgrade.strict, json.downgrade.strict);
                raise(&mut most.downgrade.lenient, json.downgrade.lenient);
            }
            raise(&mut worst.source, effects.source);
            raise(&mut worst.http, effects.http);
        }
        worst
    }

    /// A line for each surface that notices something: `binary`, `strict` where strict binary readers fare
    /// differently, `plain` where short ordinary values do, `json`; `data` where no reader notices anything, and then `http` and `source`.
    pub(super) fn lines(&self) -> Vec<EffectLine> {
        let mut lines = self.data_lines();
        if lines.iter().all(EffectLine::is_harmless) {
            lines.clear();
            if self.binary.is_some() || self.json.is_some() {
                lines.push(EffectLine::data("data", Outcome::Exact, Outcome::Exact));
            }
            let callers = [("calls", self.http), ("source", self.source)];
            let callers = callers.into_iter().filter(|(_, verdict)| *verdict != Verdict::Same);
            lines.extend(callers.map(|(label, verdict)| EffectLine { label, result: EffectResult::Callers(verdict) }));
        }
        lines
    }

    fn data_lines(&self) -> Vec<EffectLine> {
        let mut lines = Vec::new();
        if let Some(BinaryEffects { upgrade, downgrade }) = self.binary {
            lines.push(EffectLine::data("binary", upgrade.conformant, downgrade.conformant));
            if (upgrade.conformant, downgrade.conformant) != (upgrade.strict, downgrade.strict) {
                lines.push(EffectLine::data("strict", upgrade.strict, downgrade.strict));
            }
            if let Some(plain) = self.plain {
                let plain = (plain.upgrade.conformant, plain.downgrade.conformant);
                if plain != (upgrade.conformant, downgrade.conformant) {
                    lines.push(EffectLine::data("plain", plain.0, plain.1));
                }
            }
        }
        if let Some(JsonEffects { upgrade, downgrade }) = self.json {
            lines.push(EffectLine::data("json", upgrade.worst(), downgrade.worst()));
        }
        lines
    }
}

fn raise_binary(most: &mut BinaryEffects, other: &BinaryEffects) {
    raise(&mut most.upgrade.conformant, other.upgrade.conformant);
    raise(&mut most.upgrade.strict, other.upgrade.strict);
    raise(&mut most.downgrade.conformant, other.downgrade.conformant);
    raise(&mut most.downgrade.strict, other.downgrade.strict);
}

fn raise<T: Ord>(most: &mut T, other: T) {
    if other > *most {
        *most = other;
    }
}

impl EffectLine {
    fn data(label: &'static str, upgrade: Outcome, downgrade: Outcome) -> Self {
        EffectLine { label, result: EffectResult::Data { upgrade, downgrade } }
    }

    fn is_harmless(&self) -> bool {
        matches!(self.result, EffectResult::Data { upgrade: Outcome::Exact, downgrade: Outcome::Exact })
    }

    /// The two outcome cells: text and colour.
    pub(super) fn cells(&self, style: Style) -> [(String, Ink); 2] {
        match self.result {
            EffectResult::Data { upgrade, downgrade } => {
                [cell(style, Direction::Upgrade, upgrade), cell(style, Direction::Downgrade, downgrade)]
            }
            EffectResult::Callers(verdict) => [(verdict_word(verdict).to_owned(), verdict.into()), Default::default()],
        }
    }
}

fn cell(style: Style, direction: Direction, outcome: Outcome) -> (String, Ink) {
    (format!("{} {}", style.direction(direction), outcome_word(outcome)), outcome.into())
}

fn verdict_word(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Same => "same",
        Verdict::Compatible => "compatible",
        Verdict::Breaking => "breaking",
    }
}
