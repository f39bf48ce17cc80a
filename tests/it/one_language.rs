//! One language in seven: each concept has the same name in Rust, Python, JavaScript, Bevy, C, C# and Godot, or its
//! translation there. The test reads the public items of the Rust crates, the stubs of Python, the types of TypeScript,
//! the header of C, the sources of C#, and the page of Godot's classes, which is made from the code.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::{env, fs};

/// The names of a concept in Rust, Python, JavaScript and Bevy: `Type.member`, `Type`, a function, or `-` if the
/// language does not have it. A `=` repeats the name of Rust: as it is in Python, in camel case in JavaScript.
const TABLE: &[[&str; 4]] = &[
    // Masks.
    ["Mask.from_rgba8", "Mask.from_rgba", "Mask.from", "-"],
    ["Mask.from_pixels", "Mask.from_rgba(order)", "-", "-"],
    ["Mask.from_bit_rows", "Mask.from_bits", "-", "-"],
    ["PixelLayout.stride", "Mask.from_rgba(stride)", "-", "-"],
    ["Solid.AlphaAbove", "Mask.from_rgba(alpha_above)", "Solid.alphaAbove", "PixelCollider.alpha_above"],
    ["Mask.overlaps", "=", "=", "PixelView.overlaps"],
    ["-", "Mask.overlaps_at", "Mask.overlapsAt", "-"],
    ["Mask.overlap_first", "=", "=", "-"],
    ["Mask.overlap_area", "=", "=", "-"],
    ["Mask.overlap_bounds", "=", "=", "-"],
    ["Mask.overlap_mask", "=", "=", "-"],
    ["Mask.overlap_normal", "=", "=", "-"],
    ["Mask.penetration", "=", "=", "PixelContact.penetration"],
    ["Mask.penetration_along", "=", "=", "-"],
    ["Mask.distance", "=", "=", "-"],
    ["Mask.nearest_free", "=", "=", "-"],
    ["Reach.inside", "Mask.nearest_free(within)", "FreeOptions.within", "PixelReach.inside"],
    ["Mask.sweep", "=", "=", "-"],
    ["Sweep.hit", "=", "=", "-"],
    ["Sweep.started_inside", "=", "=", "-"],
    ["SweepHit.at", "=", "=", "-"],
    ["SweepHit.normal", "=", "=", "-"],
    ["RayHit.before", "=", "=", "-"],
    ["Mask.grown", "=", "=", "-"],
    ["Mask.runs", "=", "=", "-"],
    ["Mask.convex_hull", "=", "-", "-"],
    ["Mask.convex_parts", "=", "-", "-"],
    ["PartLimits.max_corners", "Mask.convex_parts(max_corners)", "-", "-"],
    ["Simplify.covering", "Mask.simplified_contours(covering)", "SimplifyOptions.covering", "-"],
    ["cross_pairs", "=", "=", "-"],
    ["cross_areas", "=", "=", "-"],
    ["pair_areas", "cross_areas", "-", "-"], // of one list
    ["suppress", "=", "-", "-"],
    ["Mask.from_labels", "from_labels", "-", "-"],
    ["Mask.from_shape", "-", "-", "-"],
    ["Polygon.from_rings", "from_polygons", "-", "-"],
    ["Mask.from_run_lengths", "from_rle", "-", "-"],
    ["Mask.to_run_lengths", "to_rle", "-", "-"],
    // Sheets and maps.
    ["Sheet.frame", "=", "=", "-"],
    ["Sheet.animation", "=", "=", "-"],
    ["Frame.mask", "=", "=", "-"],
    ["Frame.origin", "=", "=", "PixelSheet.anchor"],
    ["Frame.class", "Frame.class_", "Frame.class", "-"],
    ["Frame.properties", "=", "=", "-"],
    ["Frame.slices", "=", "=", "-"],
    ["Frame.slice", "=", "=", "-"],
    ["Frame.mask_in", "=", "=", "PixelSheet.slice_mask"],
    ["Slice.rect", "=", "=", "-"],
    ["Slice.origin", "=", "=", "-"],
    ["Slice.text", "=", "=", "-"],
    ["Slice.color", "=", "=", "-"],
    ["Animation.frame_at", "=", "=", "-"],
    ["Map.layer", "=", "=", "-"],
    ["Map.property", "=", "=", "-"],
    ["MapLayer.terrain", "=", "=", "-"],
    ["MapLayer.tile_at", "=", "=", "-"],
    ["MapLayer.properties", "=", "=", "-"],
    ["MapSprite.properties", "=", "=", "-"],
    ["MapPoint.properties", "=", "=", "-"],
    // Sprites.
    ["Sprite.mask", "=", "=", "-"],
    ["Sprite.position", "=", "=", "-"],
    ["Sprite.fraction", "=", "=", "-"],
    ["Sprite.flip_x", "=", "=", "-"],
    ["Sprite.flip_y", "=", "=", "-"],
    ["Sprite.turn", "=", "=", "-"],
    ["Sprite.angle", "=", "=", "-"],
    ["Sprite.scale", "=", "=", "-"],
    ["Sprite.origin", "=", "=", "-"],
    ["Sprite.transform", "=", "=", "-"],
    ["Sprite.layers", "=", "=", "PixelCollider.layers"],
    ["Sprite.collides_with", "=", "=", "PixelCollider.collides_with"],
    ["Sprite.fixed", "=", "=", "PixelCollider.fixed"],
    ["Sprite.sensor", "=", "=", "PixelCollider.sensor"],
    ["Sprite.one_way", "=", "=", "PixelCollider.one_way"],
    ["Sprite.continuous", "=", "=", "PixelCollider.continuous"],
    ["Sprite.data", "=", "=", "-"],
    ["World.spawn", "=", "=", "-"],
    ["World.spawn_many", "=", "=", "-"],
    ["World.despawn", "=", "=", "-"],
    ["World.despawn_many", "=", "=", "-"],
    ["World.clear", "=", "=", "-"],
    ["World.contains", "World.__contains__", "=", "-"],
    ["World.own_mask", "=", "=", "-"],
    ["World.erase", "=", "=", "-"],
    ["World.split", "=", "=", "-"],
    ["Mask.clear_alpha", "=", "=", "-"],
    ["World.get", "=", "=", "-"],
    ["World.get_mut", "World.set", "World.set", "-"],
    ["World.move_to", "=", "=", "-"],
    ["World.move_by", "=", "=", "-"],
    ["World.jump_to", "=", "=", "-"],
    ["World.set_data", "-", "-", "-"],
    ["World.sync", "World.positions", "World.setPositions", "-"],
    ["World.positions_by_slot", "World.positions", "World.getPositions", "-"],
    ["World.to_bytes", "=", "=", "PixelWorld.snapshot"],
    ["World.from_bytes", "=", "=", "PixelWorld.restore"],
    ["World.limits", "=", "=", "-"],
    ["World.set_limits", "=", "=", "-"],
    ["World.set_angle_steps", "=", "=", "-"],
    ["World.one_sided_layers", "=", "=", "PixelWorld.one_sided_layers"],
    // Steps and contacts.
    ["World.step", "=", "=", "-"],
    ["Step.pairs", "=", "=", "PixelWorld.pairs"],
    ["Step.began", "=", "=", "CollisionBegan"],
    ["Step.ended", "=", "=", "CollisionEnded"],
    ["Step.contacts", "=", "=", "-"],
    ["World.set_last_place", "=", "=", "-"],
    ["Step.impact", "=", "=", "-"],
    ["Step.first_impact", "=", "=", "-"],
    ["Impact.before", "=", "=", "-"],
    ["Impact.fraction", "=", "=", "-"],
    ["Impact.places", "=", "=", "-"],
    ["Impact.contact", "=", "=", "-"],
    ["World.to_bytes_without_masks", "World.to_bytes(masks)", "World.toBytes", "-"],
    ["Step.contacts_of", "=", "=", "-"],
    ["Step.began_between", "=", "=", "-"],
    ["Step.pairs_between", "=", "=", "-"],
    ["View.contact", "World.contact", "World.contact", "PixelView.contact"],
    ["Contact.first", "=", "=", "PixelContact.point"],
    ["Contact.area", "=", "=", "PixelContact.area"],
    ["Contact.bounds", "=", "=", "PixelContact.bounds"],
    ["Contact.normal", "=", "=", "PixelContact.normal"],
    ["Contact.penetration", "=", "=", "PixelContact.penetration"],
    ["Contact.normal_of", "=", "=", "-"],
    ["Contact.penetration_of", "=", "=", "-"],
    ["View.overlapping", "World.overlapping", "World.overlapping", "PixelView.overlapping"],
    // Queries and motion.
    ["View.on_layers", "World.find(layers)", "QueryOptions.layers", "PixelView.on_layers"],
    ["View.with_sensors", "World.sweep(with_sensors)", "BlockOptions.withSensors", "PixelView.with_sensors"],
    ["View.hit_from_inside", "World.sweep(hit_from_inside)", "SweepOptions.hitFromInside", "PixelView.hit_from_inside"],
    ["View.without", "World.find(without)", "QueryOptions.without", "PixelView.without"],
    ["View.find", "World.find", "World.find", "PixelView.find"],
    ["-", "World.find_many", "World.findMany", "-"],
    ["View.nearest", "World.nearest", "World.nearest", "PixelView.nearest"],
    ["-", "World.nearest_many", "World.nearestMany", "-"],
    ["View.nearest_others", "World.nearest_others", "World.nearestOthers", "PixelView.nearest_others"],
    ["-", "World.nearest_others", "World.nearestOthersMany", "-"],
    ["Neighbor.id", "=", "=", "Neighbor.entity"],
    ["Neighbor.distance", "=", "=", "Neighbor.distance"],
    ["View.cast_ray", "World.cast_ray", "World.castRay", "PixelView.cast_ray"],
    ["-", "World.cast_rays", "World.castRays", "-"],
    ["SpriteRayHit.id", "=", "=", "SpriteRayHit.entity"],
    ["View.sweep", "World.sweep", "World.sweep", "PixelView.sweep"],
    ["-", "World.sweep_many", "World.sweepMany", "-"],
    ["SpriteSweepHit.id", "=", "=", "SpriteSweepHit.entity"],
    ["Swept.started_inside", "=", "=", "Swept.started_inside"],
    ["View.is_free", "World.is_free", "World.isFree", "PixelView.is_free"],
    ["View.touching", "World.touching", "World.touching", "PixelView.touching"],
    ["View.nearest_free", "World.nearest_free", "World.nearestFree", "PixelView.nearest_free"],
    ["Who", "Who", "SpriteLike", "PixelWho"],
    ["SpriteId.as_if", "Who", "SpriteAs", "-"],
    ["View.shape", "World.shape", "World.shape", "-"],
    ["View.draw_transform", "World.draw_transform", "World.drawTransform", "-"],
    ["View.mask_point", "World.mask_point", "World.maskPoint", "PixelView.mask_point"],
    ["World.move_until", "=", "=", "PixelMover.move_until"],
    ["World.move_until_many", "=", "=", "-"],
    ["Moved.hits", "=", "=", "Moved.hits"],
    ["Moved.started_inside", "=", "=", "Moved.started_inside"],
    ["Moved.blocked", "=", "=", "Moved.blocked"],
    ["Blocked.down", "=", "=", "-"],
    ["Motion.on_layers", "World.move_until(layers)", "MoveOptions.layers", "-"],
    ["Motion.with_sensors", "World.move_until(with_sensors)", "MoveOptions.withSensors", "-"],
    ["Motion.hit_from_inside", "World.move_until(hit_from_inside)", "MoveOptions.hitFromInside", "-"],
    ["World.push_out", "=", "=", "PixelMover.push_out"],
    ["World.push_out_many", "=", "=", "-"],
    ["PushOut.along", "World.push_out(along)", "PushOptions.along", "PixelPushOut.along"],
    ["World.carry", "=", "=", "PixelMover.carry"],
    ["Carried.riders", "=", "=", "Carried.riders"],
    ["Carried.pushed", "=", "=", "Carried.pushed"],
    ["Carried.crushed", "=", "=", "Carried.crushed"],
    ["Remainder.take", "=", "=", "-"],
    ["Remainder.rest", "=", "=", "-"],
];

