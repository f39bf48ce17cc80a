//! One script of calls, which the tests of each language run: the answers are equal, number by number.
//!
//! Each script in `tests/calls` is a list of calls with their arguments and answers, in the same units in every
//! language. Missing values are `null`. `cargo xtask generate calls` writes the answers of this test into the files,
//! after a change of a script.

use hitmask::{
    Affine, Angle, Blocked, Circle, Line, Mask, MaskId, Motion, Pair, PlacedMask, Polygon, Probe, PushOut, QuarterTurn,
    Reach, Rect, Remainder, Side, Sprite, SpriteId, World, pixel, place,
};
use serde_json::{Value, json};
use std::collections::HashMap;
use std::error::Error;
use std::path::{Path, PathBuf};
use std::{env, fs};

type Answer = Result<Value, Box<dyn Error>>;

/// The scripts that all languages play: the first calls of a game, and motion.
const SCRIPTS: [&str; 2] = ["script.json", "motion.json"];

/// The masks and the world of the script.
#[derive(Default)]
struct Player {
    masks: HashMap<String, Mask>,
    world: World,
}

/// The arguments of a call.
struct Args<'a>(&'a Value);

impl<'a> Args<'a> {
    fn get<T: serde::de::DeserializeOwned>(&self, name: &str) -> T {
        self.or(name).unwrap_or_else(|| panic!("{name} of {}", self.0))
    }

    /// The argument with a name, or `None` if there is none.
    fn or<T: serde::de::DeserializeOwned>(&self, name: &str) -> Option<T> {
        serde_json::from_value(self.0.get(name)?.clone()).ok()
    }

    fn text(&self, name: &str) -> &'a str {
        self.0[name].as_str().unwrap_or_else(|| panic!("{name} of {}", self.0))
    }

    fn rect(&self, name: &str) -> Option<Rect> {
        let [left, top, width, height] = self.or::<[i32; 4]>(name)?;
        Some(Rect::new(left, top, width as u32, height as u32))
    }

    fn place(&self, name: &str) -> Result<[i32; 2], Box<dyn Error>> {
        Ok(place(self.get::<[f64; 2]>(name))?)
    }

    fn point(&self, name: &str) -> Result<[i32; 2], Box<dyn Error>> {
        Ok(pixel(self.get::<[f64; 2]>(name))?)
    }
}

fn rect(rect: Rect) -> Value {
    json!([rect.left, rect.top, rect.width, rect.height])
}

/// Sets the values of a sprite that are given.
fn change(mut sprite: Sprite, changes: &Value) -> Result<Sprite, Box<dyn Error>> {
    let args = Args(changes);
    for name in changes.as_object().into_iter().flat_map(|changes| changes.keys()) {
        match name.as_str() {
            "position" => sprite.position = args.place(name)?,
            "flip_x" => sprite.flip_x = args.get(name),
            "flip_y" => sprite.flip_y = args.get(name),
            "turn" => {
                let turns = QuarterTurn::ALL;
                sprite.turn = turns[args.get::<usize>(name)];
            }
            "angle" => sprite.angle = Angle::degrees(args.get(name))?,
            "scale" => sprite.scale = args.or(name).or(args.or(name).map(|factor| [factor; 2])).ok_or("a scale")?,
            "fraction" => sprite.fraction = args.get(name),
            "origin" => sprite.origin = args.get(name),
            "transform" => {
                let linear = args.or::<[[f64; 2]; 2]>(name);
                sprite.transform = linear.map(|[[a, b], [c, d]]| Affine::from([[a, b, 0.0], [c, d, 0.0]]));
            }
            "layers" => sprite.layers = args.get(name),
            "collides_with" => sprite.collides_with = args.get(name),
            "fixed" => sprite.fixed = args.get(name),
            "sensor" => sprite.sensor = args.get(name),
            "continuous" => sprite.continuous = args.get(name),
            "one_way" => sprite.one_way = args.or::<usize>(name).map(|side| Side::ALL[side]),
            "data" => sprite.data = args.get(name),
            other => panic!("{other} is not a value of a sprite"),
        }
    }
    Ok(sprite)
}

