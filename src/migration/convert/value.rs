//! One number, string or bytes, and what a transform makes of it.

use std::borrow::Cow;

use base64::{
    Engine,
    alphabet::{STANDARD, URL_SAFE},
    engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig},
};

use super::{ConvertError, ConvertReason, elements::elements, run::Run, walk::is_default, write::Apart};
use crate::{
    migration::plan::{Candidate, NumberOrText, Take, Transform, ValueWrite, Write, shortened},
    wire::RawValue,
};

/// A payload that stands in the input or has been made.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Payload<'i> {
    Number(RawValue<'i>),
    Text(Cow<'i, [u8]>),
}

impl Payload<'_> {
    pub(super) fn raw(&self) -> RawValue<'_> {
        match self {
            Payload::Number(value) => *value,
            Payload::Text(bytes) => RawValue::Len(bytes),
        }
    }
}

impl<'i> From<RawValue<'i>> for Payload<'i> {
    fn from(value: RawValue<'i>) -> Self {
        match value {
            RawValue::Len(bytes) => Payload::Text(Cow::Borrowed(bytes)),
            number => Payload::Number(number),
        }
    }
}

/// A value of one type as one of another: what is written, and what is lost. Both where it becomes another value, and
/// neither where it is left out on purpose.
pub(super) fn convert<'i>(
    from: &NumberOrText,
    to: &NumberOrText,
    value: RawValue<'i>,
) -> (Option<Payload<'i>>, Option<String>) {
    match (from, to) {
        (NumberOrText::Number(a), NumberOrText::Number(b)) => {
            if a == b && a.map.is_none() && a.known.is_none() {
                return (Some(value.into()), None);
            }
            let Some(plain) = a.decode(value) else { return (None, None) };
            let (mapped, lost) = match a.mapped(plain) {
                Ok(mapped) => mapped,
                Err(why) => return (None, Some(why)),
            };
            let Some(mapped) = mapped else { return (None, lost) };
            match b.encode(mapped) {
                Some(encoded) => (Some(encoded.into()), lost),
                None => (None, Some("it does not fit the type that the field has in the other version".to_owned())),
            }
        }
        (_, NumberOrText::String) => match value {
            RawValue::Len(text) if std::str::from_utf8(text).is_err() => (None, Some("it is not UTF-8".to_owned())),
            value => (Some(value.into()), None),
        },
        _ => (Some(value.into()), None),
    }
}

impl<'p, 'i> Run<'p, 'i> {
    /// Writes one number, string or bytes from the first source that has a value.
    pub(super) fn value(
        &mut self,
        apart: Apart<'p>,
        write: &'p Write,
        value: &'p ValueWrite,
    ) -> Result<bool, ConvertError> {
        let mut winner: Option<(Payload<'i>, &'p Candidate)> = None;
        for candidate in &value.candidates {
            let Some(found) = self.candidate(apart, candidate, value)? else { continue };
            match &winner {
                None => winner = Some((found, candidate)),
                Some((won, by)) if won.raw() != found.raw() => {
                    let (won, winner_path) = (value.form.show(won.raw()), self.source_name(apart, by.source));
                    let path = self.source_name(apart, candidate.source);
                    let reason = {
                        let found = value.form.show(found.raw());
                        format!("it says {found}, and `{winner_path}`, which goes before it, says {won}")
                    };
                    self.report.lose(|| path, reason);
                }
                Some(_) => {}
            }
        }
        if let Some((found, candidate)) = winner {
            if let Some(reason) = &candidate.loss {
                let path = self.source_name(apart, candidate.source);
                self.report.lose(|| path, &**reason);
            }
            let is_set = value.explicit || !is_default(found.raw());
            if is_set {
                self.out.field(write.number, found.raw());
            }
            return Ok(is_set);
        }
        let is_there = value.candidates.iter().any(|c| self.frame(apart.frames, c.source.scope).present);
        match &value.empty {
            Some(constant) if is_there => {
                self.out.field(write.number, constant.raw());
                let path = self.target_path(&write.name);
                self.report.supply(path, value.form.show(constant.raw()));
                Ok(!constant.is_default())
            }
            _ => Ok(false),
        }
    }