/// The names in C that do not follow from those of Rust, and `-` for what the header does not have. Sheets are not
/// there.
const IN_C: &[(&str, &str)] = &[
    ("Mask.from_rgba8", "hitmask_mask_from_rgba"),
    ("Solid.AlphaAbove", "hitmask_mask_from_rgba"), // an argument
    ("PixelLayout.stride", "hitmask_pixel_layout.stride"),
    ("Sweep.hit", "hitmask_sweep_hit.hit"),
    ("Sweep.started_inside", "hitmask_sweep_hit.started_inside"),
    ("SweepHit.at", "hitmask_sweep_hit.first"),
    ("SweepHit.normal", "hitmask_sweep_hit.normal"),
    ("RayHit.before", "hitmask_ray_hit.before"),
    ("Reach.inside", "hitmask_mask_nearest_free"),
    ("Mask.convex_parts", "-"), // its crates would make the library too large
    ("PartLimits.max_corners", "-"),
    ("Simplify.covering", "hitmask_mask_contours"), // an argument
    ("cross_pairs", "-"),
    ("cross_areas", "-"),
    ("pair_areas", "-"),
    ("suppress", "-"),
    ("Mask.from_labels", "-"),
    ("Mask.from_shape", "-"),
    ("Polygon.from_rings", "-"),
    ("Mask.from_run_lengths", "-"),
    ("Mask.to_run_lengths", "-"),
    ("World.spawn_many", "hitmask_world_spawn"),
    ("World.despawn_many", "hitmask_world_despawn"),
    ("World.erase", "hitmask_world_erase_circle"),
    ("World.get_mut", "hitmask_world_set"),
    ("World.sync", "hitmask_world_set_positions"),
    ("Step.pairs", "hitmask_step.pairs"),
    ("Step.began", "hitmask_step.began"),
    ("Step.ended", "hitmask_step.ended"),
    ("Step.impact", "hitmask_world_impacts"),
    ("Contact.penetration", "hitmask_world_penetration"),
    ("Contact.normal_of", "hitmask_world_contacts_of"), // the sprite asked comes first
    ("Contact.penetration_of", "hitmask_world_penetration"),
    ("View.on_layers", "hitmask_query.layers"),
    ("View.with_sensors", "hitmask_query.with_sensors"),
    ("View.hit_from_inside", "hitmask_query.hit_from_inside"),
    ("View.without", "hitmask_query.without"),
    ("View.find", "hitmask_world_find_mask"),
    ("SpriteRayHit.id", "hitmask_ray_hit.id"),
    ("SpriteSweepHit.id", "hitmask_sweep_hit.id"),
    ("World.move_until_many", "-"),
    ("Moved.blocked", "hitmask_moved.blocked_left"),
    ("Blocked.down", "hitmask_moved.blocked_down"),
    ("Who", "hitmask_who"),
    ("SpriteId.as_if", "hitmask_who.sprite"),
    ("Motion.on_layers", "hitmask_motion.layers"),
    ("PushOut.along", "hitmask_world_push_out"), // an argument
    ("Remainder.take", "hitmask_remainder_take"),
    ("Remainder.rest", "hitmask_remainder_take"), // an argument
];

