//! The script of calls that the tests of all languages play, as far as it asks about sprites: the answers are equal,
//! number by number, up to the precision of `f32`. Entities stand where the script says, y up.

use crate::common::{app, ask, pixel, step};
use bevy_app::App;
use bevy_ecs::prelude::*;
use bevy_ecs::system::RunSystemOnce;
use bevy_math::{Quat, Rect, Vec2};
use bevy_sprite::Sprite;
use bevy_transform::components::Transform;
use hitmask_bevy::world::place;
use hitmask_bevy::{
    Blocked, Mask, Motion, PixelCollider, PixelContact, PixelMask, PixelMover, PixelProbe, PixelPushOut, PixelView,
    PixelWorld, Side, SpriteSweepHit,
};
use serde_json::{Value, json};
use std::collections::HashMap;

/// The scripts, and how many of their calls Bevy has.
const SCRIPTS: [(&str, usize); 2] = [
    (include_str!("../../../../tests/calls/script.json"), 55),
    (include_str!("../../../../tests/calls/motion.json"), 66),
];

/// A sprite of the script.
struct Body {
    entity: Entity,
    mask: usize,
    position: [i32; 2],
    size: [f64; 2],
    turns: f64,
    /// Whether an odd quarter turn swaps the sides.
    is_turned: bool,
    scale: [f64; 2],
    fraction: [f64; 2],
    /// The point of the picture that is drawn at the position.
    origin: Option<[f64; 2]>,
}

impl Body {
    /// The transform that draws the middle of the mask, or its origin, where the world has it.
    fn transform(&self) -> Transform {
        let [width, height] = self.size;
        let turned = if self.is_turned { [height, width] } else { [width, height] };
        let middle = if self.origin.is_some() { [0.0; 2] } else { turned.map(|side| side / 2.0) };
        // From the fixed point to the middle of the picture, which is at the translation.
        let from = self.origin.map_or([0.0; 2], |[x, y]| [width / 2.0 - x, height / 2.0 - y]);
        let [x, y] = [from[0] * self.scale[0], from[1] * self.scale[1]];
        let (sin, cos) = (self.turns * std::f64::consts::TAU).sin_cos();
        let moved = [x * cos - y * sin, x * sin + y * cos];
        let at = [0, 1].map(|axis| f64::from(self.position[axis]) + self.fraction[axis] + middle[axis] + moved[axis]);
        let angle = -(self.turns * std::f64::consts::TAU) as f32;
        let scale = Vec2::new(self.scale[0] as f32, self.scale[1] as f32).extend(1.0);
        Transform::from_xyz(at[0] as f32, -at[1] as f32, 0.0)
            .with_rotation(Quat::from_rotation_z(angle))
            .with_scale(scale)
    }
}

/// Returns a list of numbers.
fn numbers<const N: usize>(value: &Value) -> [f64; N] {
    let list: Vec<f64> = value.as_array().unwrap().iter().map(|number| number.as_f64().unwrap()).collect();
    list.try_into().unwrap()
}

fn vector([x, y]: [f64; 2]) -> Vec2 {
    Vec2::new(x as f32, -y as f32)
}

/// Returns the view of a call, which may include sensors.
fn seen<'w>(view: PixelView<'w>, call: &Value) -> PixelView<'w> {
    if call["sensors"] == true { view.with_sensors() } else { view }
}

/// A move in whole pixels, y down.
fn whole(by: Vec2) -> [i32; 2] {
    [by.x.round() as i32, (-by.y).round() as i32]
}

fn rect(rect: Rect) -> [i32; 4] {
    let [left, top] = whole(Vec2::new(rect.min.x, rect.max.y));
    [left, top, rect.width().round() as i32, rect.height().round() as i32]
}

#[derive(Default)]
struct Player {
    masks: HashMap<String, PixelMask>,
    added: Vec<PixelMask>,
    bodies: Vec<Body>,
}

impl Player {
    fn slot(&self, entity: Entity) -> usize {
        self.bodies.iter().position(|body| body.entity == entity).unwrap()
    }

