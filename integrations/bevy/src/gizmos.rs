//! Gizmos: the boxes of entities, and the pixels that they share.

use bevy_gizmos::config::GizmoConfigGroup;
use bevy_reflect::Reflect;

/// The gizmos of the plugin: what is drawn, and in which colors.
#[derive(Debug, Default, Clone, Reflect, GizmoConfigGroup)]
pub struct PixelGizmos {
    /// Whether the tight boxes of all entities are drawn.
    pub boxes: bool,
    /// Whether the pixels that two entities share are drawn.
    pub shared_pixels: bool,
}