/// The names in Godot that do not follow from those of Rust, and `-` for what its classes do not have. Sheets are not
/// there. The keys of records and the options of calls stand in brackets.
const IN_GODOT: &[(&str, &str)] = &[
    ("Mask.from_rgba8", "PixelMask.from_image"),
    ("Solid.AlphaAbove", "PixelCollider2D.alpha_above"),
    ("Mask.from_pixels", "-"), // an Image knows its format
    ("Mask.from_bit_rows", "-"),
    ("PixelLayout.stride", "-"),
    ("Reach.inside", "PixelMask.nearest_free(within)"),
    ("SweepHit.at", "PixelMask.sweep(at)"),
    ("SweepHit.normal", "PixelMask.sweep(normal)"),
    ("RayHit.before", "PixelMask.cast_ray(before)"),
    ("Mask.runs", "-"),
    ("Mask.convex_hull", "-"), // Godot has its own
    ("Mask.convex_parts", "-"),
    ("PartLimits.max_corners", "-"),
    ("Simplify.covering", "PixelMask.contours(covering)"),
    ("cross_pairs", "-"),
    ("cross_areas", "-"),
    ("pair_areas", "-"),
    ("suppress", "-"),
    ("Mask.from_labels", "-"),
    ("Mask.from_shape", "-"),
    ("Mask.from_run_lengths", "-"),
    ("Mask.to_run_lengths", "-"),
    ("Sprite.position", "PixelWorld.get_sprite(position)"),
    ("Sprite.layers", "PixelCollider2D.collision_layer"),
    ("Sprite.collides_with", "PixelCollider2D.collision_mask"),
    ("World.get", "PixelWorld.get_sprite"),
    ("World.get_mut", "PixelWorld.set_sprite"),
    ("World.set_data", "-"),
    ("World.sync", "PixelWorld.set_positions"),
    ("World.positions_by_slot", "PixelWorld.get_positions"),
    ("World.to_bytes", "-"), // nodes are saved as scenes
    ("World.from_bytes", "-"),
    ("World.to_bytes_without_masks", "-"),
    ("World.set_angle_steps", "-"),
    ("Step.pairs", "PixelWorld.collisions"),
    ("Step.impact", "PixelWorld.impacts"),
    ("Step.contacts_of", "-"),
    ("Impact.contact", "PixelWorld.impacts(first)"),
    ("Contact.normal_of", "-"), // the sprite asked comes first
    ("Contact.penetration_of", "-"),
    ("View.on_layers", "PixelWorld.find(layers)"),
    ("View.with_sensors", "PixelWorld.WITH_SENSORS"),
    ("View.hit_from_inside", "PixelWorld.HIT_FROM_INSIDE"),
    ("View.without", "PixelWorld.find(without)"),
    ("View.shape", "PixelWorld.pixels"),
    ("Who", "PixelWorld.sweep(who)"),
    ("SpriteId.as_if", "PixelWorld.sweep(who)"),
    ("Moved.blocked", "PixelMoved.blocked_down"),
    ("Blocked.down", "PixelMoved.blocked_down"),
    ("Motion.on_layers", "PixelWorld.move_until(layers)"),
    ("Motion.with_sensors", "PixelWorld.move_until(flags)"),
    ("Motion.hit_from_inside", "PixelWorld.move_until(flags)"),
    ("World.push_out_many", "-"),
    ("World.move_until_many", "-"),
    ("PushOut.along", "PixelWorld.push_out(along)"),
];

