//! Taking off the letters, and finding out what is inside.

use super::{PayloadFailure, advice::torn, messages::Judge};
use crate::wire::framing::{Fit, Framing, InputForm, Layers, Recognised, Stray, Text, recognise, recognise_framing};

/// What an input is that was read to its end.
pub(super) fn undress(
    bytes: Vec<u8>,
    told: InputForm,
    input: &str,
    judge: &Judge<'_>,
) -> Result<Recognised, PayloadFailure> {
    let letters_off = |text: Text| text.undress(&bytes).map_err(|error| torn(input, error));
    Ok(match told {
        InputForm::Json => Recognised::Json(bytes),
        InputForm::Auto => match recognise(bytes, judge) {
            Ok(recognised) => recognised,
            Err(error) => return Err(PayloadFailure::Ambiguous { input: input.to_owned(), error }),
        },
        InputForm::Text(text) => inside(letters_off(text)?, Some(text), judge),
        InputForm::Layers(Layers { text, framing }) => {
            let bytes = match text {
                Some(text) => letters_off(text)?,
                None => bytes,
            };
            match framing {
                Framing::Single => single(bytes, text, judge),
                framing => Recognised::Bytes { layers: Layers { text, framing }, bytes, stray: None },
            }
        }
    })
}

/// What was recognised and nobody told, in words.
pub(super) fn found(recognised: &Recognised, told: InputForm) -> Option<String> {
    let (found, form) = match (recognised, told) {
        (Recognised::Json(_), InputForm::Auto) => ("JSON".to_owned(), "json".to_owned()),
        (Recognised::Bytes { layers, .. }, InputForm::Auto | InputForm::Text(_)) => {
            let frames = layers.framing == Framing::Grpc;
            match (told, layers.text) {
                (InputForm::Auto, Some(text)) if frames => {
                    (format!("gRPC frames in {}", text.name()), layers.to_string())
                }
                (InputForm::Auto, Some(text)) => (text.name().to_owned(), text.name().to_owned()),
                _ if frames => ("gRPC frames".to_owned(), layers.to_string()),
                _ => return None,
            }
        }
        _ => return None,
    };
    Some(format!("recognised {found}; --in {form} says so beforehand"))
}

/// What bytes may be as well that were taken for a message as they are.
pub(super) fn doubt(recognised: &Recognised, told: InputForm, judge: &Judge<'_>) -> Option<String> {
    let Recognised::Bytes { layers: Layers { text: None, framing: Framing::Single }, bytes, .. } = recognised else {
        return None;
    };
    let text = [Text::Hex, Text::Base64].into_iter().find(|text| text.could_be(bytes))?;
    let doubtful = told == InputForm::Auto && (Fit::Foreign..Fit::Whole).contains(&judge(bytes));
    doubtful.then(|| format!("read as binary, but all of it is {0} characters; read it so with --in {0}", text.name()))
}

/// Bytes that came out of a text: frames, or a message.
fn inside(bytes: Vec<u8>, text: Option<Text>, judge: &Judge<'_>) -> Recognised {
    match recognise_framing(&bytes, judge) {
        (Framing::Single, _) => single(bytes, text, judge),
        (framing, stray) => cut(bytes, Layers { text, framing }, stray),
    }
}

/// One message. What is stray behind it is found all the same.
fn single(bytes: Vec<u8>, text: Option<Text>, judge: &Judge<'_>) -> Recognised {
    let stray = match recognise_framing(&bytes, judge) {
        (Framing::Single, stray) => stray,
        _ => None,
    };
    cut(bytes, Layers { text, framing: Framing::Single }, stray)
}

fn cut(mut bytes: Vec<u8>, layers: Layers, stray: Option<Stray>) -> Recognised {
    if let Some(stray) = &stray {
        bytes.truncate(stray.offset);
    }
    Recognised::Bytes { layers, bytes, stray }
}
