//! The checks of an answer: each number, flag and name of it, as an expression of a language and the expected value.

use super::{C, CSharp, Language, Lua};
use crate::csharp::pascal;
use serde_json::{Value, json};

/// The variable of `calls.h` that holds an answer in C, and what a call passes behind its arguments.
fn in_c(shape: &str) -> (&str, &str) {
    match shape {
        "flag" => ("found", "&found"),
        "count" | "mask_id" | "id" => ("one", "&one"),
        "point" => ("way", "&found, &way"),
        "real" => ("vector", "&found, &vector"),
        "distance" => ("vector.x", "&found, &vector.x"),
        "rect" => ("box", "&box"),
        "ray" => ("rays[0]", "rays"),
        "contact" => ("contacts[0]", "contacts"),
        "ids" => ("ids", "ids, IDS, &size"),
        "rays" => ("rays", "rays, IDS, &size"),
        "pair_list" => ("pairs", "pairs, IDS, &size"),
        "contacts" => ("contacts", "contacts, IDS, &size"),
        "sweep" => ("hit", "&hit"),
        "swept" => ("swept", "&swept"),
        "moved" => ("moved", "&moved"),
        "carried" => ("carried", "&carried"),
        "step" => ("step", "&step"),
        "sprite" => ("sprite", "&sprite"),
        "near" => ("near_ones", ""),
        other => (other, ""),
    }
}

/// The arguments of C for an answer, behind the arguments of a call.
pub fn outs(shape: &str) -> Option<String> {
    let (_, outs) = in_c(shape.trim_end_matches('?'));
    (!outs.is_empty()).then(|| outs.to_owned())
}

/// Returns pairs of an expression and its value.
pub fn checks(language: Language, shape: &str, answer: &Value) -> Vec<(String, String)> {
    let name = shape.trim_end_matches('?');
    let mut walk = Walk { language, shape: name, is_nullable: shape.ends_with('?'), checks: Vec::new() };
    let root = match language {
        C => in_c(name).0,
        CSharp => "r",
        Lua if ["point", "real", "rect", "bytes"].contains(&name) => "r",
        Lua => "r[1]",
    };
    let mut answer = answer.clone();
    if name == "sweep" {
        // A sweep of masks is one hit in these languages, and the offset stands where sprites have the first pixel.
        let is_inside = answer["started_inside"].take();
        answer = answer["hit"].take();
        match answer.as_object_mut() {
            Some(hit) => {
                let at = hit.remove("at").unwrap();
                hit.extend([("first".to_owned(), at), ("started_inside".to_owned(), is_inside)]);
            }
            None => assert_eq!(is_inside, json!(false)),
        }
    }
    walk.value(name, "", root.to_owned(), &answer);
    walk.checks
}

struct Walk<'s> {
    language: Language,
    shape: &'s str,
    is_nullable: bool,
    checks: Vec<(String, String)>,
}