/// The names in C# that do not follow from those of Rust, and `-` for what its classes do not have. Parameters stand in
/// brackets.
const IN_CSHARP: &[(&str, &str)] = &[
    ("Mask.from_rgba8", "Mask.FromRgba"),
    ("Solid.AlphaAbove", "Mask.FromRgba(alphaAbove)"),
    ("PixelLayout.stride", "Mask.FromPixels(stride)"),
    ("Reach.inside", "World.NearestFree(within)"),
    ("Sweep.hit", "SweepHit.Hit"),
    ("Sweep.started_inside", "SweepHit.StartedInside"),
    ("SweepHit.at", "SweepHit.First"),
    ("Mask.convex_parts", "-"), // not in the library for C
    ("PartLimits.max_corners", "-"),
    ("Simplify.covering", "Mask.Contours(covering)"),
    ("cross_pairs", "-"),
    ("cross_areas", "-"),
    ("pair_areas", "-"),
    ("suppress", "-"),
    ("Mask.from_labels", "-"),
    ("Mask.from_shape", "-"),
    ("Polygon.from_rings", "-"),
    ("Mask.from_run_lengths", "-"),
    ("Mask.to_run_lengths", "-"),
    ("World.spawn_many", "World.Spawn"),
    ("World.erase", "World.EraseCircle"),
    ("World.get_mut", "World.Set"),
    ("World.sync", "World.SetPositions"),
    ("World.set_limits", "World.Limits"),
    ("Step.contacts", "World.Contacts"), // of pairs
    ("Step.impact", "World.Impacts"),
    ("Step.first_impact", "World.FirstImpact"),
    ("Impact.before", "Impact.BeforeA"),
    ("Impact.places", "Impact.PlaceA"),
    ("Step.contacts_of", "World.ContactsOf"),
    ("Step.began_between", "World.BeganBetween"),
    ("Step.pairs_between", "World.PairsBetween"),
    ("Contact.penetration", "World.Penetration"),
    ("Contact.normal_of", "World.ContactsOf"), // the sprite asked comes first
    ("Contact.penetration_of", "World.Penetration"),
    ("View.on_layers", "World.IsFree(layers)"),
    ("View.with_sensors", "World.IsFree(withSensors)"),
    ("View.hit_from_inside", "World.Sweep(hitFromInside)"),
    ("View.without", "World.IsFree(without)"),
    ("View.find", "World.FindMask"),
    ("SpriteRayHit.id", "RayHit.Id"),
    ("SpriteSweepHit.id", "SweepHit.Id"),
    ("World.move_until_many", "-"),
    ("Moved.blocked", "Moved.BlockedLeft"),
    ("Blocked.down", "Moved.BlockedDown"),
    ("Motion.on_layers", "World.MoveUntil(layers)"),
    ("Motion.with_sensors", "World.MoveUntil(withSensors)"),
    ("Motion.hit_from_inside", "World.MoveUntil(hitFromInside)"),
    ("PushOut.along", "World.PushOut(along)"),
];