impl Player {
    fn mask(&self, args: &Args, name: &str) -> &Mask {
        &self.masks[args.text(name)]
    }

    fn id(&self, args: &Args, name: &str) -> SpriteId {
        self.world.id_at(args.get(name)).unwrap_or_default()
    }

    fn mask_id(&self, args: &Args) -> MaskId {
        self.world.mask_id_at(args.get("mask")).expect("a mask")
    }

    fn ids(ids: &[SpriteId]) -> Value {
        ids.iter().map(|id| json!(id.index())).collect()
    }

    fn hit(hit: &hitmask::SpriteRayHit) -> Value {
        json!({"id": hit.id.index(), "at": hit.at, "before": hit.before, "step": hit.step, "normal": hit.normal})
    }

    fn swept(hit: &hitmask::SpriteSweepHit) -> Value {
        json!({
            "id": hit.id.index(), "step": hit.step, "before": hit.before, "first": hit.first, "normal": hit.normal
        })
    }

    fn contact(contact: hitmask::Contact) -> Value {
        json!({
            "a": contact.a.index(), "b": contact.b.index(), "first": contact.first(), "area": contact.area(),
            "bounds": rect(contact.bounds()), "normal": contact.normal(), "penetration": contact.penetration()
        })
    }

    /// The answer to a call.
    fn play(&mut self, call: &str, args: &Args) -> Answer {
        let pair = |name| -> Result<(&Mask, &Mask, [i32; 2]), Box<dyn Error>> {
            Ok((self.mask(args, "a"), self.mask(args, "b"), args.get(name)))
        };
        Ok(match call {
            "mask" => {
                self.masks.insert(args.text("as").to_owned(), args.text("text").parse()?);
                Value::Null
            }
            "overlaps" => pair("at").map(|(a, b, at)| json!(a.overlaps(b, at)))?,
            "overlap_first" => pair("at").map(|(a, b, at)| json!(a.overlap_first(b, at)))?,
            "overlap_area" => pair("at").map(|(a, b, at)| json!(a.overlap_area(b, at)))?,
            "overlap_bounds" => pair("at").map(|(a, b, at)| json!(a.overlap_bounds(b, at).map(rect)))?,
            "overlap_normal" => pair("at").map(|(a, b, at)| json!(a.overlap_normal(b, at)))?,
            "penetration" => pair("at").map(|(a, b, at)| json!(a.penetration(b, at)))?,
            "penetration_along" => {
                let (a, b, at) = pair("at")?;
                json!(a.penetration_along(b, at, args.get::<[i32; 2]>("direction")))
            }
            "distance" => pair("at").map(|(a, b, at)| json!(a.distance(b, at)))?,
            "nearest_free" => pair("at").map(|(a, b, at)| json!(a.nearest_free(b, at, args.get::<u32>("limit"))))?,
            "nearest_free_within" => {
                let (a, b, at) = pair("at")?;
                let within = args.rect("within").ok_or("a rectangle")?;
                json!(a.nearest_free(b, at, Reach::new(args.get("limit")).inside(within)))
            }
            "remainder" => {
                let mut rest = Remainder::default();
                let moves: Result<Vec<_>, _> =
                    args.get::<Vec<[f64; 2]>>("moves").iter().map(|&by| rest.take(by)).collect();
                json!({"moves": moves?, "rest": rest.rest})
            }
            "sweep" => {
                let (a, b, start) = pair("start")?;
                let swept = a.sweep(b, start, args.get::<[i32; 2]>("end"));
                let hit = swept
                    .hit
                    .map(|hit| json!({"at": hit.at, "before": hit.before, "step": hit.step, "normal": hit.normal}));
                json!({"hit": hit, "started_inside": swept.started_inside})
            }
            "cast_ray" => {
                let hit = self.mask(args, "mask").cast_ray(args.point("start")?, args.point("end")?);
                json!(
                    hit.map(|hit| {
                        json!({"at": hit.at, "before": hit.before, "step": hit.step, "normal": hit.normal})
                    })
                )
            }
            "count" => json!(self.mask(args, "mask").count()),
            "bounds" => json!(self.mask(args, "mask").bounds().map(rect)),
            "centroid" => json!(self.mask(args, "mask").centroid()),
            "add_mask" => {
                let mask = self.mask(args, "mask").clone();
                json!(self.world.add_mask(mask)?.index())
            }
            "spawn" => {
                let sprite = Sprite::new(self.mask_id(args), args.place("position")?);
                json!(self.world.spawn(change(sprite, &args.0["options"])?)?.index())
            }
            "set" => {
                let id = self.id(args, "id");
                let sprite = change(self.world.get(id).ok_or("a sprite")?, &args.0["changes"])?;
                self.world.set_sprite(id, sprite)?;
                Value::Null
            }
            "get" => {
                let sprite = self.world.get(self.id(args, "id")).ok_or("a sprite")?;
                let linear = sprite.transform.map(<[[f64; 3]; 2]>::from).map(|rows| rows.map(|[a, b, _]| [a, b]));
                json!({
                    "mask": sprite.mask.index(), "position": sprite.position, "fraction": sprite.fraction,
                    "transform": linear, "flip_x": sprite.flip_x, "flip_y": sprite.flip_y, "turn": sprite.turn as u8, "angle": sprite.angle.to_degrees(),
                    "scale": sprite.scale, "origin": sprite.origin, "layers": sprite.layers,
                    "collides_with": sprite.collides_with, "fixed": sprite.fixed, "sensor": sprite.sensor,
                    "one_way": sprite.one_way.map(|side| side as u8), "continuous": sprite.continuous, "data": sprite.data
                })
            }
            "move_to" => {
                self.world.move_to(self.id(args, "id"), args.place("position")?)?;
                Value::Null
            }
            "jump_to" => {
                self.world.jump_to(self.id(args, "id"), args.place("position")?)?;
                Value::Null
            }
            "move_by" => {
                self.world.move_by(self.id(args, "id"), args.get::<[i32; 2]>("by"))?;
                Value::Null
            }
            "despawn" => {
                self.world.despawn(self.id(args, "id"))?;
                Value::Null
            }
            "step" => {
                let step = self.world.step()?;
                let [pairs, began, ended] = [step.pairs(), step.began(), step.ended()]
                    .map(|list| list.iter().map(|pair| [pair.a.index(), pair.b.index()]).collect::<Vec<_>>());
                json!({"pairs": pairs, "began": began, "ended": ended})
            }
            "began_between" => {
                let step = self.world.step()?;
                let pairs = step.began_between(args.get("layers_a"), args.get("layers_b"));
                pairs.map(|pair| json!(pair.map(SpriteId::index))).collect()
            }
            "contacts" => self.world.step()?.contacts(Player::contact).into(),
            "contacts_of" => {
                let id = self.id(args, "id");
                self.world.step()?.contacts_of(id).map(Player::contact).collect()
            }
            // A step, and the impact of one of its pairs.
            "impact" => {
                let [a, b] = ["a", "b"].map(|name| self.id(args, name));
                let impact = self.world.step()?.impact(Pair { a, b });
                json!(impact.map(|impact| {
                    json!({
                        "a": impact.a.index(), "b": impact.b.index(), "fraction": impact.fraction, "places": impact.places,
                        "before": impact.before,
                        "contact": Player::contact(impact.contact)
                    })
                }))
            }
            "data" => json!(self.world.data_at(args.get("id"))),
            "positions" => {
                let mut positions = Vec::new();
                self.world.positions_by_slot(&mut positions)?;
                json!(positions)
            }
            "draw_on_mask" | "erase_from_mask" => {
                let (id, solid) = (self.mask_id(args), call == "draw_on_mask");
                self.world.edit_mask(id, |mask| match (args.or::<[f64; 3]>("circle"), args.rect("rect")) {
                    (Some([x, y, radius]), _) => mask.fill_circle([x, y], radius, solid),
                    (_, Some(rect)) => {
                        mask.fill_rect(rect, solid);
                        Ok(())
                    }
                    _ => panic!("a shape"),
                })?;
                Value::Null
            }
            "mask_count" => json!(self.world.mask(self.mask_id(args)).map(|mask| mask.count())),
            "bytes" => {
                let bytes = self.world.to_bytes()?;
                let fnv = |hash: u32, byte: &u8| (hash ^ u32::from(*byte)).wrapping_mul(0x0100_0193);
                json!([bytes.len(), bytes.iter().fold(0x811c_9dc5, fnv)])
            }
            "move_until" => {
                let motion = match args.text("motion") {
                    "stop" => Motion::STOP,
                    "slide" => Motion::SLIDE,
                    _ => Motion::walk(args.get("step_up"), args.get("step_down")),
                };
                let (id, to) = (self.id(args, "id"), args.place("to")?);
                let motion = args.or("layers").map_or(motion, |layers| motion.on_layers(layers));
                let moved = self.world.move_until(id, to, motion)?;
                let hits: Vec<Value> = moved.hits.iter().map(Player::swept).collect();
                let Blocked { left, right, up, down, .. } = moved.blocked;
                json!({
                    "at": moved.at, "hits": hits, "started_inside": Player::ids(&moved.started_inside),
                    "blocked": {"left": left, "right": right, "up": up, "down": down}
                })
            }
            "push_out" => json!(self.world.push_out(self.id(args, "id"), args.get::<u32>("limit"))?),
            "push_out_along" => {
                let direction: [i32; 2] = args.get("direction");
                let how = PushOut::along(direction, args.get::<u32>("limit"));
                json!(self.world.push_out(self.id(args, "id"), how)?)
            }
            "carry" => {
                let slots = args.or::<Vec<usize>>("riders");
                let riders =
                    slots.map(|slots| slots.iter().filter_map(|&slot| self.world.id_at(slot)).collect::<Vec<_>>());
                let carried = self.world.carry(self.id(args, "id"), args.place("to")?, riders.as_deref())?;
                json!({
                    "riders": Player::ids(&carried.riders), "pushed": Player::ids(&carried.pushed),
                    "crushed": Player::ids(&carried.crushed)
                })
            }
            _ => self.ask(call, args)?,
        })
    }