    fn slots(&self, entities: Vec<Entity>) -> Value {
        let mut slots: Vec<usize> = entities.into_iter().map(|entity| self.slot(entity)).collect();
        slots.sort_unstable();
        json!(slots)
    }

    fn contact(&self, call: &Value, contact: PixelContact) -> Value {
        json!({
            "a": call["a"], "b": call["b"], "first": pixel(contact.point), "area": contact.area,
            "bounds": rect(contact.bounds), "normal": [contact.normal.x, -contact.normal.y],
            "penetration": whole(contact.penetration)
        })
    }

    /// A hit, without the step and the place before it, which Bevy's results do not have.
    fn hit(&self, hit: &SpriteSweepHit) -> Value {
        let normal = [hit.normal.x, -hit.normal.y];
        json!({"id": self.slot(hit.entity), "first": pixel(hit.point), "normal": normal})
    }

    fn change(&mut self, app: &mut App, id: usize, values: &Value) {
        let body = &mut self.bodies[id];
        let mut entity = app.world_mut().entity_mut(body.entity);
        for (name, value) in values.as_object().unwrap() {
            match name.as_str() {
                "position" => body.position = place(numbers(value)).unwrap(),
                "turn" => {
                    body.turns = value.as_f64().unwrap() / 4.0;
                    body.is_turned = value.as_u64().unwrap() % 2 == 1;
                }
                "angle" => body.turns = value.as_f64().unwrap() / 360.0,
                "scale" => body.scale = value.as_f64().map_or_else(|| numbers(value), |scale| [scale; 2]),
                "origin" => body.origin = Some(numbers(value)),
                "fraction" => body.fraction = numbers(value),
                "transform" => {} // one that shears needs a parent: see children.rs
                "flip_x" => entity.get_mut::<Sprite>().unwrap().flip_x = value.as_bool().unwrap(),
                "layers" => entity.get_mut::<PixelCollider>().unwrap().layers = value.as_u64().unwrap() as u32,
                "fixed" => entity.get_mut::<PixelCollider>().unwrap().fixed = value.as_bool().unwrap(),
                "sensor" => entity.get_mut::<PixelCollider>().unwrap().sensor = value.as_bool().unwrap(),
                "continuous" => entity.get_mut::<PixelCollider>().unwrap().continuous = value.as_bool().unwrap(),
                "one_way" => {
                    let sides = [Side::Left, Side::Right, Side::Top, Side::Bottom];
                    let side = value.as_u64().map(|side| sides[side as usize]);
                    entity.get_mut::<PixelCollider>().unwrap().one_way = side;
                }
                "collides_with" => {
                    entity.get_mut::<PixelCollider>().unwrap().collides_with = value.as_u64().unwrap() as u32;
                }
                "data" => {} // the entity itself
                other => panic!("{other}"),
            }
        }
        entity.insert(body.transform());
    }