/// Names that no language has any more.
const GONE: &[&str] = &[
    "way_out",
    "wayOut",
    "nearest_free_within",
    "nearestFreeWithin",
    "user_data",
    "PixelExact",
    "SpriteHit",
    "Collision",
    "at_point",
    "sweep_from_inside",
    "sweep_shape",
    "sweepShape",
    "is_free_as",
    "isFreeAs",
    "nearest_free_as",
    "nearestFreeAs",
    "push_out_along",
    "pushOutAlong",
    "move_until_on",
    "set_angles",
    "setAngles",
    "pair_limit",
    "pairLimit",
    "set_drawn",
    "setDrawn",
    "SetDrawn",
    "draw_angle",
    "drawAngle",
    "DrawAngle",
    "pivot",
];

/// The members of each type.
type Types = BTreeMap<String, BTreeSet<String>>;

/// Returns the texts of the files of some kind below a folder of the repository.
fn texts(folder: &str, end: &str) -> Vec<String> {
    let mut folders = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join(folder)];
    let mut texts = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display())) {
            let path = entry.unwrap().path();
            match path.is_dir() {
                true => folders.push(path),
                false if path.to_string_lossy().ends_with(end) => texts.push(fs::read_to_string(path).unwrap()),
                false => {}
            }
        }
    }
    texts
}

/// Returns the word at the beginning of a text.
fn word(text: &str) -> &str {
    &text[..text.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(text.len())]
}

