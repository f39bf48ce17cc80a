//! The nodes `PixelCollider2D` and `PixelWorld`. They are one folder because they know each other: a collider finds its
//! world and changes it, and a world reads its colliders, moves them and emits their signals.

mod collider;
mod collider_ask;
mod collider_carry;
mod collider_dig;
mod collider_lifecycle;
mod collider_motion;
mod collider_preview;
mod collider_source;
mod collider_tiles;
mod options;
mod world;
mod world_colliders;
mod world_contacts;
mod world_limits;
mod world_masks;
mod world_motion;
mod world_query;
mod world_reading;
mod world_results;
mod world_state;
mod world_step;
mod world_swarm;
mod world_terrain;
