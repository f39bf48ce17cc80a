//! Digging into the pixels of one collider, and showing what is left.

use super::collider::PixelCollider2D;
use super::collider_lifecycle::Joined;
use super::collider_source::Source;
use super::world_reading::Drawn;
use super::world_state::Change;
use super::world_step::emit;
use crate::convert::{Fault, center, finite, real, real_vector};
use crate::log::given;
use crate::pixel_mask::PixelMask;
use crate::pixel_query::Query;
use crate::{log, thread};
use godot::classes::image::Format;
use godot::classes::{CanvasItem, Image, ImageTexture, Shader, ShaderMaterial};
use godot::prelude::*;
use mask::{Affine, Mask};
use std::sync::Arc;

/// Draws a picture only where the mask is solid. Tiles are drawn in pieces with transforms of their own, so their place
/// comes from the world. The bits of the mask are the bytes of a texture, because a picture of a large mask would take
/// long to make.
const CLIP: &str = "shader_type canvas_item;
uniform sampler2D bits;
uniform vec2 corner;
uniform ivec2 size;
uniform bvec2 flips;
uniform bool is_world;
uniform mat4 to_node;
varying vec2 at;
void vertex() {
	at = is_world ? (to_node * MODEL_MATRIX * vec4(VERTEX, 0.0, 1.0)).xy : VERTEX;
}
void fragment() {
	ivec2 pixel = ivec2(floor(at - corner));
	pixel = ivec2(flips.x ? size.x - 1 - pixel.x : pixel.x, flips.y ? size.y - 1 - pixel.y : pixel.y);
	int bit = pixel.y * size.x + pixel.x;
	int row = textureSize(bits, 0).x;
	int eight = int(texelFetch(bits, ivec2((bit >> 3) % row, (bit >> 3) / row), 0).r * 255.0 + 0.5);
	bool is_inside = all(greaterThanEqual(pixel, ivec2(0))) && all(lessThan(pixel, size));
	if (!is_inside || ((eight >> (bit & 7)) & 1) == 0) {
		discard;
	}
}
";

/// The width of the texture of a mask. The bytes of the largest mask for which the shader can count bits fill a square.
const ROW: usize = 16384;

/// The header of a saved mask, before its bits.
const HEADER: usize = 20;

/// Returns an image whose bytes are the bits of a mask, row by row. `None` if a texture is too small for them.
fn bits_of(mask: &Mask) -> Option<Gd<Image>> {
    let mut bits = mask.try_to_bytes().ok()?.split_off(HEADER);
    let row = ROW.min(bits.len());
    let height = bits.len().div_ceil(row.max(1));
    if row == 0 || height > ROW {
        return None;
    }
    bits.resize(row * height, 0);
    Image::create_from_data(row as i32, height as i32, false, Format::R8, &PackedByteArray::from(bits))
}

/// The material that clips the picture of a node.
fn clip_of(node: &Gd<CanvasItem>) -> Option<Gd<ShaderMaterial>> {
    let material = node.get_material()?.try_cast::<ShaderMaterial>().ok()?;
    material.get_meta_ex("hitmask").default(&Variant::nil()).done().booleanize().then_some(material)
}

#[godot_api(secondary)]
impl PixelCollider2D {
    /// Returns the pixels of this collider alone, as a copy of what it shows now, to dig in with the methods of
    /// [PixelMask], in the coordinates of [method mask_point]. From then on it shows these pixels, also if its parent
    /// shows another frame; changed cells of a [TileMapLayer] are drawn into them. [method reset_mask] ends that.
    #[func(gd_self)]
    fn edit_mask(this: Gd<Self>) -> Option<Gd<PixelMask>> {
        PixelCollider2D::own_mask(&this, "PixelCollider2D.edit_mask")
    }

    /// Shows the picture of the parent again, without what was dug, and all of it.
    #[func(gd_self)]
    fn reset_mask(this: Gd<Self>) {
        if thread::on_main("PixelCollider2D.reset_mask") {
            if let Some(mut parent) = this.get_parent().and_then(|parent| parent.try_cast::<CanvasItem>().ok())
                && PixelCollider2D::with(&this, |node| std::mem::take(&mut node.preview.clips))
                && clip_of(&parent).is_some()
            {
                parent.set_material(Gd::null_arg());
            }
            PixelCollider2D::with(&this, |node| {
                let own = node.own.take();
                node.follow_mask(own, None);
                node.kept.tiles = None;
                node.note_picture();
            });
        }
    }