/// Reads public functions and types, and the public fields, variants and methods of types that the docs show.
fn rust(folders: &[&str]) -> Types {
    let mut types = Types::new();
    for text in folders.iter().flat_map(|folder| texts(folder, ".rs")) {
        let (mut inside, mut is_hidden) = (None, false);
        for line in text.lines() {
            let (code, indent) = (line.trim_start(), line.len() - line.trim_start().len());
            if code.starts_with('#') || code.starts_with("//") {
                is_hidden |= code == "#[doc(hidden)]";
                continue;
            }
            if std::mem::take(&mut is_hidden) {
                continue;
            }
            if indent == 0 && ["pub struct ", "pub enum "].iter().any(|start| code.starts_with(start)) {
                let name = word(code.splitn(3, ' ').nth(2).unwrap()).to_owned();
                types.entry(name.clone()).or_default();
                inside = Some(name);
            } else if indent == 0
                && let Some(function) = code.strip_prefix("pub fn ")
            {
                types.entry(word(function).to_owned()).or_default();
            } else if indent == 0 && code.starts_with("impl") {
                let target = code.split(" for ").last().unwrap();
                let target =
                    target.strip_prefix("impl<").and_then(|rest| rest.split_once("> ")).map_or(target, |parts| parts.1);
                let target = target.strip_prefix("impl ").unwrap_or(target);
                inside = Some(word(target).to_owned());
            } else if let (Some(inside), 4) = (&inside, indent) {
                let public = code.strip_prefix("pub ").map(|code| code.trim_start_matches("const "));
                let name = public.map(|code| word(code.strip_prefix("fn ").unwrap_or(code)));
                let variant = code.chars().next().filter(char::is_ascii_uppercase).map(|_| word(code));
                let members = types.entry(inside.clone()).or_default();
                members.extend(name.or(variant).map(str::to_owned));
            }
        }
    }
    types
}

/// Reads the functions and the classes of a stub, their methods and properties. A parameter is `method(parameter)`.
fn python() -> Types {
    let mut types = Types::new();
    for text in texts("integrations/python/python/hitmask", ".pyi") {
        let (mut class, mut method) = (String::new(), String::new());
        for line in text.lines() {
            let (code, indent) = (line.trim_start(), line.len() - line.trim_start().len());
            if let Some(name) = code.strip_prefix("class ") {
                class = word(name).to_owned();
                types.entry(class.clone()).or_default();
            } else if let (Some(name), 0) = (code.strip_prefix("def "), indent) {
                types.entry(word(name).to_owned()).or_default();
            } else if indent >= 4 && !class.is_empty() {
                if let Some(name) = code.strip_prefix("def ") {
                    method = word(name).to_owned();
                    types.get_mut(&class).unwrap().insert(method.clone());
                }
                for parameter in code.split([',', '(']).filter_map(|part| part.trim().split_once(':')) {
                    types.get_mut(&class).unwrap().insert(format!("{method}({})", parameter.0));
                }
            }
        }
    }
    types
}

/// Reads the functions, classes and interfaces of TypeScript, with what they extend, their methods and properties.
fn javascript() -> Types {
    let (mut types, mut parents) = (Types::new(), Vec::new());
    for text in texts("integrations/web/ts", ".ts") {
        let mut inside = None;
        for line in text.lines() {
            let (code, indent) = (line.trim_start(), line.len() - line.trim_start().len());
            let start = code.trim_start_matches("export ").trim_start_matches("abstract ");
            if indent == 0
                && let Some(name) = start.strip_prefix("class ").or(start.strip_prefix("interface "))
            {
                let name = word(name).to_owned();
                let parent = code.split_once(" extends ").map(|(_, parent)| word(parent).to_owned());
                parents.extend(parent.map(|parent| (name.clone(), parent)));
                types.entry(name.clone()).or_default();
                inside = Some(name);
            } else if indent == 0
                && let Some(function) = code.strip_prefix("export function ")
            {
                types.entry(word(function).to_owned()).or_default();
            } else if indent == 0 && code.starts_with('}') {
                inside = None;
            } else if let (Some(inside), 2) = (&inside, indent) {
                let mut code = code;
                for modifier in ["static ", "readonly ", "get ", "set ", "async "] {
                    code = code.strip_prefix(modifier).unwrap_or(code);
                }
                let members = types.get_mut(inside).unwrap();
                members.insert(word(code).to_owned());
            }
        }
    }
    // The build of the package writes the interface from the list of the library.
    let fields = hitmask::world::bindings::FIELDS.iter().map(|field| camel_case(field.name));
    types.entry("Sprite".to_owned()).or_default().extend(fields);
    for (child, parent) in parents.iter().chain(&parents) {
        let inherited = types.get(parent).cloned().unwrap_or_default();
        types.get_mut(child).unwrap().extend(inherited);
    }
    types
}

/// Reads the functions and the structs of the header for C, with the fields of the structs.
fn c() -> Types {
    let (mut types, mut inside) = (Types::new(), None);
    for line in texts("integrations/c/include", ".h").concat().lines() {
        if let Some(name) = line.strip_prefix("typedef struct ").and_then(|rest| rest.strip_suffix(" {")) {
            types.entry(name.to_owned()).or_default();
            inside = Some(name.to_owned());
        } else if line.starts_with('}') {
            inside = None;
        } else if let (Some(inside), Some(field)) = (&inside, line.trim().strip_suffix(';')) {
            let name = word(field.rsplit([' ', '*']).next().unwrap());
            types.get_mut(inside).unwrap().insert(name.to_owned());
        } else if let Some((head, _)) = line.split_once('(')
            && let Some(name) = head.rsplit([' ', '*']).next().filter(|name| name.starts_with("hitmask_"))
        {
            types.entry(name.to_owned()).or_default();
        }
    }
    types
}

