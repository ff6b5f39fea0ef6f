//! Resource names, put together from their parts.

use super::{ConvertError, ConvertReason, run::Run, write::Apart};
use crate::migration::plan::{Part, ScopeId, Source, Take, Write};

impl<'p, 'i> Run<'p, 'i> {
    /// A resource name put together from its parts.
    pub(super) fn name(
        &mut self,
        apart: Apart<'p>,
        write: &'p Write,
        template: &crate::migration::manifest::Template,
        parts: &'p [Part],
    ) -> Result<bool, ConvertError> {
        let mut values = Vec::with_capacity(parts.len());
        for part in parts {
            let last = self.source(apart.frames, part.source).last(&self.records);
            let text = last.map_or(Ok(""), |record| std::str::from_utf8(record.payload(self.input)));
            values.push(text.map_err(|error| self.bad_text(apart, part.source, error.valid_up_to()))?);
        }
        if values.iter().any(|value| value.is_empty()) {
            for (part, value) in parts.iter().zip(&values).filter(|(part, _)| !part.carried) {
                let frame = self.frame(apart.frames, part.source.scope);
                let explicit = self.slot(frame, part.source.slot).is_some_and(|slot| slot.explicit);
                if value.is_empty() && (!explicit || self.source(apart.frames, part.source).is_empty()) {
                    continue;
                }
                let path = self.source_name(apart, part.source);
                let name = &write.name;
                self.report.lose(
                    || path,
                    match value.is_empty() {
                        true => format!("set to its default, and no part of a name of the form `{template}` is empty"),
                        false => {
                            format!("`{name}` is a name of the form `{template}`, and another part of it is missing")
                        }
                    },
                );
            }
            return Ok(false);
        }
        match template.fill(&values) {
            Ok(name) => {
                self.out.len_field(write.number, name.as_bytes());
                Ok(true)
            }
            Err(bad) => {
                let part = parts.iter().zip(&values).find(|(_, value)| **value == bad).map(|(part, _)| part.source);
                let source = part.unwrap_or(Source { scope: ScopeId(0), slot: 0, take: Take::All });
                let frame = self.frame(apart.frames, source.scope);
                let offset = self.source(apart.frames, source).last(&self.records).map_or(0, |r| r.payload as usize);
                let reason = ConvertReason::NamePart { value: bad.to_owned(), template: template.to_string() };
                Err(self.fault(apart.place(source.scope), self.slot(frame, source.slot), offset, reason))
            }
        }
    }

    /// Text that is not UTF-8, where no reader checks it and it must be text all the same.
    fn bad_text(&self, apart: Apart<'p>, source: Source, at: usize) -> ConvertError {
        let frame = self.frame(apart.frames, source.scope);
        let start = self.source(apart.frames, source).last(&self.records).map_or(0, |record| record.payload as usize);
        self.fault(apart.place(source.scope), self.slot(frame, source.slot), start + at, ConvertReason::Utf8)
    }
}