    /// Makes the pixels in a circle solid or empty. The center and the radius are global. It edits the pixels of this
    /// collider alone.
    #[func(gd_self)]
    fn fill_circle(this: Gd<Self>, at: Vector2, radius: f64, solid: bool) {
        if !(radius.is_finite() && radius >= 0.0) {
            godot_error!("PixelCollider2D.fill_circle: radius must be finite and not negative, got {radius}");
            return;
        }
        if !at.is_finite() {
            godot_error!("PixelCollider2D.fill_circle: at must be finite, got {at}");
            return;
        }
        // Exactly the pixels whose centers lie in the circle, if a circle of the world is one of the picture.
        let call = "PixelCollider2D.fill_circle";
        let Some((link, number)) = PixelCollider2D::fresh(&this, call) else { return };
        let plain = {
            let state = link.state.borrow();
            let sprite = state.sprite_of(&this, number).ok().and_then(|id| state.world.get(id));
            sprite.is_some_and(|sprite| sprite.transform.is_none_or(|by| keeps_lengths(&by)))
        };
        let local = PixelCollider2D::mask_point(this.clone(), at);
        let Ok(local) = local.try_to::<Vector2>() else { return };
        if plain {
            PixelCollider2D::dig(&this, call, |own| PixelMask::fill_circle(own, local, radius, solid));
        } else {
            let corners = (0..64).map(|corner| Vector2::from_angle(corner as f32 * std::f32::consts::TAU / 64.0));
            let points = corners.map(|corner| at + corner * radius as f32).collect();
            PixelCollider2D::fill_polygon(this, points, solid);
        }
    }

    /// Makes the pixels in a polygon of global points solid or empty, as [method fill_circle] does.
    #[func(gd_self)]
    fn fill_polygon(this: Gd<Self>, points: PackedVector2Array, solid: bool) {
        let call = "PixelCollider2D.fill_polygon";
        let local = PixelCollider2D::ask(&this, call, &Query::ALL, |view, id| {
            let local = |&point: &Vector2| Ok(view.mask_point(id, finite("a point", point)?).map(real_vector));
            let points = points.as_slice().iter().map(local).collect::<Result<Vec<_>, Fault>>()?;
            Ok(points.into_iter().collect::<Option<PackedVector2Array>>())
        });
        if let Some(local) = local {
            PixelCollider2D::dig(&this, call, |own| PixelMask::fill_polygon(own, local, solid));
        }
    }

    /// Erases the solid pixels of a mask, or draws them with [param solid]. The middle of the mask is at a global
    /// point.
    #[func(gd_self)]
    fn stamp(this: Gd<Self>, stamp: Option<Gd<PixelMask>>, at: Vector2, #[opt(default = false)] solid: bool) {
        given!("PixelCollider2D.stamp", stamp);
        let call = "PixelCollider2D.stamp";
        if !thread::on_main(call) {
            return;
        }
        let local = PixelCollider2D::mask_point(this.clone(), at);
        let Ok(local) = local.try_to::<Vector2>() else { return };
        let size = stamp.bind().mask();
        let half = [size.width(), size.height()].map(|side| f64::from(side) / 2.0);
        let at = world::place([0, 1].map(|axis| real(local)[axis] - half[axis]));
        if let Some([x, y]) = log::ok(call, at) {
            let edit = if solid { PixelMask::draw } else { PixelMask::erase };
            PixelCollider2D::dig(&this, call, |own| edit(own, Some(stamp), Vector2i::new(x, y)));
        }
    }

    /// Draws the picture of the parent only where the pixels of this collider are solid, with a material of the parent.
    /// Later edits show at once. It replaces the parent's material. Call it again after a [TileMapLayer] was moved.
    #[func(gd_self)]
    fn clip_picture(this: Gd<Self>) {
        if PixelCollider2D::own_mask(&this, "PixelCollider2D.clip_picture").is_some() {
            PixelCollider2D::with(&this, |node| node.preview.clips = true);
            PixelCollider2D::refresh_clip(&this);
        }
    }
}

impl PixelCollider2D {
    /// The pixels of this collider alone, made if it has none.
    fn own_mask(this: &Gd<Self>, call: &str) -> Option<Gd<PixelMask>> {
        if !thread::on_main(call) {
            return None;
        }
        if let Some(own) = PixelCollider2D::with(this, |node| node.own.clone()) {
            return Some(own);
        }
        let (link, number) = PixelCollider2D::fresh(this, call)?;
        let own = {
            let state = link.state.borrow();
            let id = log::ok(call, state.sprite_of(this, number))?;
            PixelMask::from_mask(state.world.mask(state.world.get(id)?.mask).cloned()?)
        };
        PixelCollider2D::set_own(this, own.clone());
        link.note(number, Change::Picture);
        Some(own)
    }