    /// The answer to a call, or `None` if Bevy has no such call.
    fn play(&mut self, app: &mut App, name: &str, call: &Value) -> Option<Value> {
        let id = call["id"].as_u64().map(|id| id as usize);
        let entity = id.map(|id| self.bodies[id].entity);
        let layers = call["layers"].as_u64().map_or(u32::MAX, |layers| layers as u32);
        let by = |to: &Value| {
            let (to, from) = (place(numbers(to)).unwrap(), self.bodies[id.unwrap()].position);
            vector([0, 1].map(|axis| f64::from(to[axis] - from[axis])))
        };
        Some(match name {
            "mask" => {
                let mask: Mask = call["text"].as_str().unwrap().parse().unwrap();
                self.masks.insert(call["as"].as_str().unwrap().to_owned(), PixelMask::new(mask));
                Value::Null
            }
            "add_mask" => {
                self.added.push(self.masks[call["mask"].as_str().unwrap()].clone());
                json!(self.added.len() - 1)
            }
            "spawn" => {
                let mask = call["mask"].as_u64().unwrap() as usize;
                let shown = self.added[mask].clone();
                let size = [shown.0.width(), shown.0.height()].map(f64::from);
                let entity = app.world_mut().spawn((PixelCollider::default(), Sprite::default(), shown)).id();
                let position = place(numbers(&call["position"])).unwrap();
                let (turns, scale, fraction) = (0.0, [1.0; 2], [0.0; 2]);
                let body =
                    Body { entity, mask, position, size, turns, is_turned: false, scale, fraction, origin: None };
                // A slot is used again.
                let free = self.bodies.iter().position(|body| app.world().get_entity(body.entity).is_err());
                let slot = free.unwrap_or(self.bodies.len());
                match self.bodies.get_mut(slot) {
                    Some(old) => *old = body,
                    None => self.bodies.push(body),
                }
                self.change(app, slot, &call["options"]);
                json!(slot)
            }
            "set" => {
                self.change(app, id.unwrap(), &call["changes"]);
                Value::Null
            }
            "move_to" => {
                self.change(app, id.unwrap(), &json!({"position": call["position"]}));
                Value::Null
            }
            // An entity that is not continuous has no path.
            "jump_to" => {
                let changes = json!({"position": call["position"], "continuous": false});
                self.change(app, id.unwrap(), &changes);
                Value::Null
            }
            // They make a step. Bevy has no such calls: the messages of the step have the contacts.
            "impact" | "contacts_of" => {
                step(app);
                return None;
            }
            "move_by" => {
                let [x, y] = self.bodies[id.unwrap()].position;
                let [dx, dy] = numbers(&call["by"]);
                self.change(app, id.unwrap(), &json!({"position": [f64::from(x) + dx, f64::from(y) + dy]}));
                Value::Null
            }
            "despawn" => {
                app.world_mut().despawn(entity.unwrap());
                Value::Null
            }
            "step" | "began_between" => {
                let log = step(app);
                let pair = |[a, b]: [Entity; 2]| {
                    let [a, b] = [self.slot(a), self.slot(b)];
                    [a.min(b), a.max(b)]
                };
                let mut began: Vec<_> = log.began.iter().map(|event| pair([event.a, event.b])).collect();
                began.sort_unstable();
                if name == "began_between" {
                    return Some(json!(began));
                }
                let ended: Vec<_> = log.ended.iter().map(|event| pair([event.a, event.b])).collect();
                let pairs = app.world().resource::<PixelWorld>().pairs();
                let mut pairs: Vec<_> = pairs.into_iter().map(pair).collect();
                pairs.sort_unstable();
                json!({"pairs": pairs, "began": began, "ended": ended})
            }
            "contact" => {
                let [a, b] = ["a", "b"].map(|name| self.bodies[call[name].as_u64().unwrap() as usize].entity);
                json!(ask(app, |view| view.contact(a, b)).map(|contact| self.contact(call, contact)))
            }
            "overlapping" => self.slots(ask(app, |view| view.overlapping(entity.unwrap()))),
            "find" => {
                let polygon: Vec<Vec2> =
                    call["polygon"].as_array().into_iter().flatten().map(|point| vector(numbers(point))).collect();
                let probe = if !call["point"].is_null() {
                    PixelProbe::Point(vector(numbers(&call["point"])))
                } else if !call["rect"].is_null() {
                    let [left, top, width, height] = numbers(&call["rect"]);
                    PixelProbe::Rect(Rect::from_corners(vector([left, top]), vector([left + width, top + height])))
                } else if !call["circle"].is_null() {
                    let [x, y, radius] = numbers(&call["circle"]);
                    PixelProbe::Circle { center: vector([x, y]), radius: radius as f32 }
                } else if !call["line"].is_null() {
                    let [x0, y0, x1, y1] = numbers(&call["line"]).map(|c: f64| c + 0.5);
                    PixelProbe::Line(vector([x0, y0]), vector([x1, y1]))
                } else {
                    PixelProbe::Polygon(&polygon)
                };
                self.slots(ask(app, |view| view.on_layers(layers).find(probe)))
            }
            "nearest" => {
                let count = call["count"].as_u64().unwrap() as usize;
                let near = ask(app, |view| view.on_layers(layers).nearest(vector(numbers(&call["point"])), count));
                near.iter().map(|near| json!({"id": self.slot(near.entity), "distance": near.distance})).collect()
            }
            "nearest_others" => {
                let count = call["count"].as_u64().unwrap() as usize;
                let near = ask(app, |view| view.on_layers(layers).nearest_others(entity.unwrap(), count)).unwrap();
                near.iter().map(|near| json!({"id": self.slot(near.entity), "distance": near.distance})).collect()
            }
            "cast_ray_world" | "cast_ray_all" => {
                let [from, to] = ["start", "end"].map(|name| vector(numbers(&call[name])));
                let all = ask(app, |view| seen(view, call).on_layers(layers).cast_ray_all(from, to));
                let first = ask(app, |view| seen(view, call).on_layers(layers).cast_ray(from, to));
                assert_eq!(first, all.first().copied());
                let hits = all.iter().map(|hit| {
                    json!({
                        "id": self.slot(hit.entity), "at": pixel(hit.point), "before": hit.before.map(pixel),
                        "normal": hit.normal.map(|normal| [normal.x, -normal.y])
                    })
                });
                let mut hits: Vec<Value> = hits.collect();
                if name == "cast_ray_all" { json!(hits) } else { json!(hits.drain(..).next()) }
            }
            "sweep_world" => {
                let swept = ask(app, |view| view.sweep(entity.unwrap(), by(&call["to"]))).unwrap();
                let [x, y] = self.bodies[id.unwrap()].position;
                let [dx, dy] = whole(swept.by);
                let started_inside = swept.started_inside.map(|entity| self.slot(entity));
                json!({
                    "at": [x + dx, y + dy], "hit": swept.hit.map(|hit| self.hit(&hit)), "started_inside": started_inside
                })
            }
            "is_free" => {
                let position = by(&call["position"]);
                json!(ask(app, |view| seen(view, call).is_free((entity.unwrap(), position))).unwrap())
            }
            "touching" => {
                self.slots(ask(app, |view| view.touching(entity.unwrap(), vector(numbers(&call["by"])))).unwrap())
            }
            "nearest_free_world" => {
                let (position, limit) = (by(&call["position"]), call["limit"].as_f64().unwrap() as f32);
                let free = ask(app, |view| view.nearest_free((entity.unwrap(), position), limit)).unwrap();
                let [x, y] = self.bodies[id.unwrap()].position;
                json!(free.map(whole).map(|[dx, dy]| [x + dx, y + dy]))
            }
            "push_out" | "push_out_along" => {
                let (entity, limit) = (entity.unwrap(), call["limit"].as_f64().unwrap() as f32);
                let direction = (name == "push_out_along").then(|| vector(numbers(&call["direction"])));
                let system = move |mut mover: PixelMover, mut transforms: Query<&mut Transform>| {
                    let mut transform = transforms.get_mut(entity).unwrap();
                    match direction {
                        Some(direction) => {
                            mover.push_out(entity, &mut transform, PixelPushOut::along(direction, limit))
                        }
                        None => mover.push_out(entity, &mut transform, limit),
                    }
                };
                let pushed = app.world_mut().run_system_once(system).unwrap().unwrap().map(whole);
                let position = &mut self.bodies[id.unwrap()].position;
                let [dx, dy] = pushed.unwrap_or_default();
                *position = [position[0] + dx, position[1] + dy];
                json!(pushed)
            }
            "carry" => {
                let (entity, way) = (entity.unwrap(), by(&call["to"]));
                let slots = call["riders"].as_array();
                let riders: Option<Vec<Entity>> = slots.map(|slots| {
                    slots.iter().map(|slot| self.bodies[slot.as_u64().unwrap() as usize].entity).collect()
                });
                let system = move |mut mover: PixelMover, mut transforms: Query<&mut Transform>| {
                    let mut transform = transforms.get_mut(entity).unwrap();
                    let carried = mover.carry(entity, &mut transform, way, riders.as_deref()).unwrap();
                    for &(entity, by) in &carried.moves {
                        transforms.get_mut(entity).unwrap().translation += by.extend(0.0);
                    }
                    carried
                };
                let carried = app.world_mut().run_system_once(system).unwrap();
                for (entity, by) in carried.moves.iter().copied().chain([(entity, way)]) {
                    let slot = self.slot(entity);
                    let ([dx, dy], position) = (whole(by), &mut self.bodies[slot].position);
                    *position = [position[0] + dx, position[1] + dy];
                }
                json!({
                    "riders": self.slots(carried.riders), "pushed": self.slots(carried.pushed),
                    "crushed": self.slots(carried.crushed)
                })
            }
            "move_until" => {
                let motion = match call["motion"].as_str().unwrap() {
                    "stop" => Motion::STOP,
                    "slide" => Motion::SLIDE,
                    _ => Motion::walk(call["step_up"].as_u64().unwrap() as u32, 3),
                };
                let (entity, by) = (entity.unwrap(), by(&call["to"]));
                let system = move |mut mover: PixelMover, mut transforms: Query<&mut Transform>| {
                    let mut transform = transforms.get_mut(entity).unwrap();
                    mover.move_until(entity, &mut transform, by, motion.on_layers(layers)).unwrap()
                };
                let moved = app.world_mut().run_system_once(system).unwrap();
                let body = &mut self.bodies[id.unwrap()];
                let [dx, dy] = whole(moved.by);
                body.position = [body.position[0] + dx, body.position[1] + dy];
                let at = body.position;
                let hits: Vec<Value> = moved.hits.iter().map(|hit| self.hit(hit)).collect();
                let Blocked { left, right, up, down, .. } = moved.blocked;
                json!({
                    "at": at, "hits": hits, "started_inside": self.slots(moved.started_inside),
                    "blocked": {"left": left, "right": right, "up": up, "down": down}
                })
            }
            "draw_on_mask" | "erase_from_mask" => {
                let mask = call["mask"].as_u64().unwrap() as usize;
                let entity = self.bodies.iter().find(|body| body.mask == mask).unwrap().entity;
                let (solid, call) = (name == "draw_on_mask", call.clone());
                let system = move |mut mover: PixelMover| {
                    let edit = |mask: &mut Mask| match call["circle"].is_null() {
                        true => {
                            let [left, top, width, height] = numbers(&call["rect"]);
                            let rect =
                                hitmask_bevy::mask::Rect::new(left as i32, top as i32, width as u32, height as u32);
                            mask.fill_rect(rect, solid);
                        }
                        false => {
                            let [x, y, radius] = numbers(&call["circle"]);
                            mask.fill_circle([x, y], radius, solid).unwrap();
                        }
                    };
                    mover.edit_mask(entity, edit).unwrap();
                };
                app.world_mut().run_system_once(system).unwrap();
                Value::Null
            }
            "mask_count" => {
                let mask = call["mask"].as_u64().unwrap() as usize;
                let entity = self.bodies.iter().find(|body| body.mask == mask).unwrap().entity;
                json!(ask(app, |view| view.pixels(entity)).len())
            }
            _ => return None,
        })
    }
}