/// The name that a concept of Rust has in C, unless [`IN_C`] has another: `hitmask_mask_overlaps`,
/// `hitmask_contact.area`.
fn c_name(concept: &str) -> String {
    if let Some(&(_, name)) = IN_C.iter().find(|(known, _)| *known == concept) {
        return name.to_owned();
    }
    let (class, member) = concept.split_once('.').unwrap_or(("", concept));
    match class {
        "Mask" => format!("hitmask_mask_{member}"),
        "World" | "View" | "Step" => format!("hitmask_world_{member}"),
        "Sheet" | "Frame" | "Slice" | "Animation" | "Map" | "MapLayer" | "MapSprite" | "MapPoint" => "-".to_owned(),
        _ => format!("hitmask_{}.{member}", class.to_lowercase()),
    }
}

/// Reads Godot's classes, with their members, the parameters of methods and the keys that their text names:
/// `method(key)`.
fn godot() -> Types {
    let (mut types, mut inside) = (Types::new(), String::new());
    for line in texts("integrations/godot/docs", "classes.md").concat().lines() {
        if let Some(name) = line.strip_prefix("## ") {
            inside = name.to_owned();
            types.entry(inside.clone()).or_default();
        } else if let Some((head, text)) = line.strip_prefix("- **`").and_then(|item| item.split_once("`**")) {
            let name = word(head);
            let parameters = head.split_once('(').into_iter().flat_map(|(_, rest)| rest.split(", ")).map(word);
            let keys = text.split('`').skip(1).step_by(2).flat_map(|code| code.split(", ")).map(word);
            let keys = parameters.chain(keys).map(|key| format!("{name}({key})"));
            types.entry(inside.clone()).or_default().extend(keys.chain([name.to_owned()]));
        }
    }
    types
}

/// The name that a concept of Rust has in Godot, unless [`IN_GODOT`] has another.
fn godot_name(concept: &str) -> String {
    if let Some(&(_, name)) = IN_GODOT.iter().find(|(known, _)| *known == concept) {
        return name.to_owned();
    }
    let (class, member) = concept.split_once('.').unwrap_or(("", concept));
    match class {
        "Mask" | "Moved" | "Remainder" => format!("Pixel{class}.{member}"),
        "World" | "View" | "Step" => format!("PixelWorld.{member}"),
        "Sweep" => format!("PixelMask.sweep({member})"),
        "Sprite" => format!("PixelWorld.spawn({member})"),
        "Impact" => format!("PixelWorld.impacts({member})"),
        "Contact" => format!("PixelWorld.contact({member})"),
        "Neighbor" => format!("PixelWorld.nearest({member})"),
        "SpriteRayHit" => format!("PixelWorld.cast_ray({member})"),
        "SpriteSweepHit" | "Swept" => format!("PixelWorld.sweep({member})"),
        "Carried" => format!("PixelWorld.carry({member})"),
        _ => "-".to_owned(), // sheets
    }
}

/// Reads the public classes, structs and enums of C#, with their members and the parameters of methods:
/// `Method(parameter)`.
fn csharp() -> Types {
    let (mut types, mut inside) = (Types::new(), String::new());
    for text in texts("integrations/c/csharp", ".cs") {
        // A list of parameters may go on in the next line.
        let text = text.replace(",\n", ", ");
        for line in text.lines().map(str::trim_start).filter(|line| !line.starts_with("//")) {
            let Some(code) = line.strip_prefix("public ") else {
                let is_item = line.starts_with(char::is_uppercase) && line.trim_end().ends_with([',', '}']);
                if is_item && let Some(members) = types.get_mut(&inside) {
                    members.insert(word(line).to_owned()); // of an enum
                }
                continue;
            };
            let kinds = ["class ", "struct ", "enum ", "interface "];
            if let Some((_, rest)) =
                kinds.iter().find_map(|kind| code.split_once(kind)).filter(|(head, _)| !head.contains('('))
            {
                inside = word(rest).to_owned();
                types.entry(inside.clone()).or_default();
                continue;
            }
            let head = &code[..code.find(['(', '{', ';', '=']).unwrap_or(code.len())];
            let name = word_at_the_end(head);
            let parameters = code.split_once('(').map_or("", |(_, rest)| rest.split("=>").next().unwrap());
            let parameters =
                parameters.split(", ").map(|parameter| word_at_the_end(parameter.split(['=', ')']).next().unwrap()));
            let keys = parameters.map(|parameter| format!("{name}({parameter})"));
            types.entry(inside.clone()).or_default().extend(keys.chain([name.to_owned()]));
        }
    }
    types
}

/// Returns the word at the end of a text.
fn word_at_the_end(text: &str) -> &str {
    let text = text.trim_end();
    &text[text.rfind(|c: char| !c.is_alphanumeric() && c != '_').map_or(0, |at| at + 1)..]
}

