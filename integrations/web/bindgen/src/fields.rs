//! The TypeScript file of a sprite's fields: the interface with its documentation, and the kinds in order.

use world::Side;
use world::bindings::{FIELDS, Field, Kind};

/// Returns the text of the file.
pub(crate) fn typescript() -> String {
    let members: String = FIELDS.iter().map(member).collect();
    let kinds: String =
        FIELDS.iter().map(|field| format!("  {}: {:?},\n", camel_case(field.name), name(field.kind))).collect();
    let sides = Side::ALL.map(|side| format!("{side:?}").to_lowercase());
    format!(
        r#"/** The values of a sprite, which the build writes from the list of the library. */

import type {{ Point }} from "../types.js";

/** The sides, by their numbers in the module. */
export const SIDES = {sides:?} as const;

/** A side of a sprite in the world: `"left"` has the smallest x, and `"top"` the smallest y. */
export type Side = (typeof SIDES)[number];

/** All values of a sprite. */
export interface Sprite {{
{members}}}

/** The kinds of all values, in the order in which the module takes them. */
export const KINDS = {{
{kinds}}} as const satisfies Record<keyof Sprite, string>;
"#
    )
}

/// Returns the name of a kind in `ts/sprite.ts`.
fn name(kind: Kind) -> String {
    format!("{kind:?}").to_lowercase()
}

/// Returns the type of a kind, and a sentence for the documentation if there is more to say.
fn type_and_note(kind: Kind) -> (&'static str, &'static str) {
    match kind {
        Kind::Mask => ("number", "It is an id that `addMask` returned."),
        Kind::Place => ("Point", "Fractions of an upright sprite are rounded half up, those of any other are kept."),
        Kind::Flag => ("boolean", ""),
        Kind::Turn => ("0 | 1 | 2 | 3", ""),
        Kind::Factors => ("Point", "You may give one number for both."),
        Kind::Fraction => ("Point", ""),
        Kind::Point => ("Point | null", ""),
        Kind::Map => (
            "readonly [a: number, b: number, c: number, d: number] | null",
            "It is `[a, b, c, d]`, in the order of a canvas and of `DOMMatrix`: `x' = a*x + c*y` and `y' = b*x + d*y`.",
        ),
        Kind::Layers => {
            ("number", "{@link World.oneSidedLayers} finds sprites of which only one names the other's layers.")
        }
        Kind::Side => (
            "Side | null",
            "A sprite with a side counts neither for free places nor as one that a move starts in. \
             To drop through it, move on other `layers`.",
        ),
        Kind::Number => ("number", "It is a whole number from 0 to 2^32 - 1."),
        Kind::Data => ("number", "It is a whole number from 0 to 2^53 - 1."),
        _ => ("number", ""),
    }
}

fn member(field: &Field) -> String {
    let (type_name, note) = type_and_note(field.kind);
    let default = match field.default() {
        "" => String::new(),
        "none" => "The default is `null`.".to_owned(),
        "0, 0" => "The default is 0 for both.".to_owned(),
        "1, 1" => "The default is 1 for both.".to_owned(),
        default => format!("The default is {default}."),
    };
    let docs =
        [&field.text(), note, &default].into_iter().filter(|text| !text.is_empty()).collect::<Vec<_>>().join(" ");
    let docs = match &wrapped(&docs, 114)[..] {
        [line] => format!("/** {line} */"),
        lines => format!("/**\n   * {}\n   */", lines.join("\n   * ")),
    };
    format!("  {docs}\n  readonly {}: {type_name};\n", camel_case(field.name))
}

/// Splits a text into lines.
fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split(' ') {
        let line = lines.last_mut().expect("there is a line");
        if line.is_empty() {
            line.push_str(word);
        } else if line.len() + 1 + word.len() <= width {
            line.push(' ');
            line.push_str(word);
        } else {
            lines.push(word.to_owned());
        }
    }
    lines
}

fn camel_case(name: &str) -> String {
    let mut words = name.split('_');
    let first = words.next().unwrap_or_default().to_owned();
    words.fold(first, |name, word| name + &word[..1].to_uppercase() + &word[1..])
}