/// Whether two answers are equal up to `f32`. Bevy's results may have fewer values.
fn equal(found: &Value, expected: &Value) -> bool {
    match (found, expected) {
        (Value::Number(found), Value::Number(expected)) => {
            let [found, expected] = [found, expected].map(|number| number.as_f64().unwrap());
            (found - expected).abs() <= 1e-6 * expected.abs().max(1.0)
        }
        (Value::Array(found), Value::Array(expected)) => {
            found.len() == expected.len() && found.iter().zip(expected).all(|(found, expected)| equal(found, expected))
        }
        (Value::Object(found), Value::Object(expected)) => {
            found.iter().all(|(name, found)| equal(found, &expected[name]))
        }
        _ => found == expected,
    }
}

#[test]
fn the_scripts_of_calls_have_the_answers_of_rust() {
    for (script, calls) in SCRIPTS {
        let script: Vec<Value> = serde_json::from_str(script).unwrap();
        let (mut app, mut player, mut played) = (app(), Player::default(), 0);
        for (number, call) in script.iter().enumerate() {
            if let Some(found) = player.play(&mut app, call["call"].as_str().unwrap(), call) {
                assert!(equal(&found, &call["answer"]), "call {number}: {call}, got {found}");
                played += 1;
            }
        }
        assert_eq!(played, calls, "of {} calls", script.len());
    }
}
