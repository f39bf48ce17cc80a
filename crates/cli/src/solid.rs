//! The rule for solid pixels: from options and scene files, and in words.

use mask::Solid;

/// Returns the rule for solid pixels by a color key, or else by a threshold of alpha.
pub(crate) fn rule(color_key: Option<[u8; 3]>, alpha_threshold: Option<u8>) -> Solid {
    let by_alpha = || alpha_threshold.map_or(Solid::default(), Solid::AlphaAbove);
    color_key.map_or_else(by_alpha, Solid::ColorKey)
}

/// Parses a color of six hexadecimal digits, with or without `#`.
pub(crate) fn parse_color(text: &str) -> Result<[u8; 3], String> {
    let digits = text.strip_prefix('#').unwrap_or(text);
    match u32::from_str_radix(digits, 16) {
        Ok(rgb) if digits.len() == 6 && !digits.starts_with('+') => {
            let [_, r, g, b] = rgb.to_be_bytes();
            Ok([r, g, b])
        }
        _ => Err(format!("color must be six hexadecimal digits such as ff00ff, got {text:?}")),
    }
}

/// Returns the words for a rule for solid pixels.
pub(crate) fn rule_text(solid: Solid) -> String {
    match solid {
        Solid::AlphaAbove(threshold) => format!("alpha over {threshold}"),
        Solid::ColorKey([r, g, b]) => format!("not of color {r:02x}{g:02x}{b:02x}"),
        Solid::LumaAbove(threshold) => format!("luma over {threshold}"),
        other => format!("{other:?}"),
    }
}