    /// What a source has to say, as a value of the target.
    fn candidate(
        &mut self,
        apart: Apart<'p>,
        candidate: &'p Candidate,
        target: &'p ValueWrite,
    ) -> Result<Option<Payload<'i>>, ConvertError> {
        let Some(found) = self.found(apart, candidate)? else { return Ok(None) };
        let unset = is_default(found);
        let told = !candidate.explicit;
        match &candidate.transform {
            Transform::Not => {
                let was = matches!(found, RawValue::Varint(value) if value != 0);
                return Ok(Some(Payload::Number(RawValue::Varint(u64::from(!was)))));
            }
            Transform::ZeroToUnset if unset => {
                if candidate.explicit {
                    let path = self.source_name(apart, candidate.source);
                    self.report.lose(|| path, "set to zero, which in the other version is unset");
                }
                return Ok(None);
            }
            _ if unset && told => return Ok(None),
            Transform::UnsetFromZero if unset => {
                let why = candidate.why.as_deref().unwrap_or("an explicit zero has no form in the other version");
                let path = self.source_name(apart, candidate.source);
                self.report.lose(|| path, format!("set to zero: {why}"));
                return Ok(None);
            }
            Transform::Part { .. } if unset => return Ok(None),
            _ if unset && !target.explicit => {
                let path = self.source_name(apart, candidate.source);
                self.report.lose(|| path, "set to its default, which the other version cannot tell from unset");
                return Ok(None);
            }
            _ => {}
        }
        match &candidate.transform {
            Transform::Part { template, index } => self.part(apart, candidate, found, template, *index).map(Some),
            Transform::DecodeBase64 => self.decoded(apart, candidate, found).map(Some),
            Transform::EncodeBase64 => {
                let RawValue::Len(bytes) = found else { return Ok(None) };
                let text = base64::engine::general_purpose::STANDARD.encode(bytes);
                Ok(Some(Payload::Text(Cow::Owned(text.into_bytes()))))
            }
            Transform::MajorMinor => Ok(Some(self.shortened(apart, candidate, found))),
            _ => Ok(self.converted(apart, candidate, target, found)),
        }
    }

    /// The value of a source as it lies there; of a list the first. An absent bool under `not` is false.
    fn found(&mut self, apart: Apart<'p>, candidate: &'p Candidate) -> Result<Option<RawValue<'i>>, ConvertError> {
        let source = candidate.source;
        let frame = self.frame(apart.frames, source.scope);
        let Some(slot) = self.slot(frame, source.slot) else { return Ok(None) };
        let chain = self.source(apart.frames, source);
        if !slot.repeated {
            let value = chain.last(&self.records).and_then(|record| record.value(self.input));
            let absent = matches!(candidate.transform, Transform::Not) && !candidate.explicit && frame.present;
            return Ok(value.or(absent.then_some(RawValue::Varint(0))));
        }
        let mut first = None;
        let mut count = 0;
        let mut rest = chain;
        while let Some((record, others)) = rest.next(&self.records) {
            rest = others;
            for value in elements(record, self.input, &candidate.from) {
                let value = value.map_err(|reason| self.bad_run(apart, source, record, reason))?;
                first.get_or_insert(value);
                count += 1;
            }
        }
        if source.take == Take::All {
            self.lose_elements(apart, source, 1, count);
        }
        Ok(first)
    }

    fn converted(
        &mut self,
        apart: Apart<'p>,
        candidate: &'p Candidate,
        target: &'p ValueWrite,
        found: RawValue<'i>,
    ) -> Option<Payload<'i>> {
        let (value, lost) = convert(&candidate.from, &target.form, found);
        if let Some(reason) = lost {
            let path = self.source_name(apart, candidate.source);
            self.report.lose(|| path, reason);
        }
        value
    }

    fn part(
        &self,
        apart: Apart<'p>,
        candidate: &'p Candidate,
        found: RawValue<'i>,
        template: &crate::migration::manifest::Template,
        index: usize,
    ) -> Result<Payload<'i>, ConvertError> {
        let name = match found {
            RawValue::Len(bytes) => std::str::from_utf8(bytes).unwrap_or_default(),
            _ => "",
        };
        match template.part(name, index) {
            Some(part) => Ok(Payload::Text(Cow::Borrowed(part.as_bytes()))),
            None => {
                let reason = ConvertReason::Name { name: shortened(name), template: template.to_string() };
                Err(self.candidate_fault(apart, candidate, reason))
            }
        }
    }

    fn decoded(
        &self,
        apart: Apart<'p>,
        candidate: &'p Candidate,
        found: RawValue<'i>,
    ) -> Result<Payload<'i>, ConvertError> {
        let RawValue::Len(text) = found else { return Ok(found.into()) };
        // Both alphabets are in use, and so is leaving out the padding.
        let config = GeneralPurposeConfig::new().with_decode_padding_mode(DecodePaddingMode::Indifferent);
        let standard = GeneralPurpose::new(&STANDARD, config).decode(text);
        let decoded = standard.or_else(|error| GeneralPurpose::new(&URL_SAFE, config).decode(text).map_err(|_| error));
        decoded
            .map(|bytes| Payload::Text(Cow::Owned(bytes)))
            .map_err(|error| self.candidate_fault(apart, candidate, ConvertReason::Base64(error.to_string())))
    }

    fn candidate_fault(&self, apart: Apart<'p>, candidate: &'p Candidate, reason: ConvertReason) -> ConvertError {
        let source = candidate.source;
        let frame = self.frame(apart.frames, source.scope);
        let offset = self.source(apart.frames, source).last(&self.records).map_or(0, |record| record.payload as usize);
        self.fault(apart.place(source.scope), self.slot(frame, source.slot), offset, reason)
    }

    /// `0.3.0` as `0.3`; anything else stays.
    fn shortened(&mut self, apart: Apart<'p>, candidate: &'p Candidate, found: RawValue<'i>) -> Payload<'i> {
        let text = match found {
            RawValue::Len(bytes) => std::str::from_utf8(bytes).unwrap_or_default(),
            _ => "",
        };
        let is_number = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
        let parts: Vec<&str> = text.split('.').collect();
        match parts.as_slice() {
            [major, minor, patch] if [major, minor, patch].into_iter().all(|part| is_number(part)) => {
                let path = self.source_name(apart, candidate.source);
                self.report.lose(|| path, format!("the patch number {patch} of version {text}"));
                Payload::Text(Cow::Owned(format!("{major}.{minor}").into_bytes()))
            }
            _ => found.into(),
        }
    }
}