/// The name that a concept of Rust has in C#, unless [`IN_CSHARP`] has another.
fn csharp_name(concept: &str) -> String {
    if let Some(&(_, name)) = IN_CSHARP.iter().find(|(known, _)| *known == concept) {
        return name.to_owned();
    }
    let (class, member) = concept.split_once('.').unwrap_or(("", concept));
    let member = match camel_case(member).split_at_checked(1) {
        Some((first, rest)) => first.to_uppercase() + rest,
        None => String::new(),
    };
    match class {
        "View" => format!("World.{member}"),
        "Sheet" | "Frame" | "Slice" | "Animation" | "Map" | "MapLayer" | "MapSprite" | "MapPoint" => "-".to_owned(),
        "" => member,
        _ => format!("{class}.{member}"),
    }
}

fn camel_case(name: &str) -> String {
    let mut words = name.split('_');
    let first = words.next().unwrap_or_default().to_owned();
    words.fold(first, |name, word| name + &word[..1].to_uppercase() + &word[1..])
}

fn has(types: &Types, name: &str) -> bool {
    match name.split_once('.') {
        Some((class, member)) => types.get(class).is_some_and(|members| members.contains(member)),
        None => name == "-" || types.contains_key(name),
    }
}

#[test]
fn each_concept_has_one_name_in_every_language() {
    let languages = ["Rust", "Python", "JavaScript", "Bevy"];
    let read = [
        rust(&["crates/mask/src", "crates/world/src", "crates/sheets/src"]),
        python(),
        javascript(),
        rust(&["integrations/bevy/src"]),
    ];
    let mut wrong = Vec::new();
    for row in TABLE {
        for (language, types) in read.iter().enumerate() {
            let name = match (row[language], row[0].split_once('.')) {
                ("=", Some((class, member))) if language == 2 => format!("{class}.{}", camel_case(member)),
                ("=", None) if language == 2 => camel_case(row[0]),
                ("=", _) => row[0].to_owned(),
                (name, _) => name.to_owned(),
            };
            if !has(types, &name) {
                wrong.push(format!("{}: {name}", languages[language]));
            }
        }
    }
    let header = c();
    let in_c = TABLE.iter().filter(|row| row[0] != "-").map(|row| c_name(row[0]));
    wrong.extend(in_c.filter(|name| !has(&header, name)).map(|name| format!("C: {name}")));
    let classes = godot();
    let in_godot = TABLE.iter().filter(|row| row[0] != "-").map(|row| godot_name(row[0]));
    wrong.extend(in_godot.filter(|name| !has(&classes, name)).map(|name| format!("Godot: {name}")));
    let sources = csharp();
    let in_csharp = TABLE.iter().filter(|row| row[0] != "-").map(|row| csharp_name(row[0]));
    wrong.extend(in_csharp.filter(|name| !has(&sources, name)).map(|name| format!("C#: {name}")));
    for (language, types) in languages.iter().zip(&read).chain([(&"Godot", &classes), (&"C#", &sources)]) {
        for gone in GONE {
            let members = types.iter().filter(|(name, members)| *name == gone || members.contains(*gone));
            wrong.extend(members.map(|(class, _)| format!("{language}: {gone} is still in {class}")));
        }
    }
    println!("{} concepts in {} languages, {} rows differ", TABLE.len(), languages.len() + 3, wrong.len());
    assert!(wrong.is_empty(), "these names are missing or should be gone: {wrong:#?}");
}

/// Returns the names in backticks in the tables of each section of a page whose title is a type.
fn listed(page: &str) -> Types {
    let mut types = Types::new();
    for section in page.split("\n## `").skip(1) {
        let rows = section.lines().filter_map(|line| line.strip_prefix("| "));
        let cells = rows.flat_map(|row| row.splitn(2, " | ").skip(1)).map(|cell| cell.split('(').next().unwrap());
        let names = cells.flat_map(|cell| cell.split('`').skip(1).step_by(2));
        types.insert(word(section).to_owned(), names.filter(|name| word(name) == *name).map(str::to_owned).collect());
    }
    types
}

#[test]
fn the_page_of_the_whole_api_lists_each_method() {
    let public = rust(&["crates/mask/src", "crates/world/src"]);
    let page = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/api.md")).unwrap();
    let listed = listed(&page);
    assert_eq!(listed.keys().collect::<Vec<_>>(), ["Mask", "SpriteMut", "Step", "View", "World"]);
    for (class, names) in &listed {
        let is_method = |name: &&String| name.starts_with(char::is_lowercase);
        let methods: BTreeSet<String> = public[class].iter().filter(is_method).cloned().collect();
        let (missing, unknown) = (methods.difference(names), names.difference(&methods));
        let differences = [missing.collect::<Vec<_>>(), unknown.collect()];
        assert!(differences.iter().all(Vec::is_empty), "{class}: not on the page, or not in the code: {differences:?}");
    }
}