    /// The answer to a query.
    fn ask(&mut self, call: &str, args: &Args) -> Answer {
        let [id, a, b] = ["id", "a", "b"].map(|name| args.or(name).and_then(|slot| self.world.id_at(slot)));
        let [id, a, b] = [id, a, b].map(Option::unwrap_or_default);
        let view = self.world.refresh()?;
        let view = args.or("layers").map_or(view, |layers| view.on_layers(layers));
        let view = if args.or("sensors") == Some(true) { view.with_sensors() } else { view };
        Ok(match call {
            "contact" => json!(view.contact(a, b).map(Player::contact)),
            "overlapping" => Player::ids(&view.overlapping(id)),
            "find" => {
                let polygon = args.or::<Vec<[f64; 2]>>("polygon").map(Polygon::new).transpose()?;
                let probe = if args.0.get("point").is_some() {
                    Probe::Point(args.point("point")?)
                } else if let Some(rect) = args.rect("rect") {
                    Probe::Rect(rect)
                } else if let Some([x, y, radius]) = args.or::<[f64; 3]>("circle") {
                    Probe::Circle(Circle::new([x, y], radius)?)
                } else if let Some([x0, y0, x1, y1]) = args.or::<[i32; 4]>("line") {
                    Probe::Line(Line::new([x0, y0], [x1, y1]))
                } else {
                    Probe::Polygon(polygon.as_ref().ok_or("a probe")?)
                };
                Player::ids(&view.find(probe))
            }
            "nearest" | "nearest_others" => {
                let near = match call {
                    "nearest" => view.nearest(args.point("point")?, args.get("count")),
                    _ => view.nearest_others(id, args.get("count"))?,
                };
                near.iter().map(|near| json!({"id": near.id.index(), "distance": near.distance()})).collect()
            }
            "cast_ray_world" => {
                json!(view.cast_ray(args.point("start")?, args.point("end")?).as_ref().map(Player::hit))
            }
            "cast_ray_all" => {
                view.cast_ray_all(args.point("start")?, args.point("end")?).iter().map(Player::hit).collect()
            }
            "sweep_world" => {
                let swept = view.sweep(id, args.place("to")?)?;
                json!({
                    "at": swept.at, "hit": swept.hit.as_ref().map(Player::swept),
                    "started_inside": swept.started_inside.map(SpriteId::index)
                })
            }
            "is_free" => json!(view.is_free(id.at(args.place("position")?))?),
            "touching" => Player::ids(&view.touching(id, args.get::<[i32; 2]>("by"))?),
            "nearest_free_world" => json!(view.nearest_free(id.at(args.place("position")?), args.get::<u32>("limit"))?),
            "is_free_as" | "nearest_free_as" => {
                let who = id.as_if(&change(view.get(id).ok_or("a sprite")?, &args.0["changes"])?);
                match call {
                    "is_free_as" => json!(view.is_free(who)?),
                    _ => json!(view.nearest_free(who, args.get::<u32>("limit"))?),
                }
            }
            "sweep_shape" => {
                let shape = PlacedMask { mask: &self.masks[args.text("mask")], at: args.place("position")? };
                let swept = view.sweep(shape, args.place("to")?)?;
                json!({"at": swept.at, "hit": swept.hit.as_ref().map(Player::swept)})
            }
            other => panic!("unknown call {other}"),
        })
    }
}

