//! How Aseprite blends a pixel over a pixel: colors are not premultiplied, and each step is rounded to 8 bits.

use aseprite_loader::binary::blend_mode::BlendMode;

/// A color: red, green, blue, alpha.
type Color = [u8; 4];

/// Returns `front` over `back`. `opacity` is a factor of the alpha of `front`, with 255 for 1.
pub(super) fn blend(mode: BlendMode, back: Color, front: Color, opacity: u8) -> Color {
    if mode == BlendMode::Normal || back[3] == 0 {
        return over(back, front, opacity);
    }
    // Between a plain and a mixed color, by the alpha of what is behind.
    let [r, g, b] = mix(mode, [back[0], back[1], back[2]], [front[0], front[1], front[2]]);
    let mixed = over(back, [r, g, b, front[3]], opacity);
    let merged = merge(over(back, front, opacity), mixed, back[3]);
    merge(merged, mixed, product(back[3], product(front[3], opacity)))
}

/// Returns a * b of fractions of 255, rounded.
pub(super) fn product(a: u8, b: u8) -> u8 {
    let t = u32::from(a) * u32::from(b) + 128;
    (((t >> 8) + t) >> 8) as u8
}

/// Returns a / b of fractions of 255, rounded. The caller guarantees a < b.
fn quotient(a: u8, b: u8) -> u8 {
    let [a, b] = [a, b].map(u32::from);
    ((a * 255 + b / 2) / b) as u8
}

/// Returns `front` over `back` without mixing their colors.
fn over(back: Color, front: Color, opacity: u8) -> Color {
    let alpha = product(front[3], opacity);
    if back[3] == 0 {
        return [front[0], front[1], front[2], alpha];
    }
    if front[3] == 0 {
        return back;
    }
    let total = i32::from(alpha) + i32::from(back[3]) - i32::from(product(back[3], alpha));
    let channel = |index: usize| {
        let [back, front] = [back, front].map(|color| i32::from(color[index]));
        (back + (front - back) * i32::from(alpha) / total) as u8
    };
    [channel(0), channel(1), channel(2), total as u8]
}

/// Returns a color between `back` and `front`, at `share` of 255 from `back`.
fn merge(back: Color, front: Color, share: u8) -> Color {
    let between = |back: u8, front: u8| {
        let t = (i32::from(front) - i32::from(back)) * i32::from(share) + 128;
        (i32::from(back) + (((t >> 8) + t) >> 8)) as u8
    };
    let alpha = between(back[3], front[3]);
    let [r, g, b] = [0, 1, 2].map(|index| match (back[3], front[3]) {
        _ if alpha == 0 => 0,
        (0, _) => front[index],
        (_, 0) => back[index],
        _ => between(back[index], front[index]),
    });
    [r, g, b, alpha]
}

/// Returns the mixed color of a mode.
fn mix(mode: BlendMode, back: [u8; 3], front: [u8; 3]) -> [u8; 3] {
    let tones = |color: [u8; 3]| color.map(|channel| f64::from(channel) / 255.0);
    let (b, f) = (tones(back), tones(front));
    let mixed = match mode {
        BlendMode::Hue => with_luma(with_saturation(f, saturation(b)), luma(b)),
        BlendMode::Saturation => with_luma(with_saturation(b, saturation(f)), luma(b)),
        BlendMode::Color => with_luma(f, luma(b)),
        BlendMode::Luminosity => with_luma(b, luma(f)),
        _ => return [0, 1, 2].map(|index| mix_channel(mode, back[index], front[index])),
    };
    mixed.map(|tone| (255.0 * tone) as u8)
}

/// Returns the mixed channel of a mode that mixes each channel for itself.
fn mix_channel(mode: BlendMode, back: u8, front: u8) -> u8 {
    match mode {
        BlendMode::Multiply => product(back, front),
        BlendMode::Screen => (u32::from(back) + u32::from(front) - u32::from(product(back, front))) as u8,
        BlendMode::Overlay => mix_channel(BlendMode::HardLight, front, back),
        BlendMode::Darken => back.min(front),
        BlendMode::Lighten => back.max(front),
        BlendMode::ColorDodge if back == 0 => 0,
        BlendMode::ColorDodge if back >= 255 - front => 255,
        BlendMode::ColorDodge => quotient(back, 255 - front),
        BlendMode::ColorBurn if back == 255 => 255,
        BlendMode::ColorBurn if 255 - back >= front => 0,
        BlendMode::ColorBurn => 255 - quotient(255 - back, front),
        BlendMode::HardLight if front < 128 => product(back, front << 1),
        BlendMode::HardLight => mix_channel(BlendMode::Screen, back, ((u32::from(front) << 1) - 255) as u8),
        BlendMode::SoftLight => soft_light(f64::from(back) / 255.0, f64::from(front) / 255.0),
        BlendMode::Difference => back.abs_diff(front),
        BlendMode::Exclusion => (i32::from(back) + i32::from(front) - 2 * i32::from(product(back, front))) as u8,
        BlendMode::Addition => back.saturating_add(front),
        BlendMode::Subtract => back.saturating_sub(front),
        BlendMode::Divide if back == 0 => 0,
        BlendMode::Divide if back >= front => 255,
        BlendMode::Divide => quotient(back, front),
        _ => front,
    }
}

fn soft_light(back: f64, front: f64) -> u8 {
    let light = if back <= 0.25 { ((16.0 * back - 12.0) * back + 4.0) * back } else { back.sqrt() };
    let mixed = if front <= 0.5 {
        back - (1.0 - 2.0 * front) * back * (1.0 - back)
    } else {
        back + (2.0 * front - 1.0) * (light - back)
    };
    (mixed * 255.0 + 0.5) as u8
}

fn luma([r, g, b]: [f64; 3]) -> f64 {
    0.3 * r + 0.59 * g + 0.11 * b
}

fn saturation(color: [f64; 3]) -> f64 {
    highest(color) - lowest(color)
}

fn highest([r, g, b]: [f64; 3]) -> f64 {
    r.max(g).max(b)
}

fn lowest([r, g, b]: [f64; 3]) -> f64 {
    r.min(g).min(b)
}

/// Returns the color with another saturation.
fn with_saturation(color: [f64; 3], saturation: f64) -> [f64; 3] {
    let (low, range) = (lowest(color), highest(color) - lowest(color));
    color.map(|tone| if range > 0.0 { (tone - low) * saturation / range } else { 0.0 })
}

/// Returns the color with another luma, moved towards gray until all channels are from 0 to 1.
fn with_luma(color: [f64; 3], wanted: f64) -> [f64; 3] {
    let shift = wanted - luma(color);
    let mut color = color.map(|tone| tone + shift);
    let (middle, low, high) = (luma(color), lowest(color), highest(color));
    if low < 0.0 {
        color = color.map(|tone| middle + (tone - middle) * middle / (middle - low));
    }
    if high > 1.0 {
        color = color.map(|tone| middle + (tone - middle) * (1.0 - middle) / (high - middle));
    }
    color
}