impl Walk<'_> {
    fn is(&mut self, expression: String, value: impl ToString) {
        self.checks.push((expression, value.to_string()));
    }

    /// Checks a value that is called `key` in `parent`.
    fn value(&mut self, key: &str, parent: &str, mut at: String, value: &Value) {
        if let Some(is_there) = self.presence(key, parent, &at, value) {
            self.is(is_there, !value.is_null());
        }
        let is_nullable = key == self.shape && self.is_nullable || ["hit", "origin", "transform"].contains(&key);
        if self.language == CSharp && is_nullable {
            at += ".Value";
        }
        match value {
            Value::Null => {}
            Value::Bool(yes) => self.is(at, yes),
            Value::Number(number) => {
                let (expression, value) = self.number(key, at, number.to_string());
                self.is(expression, value);
            }
            Value::Object(fields) if key == "blocked" => {
                for (side, is_blocked) in fields {
                    let blocked = match self.language {
                        C => format!("{parent}.blocked_{side}"),
                        CSharp => format!("{parent}.Blocked{}", pascal(side)),
                        Lua => format!("{parent}.{side}"),
                    };
                    self.is(blocked, is_blocked);
                }
            }
            Value::Object(fields) => {
                for (name, value) in fields {
                    self.value(name, &at, self.field(name, &at), value);
                }
            }
            Value::Array(items) if items.first().is_some_and(Value::is_number) && !is_list_of_ids(key) => {
                for (coordinate, item) in self.coordinates(&at, items.len()).into_iter().zip(items) {
                    self.is(coordinate, item);
                }
            }
            Value::Array(rows) if key == "transform" => {
                let numbers = rows.iter().flat_map(|row| row.as_array().unwrap());
                for ((name, index), number) in ["a", "b", "c", "d"].into_iter().zip(1..).zip(numbers) {
                    let part = match self.language {
                        C => format!("{at}.{name}"),
                        CSharp => format!("{at}.{}", pascal(name)),
                        Lua => format!("{at}[{index}]"),
                    };
                    self.is(part, number);
                }
            }
            Value::Array(items) if key == "places" || key == "before" => {
                for ((item, number), of) in items.iter().zip(0..).zip(["a", "b"]) {
                    let place = match (self.language, key) {
                        (C, _) => format!("{at}[{number}]"),
                        (CSharp, "places") => format!("{parent}.Place{}", pascal(of)),
                        (CSharp, _) => format!("{parent}.Before{}.Value", pascal(of)),
                        (Lua, "places") => format!("{parent}.{of}_"),
                        (Lua, _) => format!("{parent}.before_{of}_"),
                    };
                    self.value("point", "", place, item);
                }
            }
            Value::Array(items) => self.list(key, &at, items),
            Value::String(_) => panic!("{key} is a text"),
        }
    }

    /// Whether a value that may be missing is there.
    fn presence(&self, key: &str, parent: &str, at: &str, value: &Value) -> Option<String> {
        let is_root = key == self.shape;
        let is_hit = key == "before" && self.shape != "impact" || key == "normal" && value.is_null();
        let is_id = ["id", "started_inside"].contains(&key) && !value.is_boolean() && !value.is_array();
        let text = match (self.language, key) {
            (C, "point" | "real" | "distance") if is_root && self.is_nullable => "found".into(),
            (C, "rect") if is_root => format!("{at}.width > 0"),
            (C, "ray" | "sweep" | "hit") => format!("{at}.hit"),
            (C, "contact") => format!("{at}.area > 0"),
            (C, "origin" | "transform") => format!("{parent}.has_{key}"),
            (C, "one_way") => format!("{at} != 0"),
            (C, "before") if !is_hit => format!("{parent}.has_before"),
            (C, "impact") => format!("{at}.contact.area > 0"),
            (C, _) if is_hit => format!("!{parent}.started_inside"),
            (C, _) if is_id => format!("{at} != 0"),
            (CSharp, "before") if !is_hit => format!("{parent}.BeforeA.HasValue"),
            (CSharp, "impact") => format!("{at}.Contact.Area > 0"),
            (CSharp, "origin" | "transform" | "hit") => format!("{at}.HasValue"),
            (CSharp, "one_way") => format!("{at} != Side.None"),
            (CSharp, _) if is_root && self.is_nullable => format!("{at}.HasValue"),
            (CSharp, _) if is_hit => format!("!{parent}.StartedInside"),
            (CSharp, _) if is_id => format!("!{at}.IsNone"),
            (Lua, _) if value.is_null() && at.ends_with(['.', '_']) => format!("{at}x ~= nil"),
            (Lua, "before") if !is_hit && value.is_null() => format!("{parent}.before_a_x ~= nil"),
            (Lua, "point" | "real" | "rect") if value.is_null() => format!("{at}[1] ~= nil"),
            (Lua, _) if value.is_null() => format!("({at} or nil) ~= nil"),
            _ => return None,
        };
        Some(text)
    }

    /// The expression of a field.
    fn field(&self, key: &str, parent: &str) -> String {
        let is_impact = self.shape == "impact" && !parent.to_lowercase().ends_with("contact");
        match (self.language, key) {
            (C, "a" | "b") if is_impact => format!("{parent}.contact.pair.{key}"),
            (C, "a" | "b") => format!("{parent}.pair.{key}"),
            (C, "penetration") if self.shape == "impact" => "impact.penetration".into(),
            (C, "penetration") if self.shape == "contact" => format!("way_of({parent})"),
            (C, "penetration") => format!("way_in_step({parent})"),
            (C, _) => format!("{parent}.{key}"),
            (CSharp, "a" | "b") if is_impact => format!("{parent}.Contact.Pair.{}", pascal(key)),
            (CSharp, "a" | "b") => format!("{parent}.Pair.{}", pascal(key)),
            (CSharp, "penetration") if self.shape == "impact" => "r.Penetration".into(),
            (CSharp, "penetration") if self.shape == "contact" => format!("WayOf({parent})"),
            (CSharp, "penetration") => format!("WayInStep({parent})"),
            (CSharp, _) => format!("{parent}.{}", pascal(key)),
            (Lua, "a" | "b") if is_impact => format!("{parent}.contact.{key}"),
            (Lua, "id") => format!("{parent}.sprite"),
            (Lua, "at" | "first") => format!("{parent}."),
            (Lua, "before" | "normal" | "penetration") => format!("{parent}.{key}_"),
            (Lua, _) => format!("{parent}.{key}"),
        }
    }

    /// A number; ids are shown by slot.
    fn number(&self, key: &str, at: String, value: String) -> (String, String) {
        let is_id = ["id", "a", "b"].contains(&key) || is_list_of_ids(key);
        let is_mask = key.starts_with("mask");
        let text = match (self.language, key) {
            (C, _) if is_id => format!("hitmask_id_slot({at})"),
            (C, _) if is_mask => format!("hitmask_mask_id_slot({at})"),
            (CSharp, _) if is_id || is_mask => format!("{at}.Slot"),
            (Lua, _) if is_mask => format!("{at} - 2 ^ 31"),
            (C, "one_way") => format!("{at} - 1"),
            (CSharp, "one_way") => format!("(int){at} - 1"),
            (Lua, "one_way") => format!("({{ left = 0, right = 1, top = 2, bottom = 3 }})[{at}]"),
            _ => at,
        };
        (text, value)
    }

    fn coordinates(&self, at: &str, count: usize) -> Vec<String> {
        assert!(count == 2 || count == 4, "{at} has {count} numbers");
        let names = if count == 4 { ["left", "top", "width", "height"].as_slice() } else { &["x", "y"] };
        let name = |(name, number): (&&str, usize)| match self.language {
            C if self.shape == "bytes" => ["size", "one"][number].to_owned(),
            CSharp if self.shape == "bytes" => format!("{at}[{number}]"),
            C => format!("{at}.{name}"),
            CSharp => format!("{at}.{}", pascal(name)),
            Lua if at.ends_with(['.', '_']) => format!("{at}{name}"),
            Lua => format!("{at}[{}]", number + 1),
        };
        names.iter().zip(0..).map(name).collect()
    }

    fn list(&mut self, key: &str, at: &str, items: &[Value]) {
        let is_root = key == self.shape;
        let count = match self.language {
            C if is_root => "size".into(),
            C => format!("{}_count", if key == "started_inside" { at } else { at.trim_end_matches('s') }),
            CSharp => format!("{at}.Length"),
            Lua => format!("#{at}"),
        };
        self.is(count, items.len());
        for (number, item) in items.iter().enumerate() {
            let at = format!("{at}[{}]", if self.language == Lua { number + 1 } else { number });
            match (key, item.as_array()) {
                ("pairs" | "began" | "ended" | "pair_list", Some(pair)) => {
                    for (name, id) in ["a", "b"].into_iter().zip(pair) {
                        let name = if self.language == CSharp { pascal(name) } else { name.to_owned() };
                        self.value("a", "", format!("{at}.{name}"), id);
                    }
                }
                (_, Some(_)) => self.value("point", "", at, item),
                _ => self.value(if item.is_number() { "id" } else { "item" }, "", at, item),
            }
        }
    }
}

fn is_list_of_ids(key: &str) -> bool {
    ["ids", "riders", "pushed", "crushed", "started_inside"].contains(&key)
}