/// Whether two answers are equal, however their numbers are written.
fn equal(one: &Value, other: &Value) -> bool {
    match (one, other) {
        (Value::Number(one), Value::Number(other)) => one.as_f64() == other.as_f64(),
        (Value::Array(one), Value::Array(other)) => {
            one.len() == other.len() && one.iter().zip(other).all(|(one, other)| equal(one, other))
        }
        (Value::Object(one), Value::Object(other)) => {
            one.len() == other.len()
                && one.iter().all(|(name, one)| other.get(name).is_some_and(|other| equal(one, other)))
        }
        _ => one == other,
    }
}

#[test]
fn the_script_of_calls_has_the_same_answers_in_every_language() {
    SCRIPTS.iter().for_each(|name| play(&format!("tests/calls/{name}")));
}

/// Plays a script, or writes its answers into a folder of `cargo xtask generate`.
fn play(file: &str) {
    let text = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(file)).unwrap();
    let mut script: Vec<Value> = serde_json::from_str(&text).unwrap();
    let mut player = Player::default();
    let folder = env::var_os("XTASK_GENERATE").map(PathBuf::from);
    for (number, line) in script.iter_mut().enumerate() {
        let call = line["call"].as_str().unwrap().to_owned();
        let answer = player.play(&call, &Args(line)).unwrap_or_else(|error| panic!("call {number}, {line}: {error}"));
        if folder.is_some() {
            line["answer"] = answer;
        } else {
            let fix = "if the answer is meant, run: cargo xtask generate calls";
            assert!(equal(&answer, &line["answer"]), "call {number}, {line}: got {answer}; {fix}");
        }
    }
    assert!(script.len() >= 50);
    if let Some(file) = folder.map(|folder| folder.join(file)) {
        let lines: Vec<String> = script.iter().map(|line| format!("  {line}")).collect();
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(file, format!("[\n{}\n]\n", lines.join(",\n"))).unwrap();
    }
}