    /// Makes pixels those of this collider alone. The caller notes the change.
    pub(crate) fn keep_pixels(this: &Gd<Self>, pixels: Arc<Mask>) {
        match PixelCollider2D::with(this, |node| node.own.clone()) {
            Some(own) => own.bind().replace(pixels),
            None => PixelCollider2D::set_own(this, PixelMask::from_mask(pixels)),
        }
    }

    fn set_own(this: &Gd<Self>, own: Gd<PixelMask>) {
        PixelCollider2D::with(this, |node| {
            node.own = Some(own.clone());
            node.follow_mask(None, Some(own));
        });
    }

    /// Edits the pixels of a collider alone. The world lends them, so that the edit does not copy them.
    fn dig(this: &Gd<Self>, call: &str, edit: impl FnOnce(Gd<PixelMask>)) {
        let Some(own) = PixelCollider2D::own_mask(this, call) else { return };
        let Some(link) = PixelCollider2D::with(this, |node| node.kept.joined).and_then(Joined::link) else { return };
        {
            let state = &mut *link.state.borrow_mut();
            let steps = PixelCollider2D::with(this, |node| node.rounded_angles());
            state.masks.lend(&mut state.world, &own, steps);
        }
        edit(own);
        emit(link.read());
    }

    /// Gives the material of the parent the pixels as they are now.
    pub(super) fn refresh_clip(this: &Gd<Self>) {
        let Some(mut parent) = this.get_parent().and_then(|parent| parent.try_cast::<CanvasItem>().ok()) else {
            return;
        };
        let Some(own) = PixelCollider2D::with(this, |node| node.own.clone()) else { return };
        let Some((link, number)) = PixelCollider2D::fresh(this, "PixelCollider2D.clip_picture") else { return };
        let drawn = {
            let state = link.state.borrow();
            state.colliders.get(number as usize).and_then(|collider| collider.as_ref()?.drawn)
        };
        let Some(Drawn { size, corner, flips }) = drawn else { return };
        let mask = own.bind().mask();
        let Some(image) = bits_of(&mask) else { return };
        let mut material = match clip_of(&parent) {
            Some(material) => material,
            None => {
                let mut shader = Shader::new_gd();
                shader.set_code(CLIP);
                let mut material = ShaderMaterial::new_gd();
                material.set_meta("hitmask", &true.to_variant());
                material.set_shader(&shader);
                parent.set_material(&material);
                material
            }
        };
        let known = material.get_shader_parameter("bits").try_to::<Gd<ImageTexture>>().ok();
        let side = |texture: &Gd<ImageTexture>| texture.get_size() == image.get_size().to_vector2();
        match known.filter(side) {
            Some(mut texture) => texture.update(&image),
            None => {
                let texture = ImageTexture::create_from_image(&image);
                material.set_shader_parameter("bits", &texture.to_variant());
            }
        }
        let is_world = matches!(Source::of(this.get_parent()), Source::Tiles(_));
        let to_node = parent.get_global_transform().affine_inverse();
        let to_node = Projection::from_cols(
            Vector4::new(to_node.a.x, to_node.a.y, 0.0, 0.0),
            Vector4::new(to_node.b.x, to_node.b.y, 0.0, 0.0),
            Vector4::new(0.0, 0.0, 1.0, 0.0),
            Vector4::new(to_node.origin.x, to_node.origin.y, 0.0, 1.0),
        );
        let flips = flips.map(i32::from);
        for (name, value) in [
            ("corner", corner.to_variant()),
            ("size", Vector2i::new(size[0] as i32, size[1] as i32).to_variant()),
            ("flips", (flips[0] | flips[1] << 1).to_variant()),
            ("is_world", is_world.to_variant()),
            ("to_node", to_node.to_variant()),
        ] {
            material.set_shader_parameter(name, &value);
        }
    }

    /// The middle of the topmost solid pixel, for tests of masks of nothing.
    pub(super) fn has_pixels(mask: &Mask) -> bool {
        mask.pixels().next().map(center).is_some()
    }
}

/// Whether a map mirrors and rotates, but neither scales nor shears.
fn keeps_lengths(by: &Affine) -> bool {
    let [[a, b, _], [c, d, _]] = <[[f64; 3]; 2]>::from(*by);
    [a * a + c * c - 1.0, b * b + d * d - 1.0, a * b + c * d].iter().all(|error| error.abs() < 1e-5)
}
