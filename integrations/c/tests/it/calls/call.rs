//! A call and its arguments in each language.

use super::{C, CSharp, Language, Lua, answer};
use crate::csharp::pascal;
use serde_json::Value;

/// A block that plays a call and checks the answer.
pub fn block(language: Language, at: &str, call: &Value) -> String {
    let kind = call["call"].as_str().unwrap();
    let mut lines =
        include_str!("calls.txt").lines().skip_while(|line| line.split_once(" = ").is_none_or(|row| row.0 != kind));
    let row = lines.next().unwrap_or_else(|| panic!("calls.txt lacks {kind}")).split_once(" = ").unwrap().1;
    let mut special = lines.take_while(|line| line.starts_with("  "));
    let special = special.find_map(|line| {
        let (word, text) = line.trim().split_once(' ').unwrap();
        (word == ["C", "C#", "Lua"][language as usize]).then(|| text.trim())
    });
    let (row, shape) = row.split_once(" -> ").unwrap_or((row, ""));
    let first: Vec<&str> = row.split(", ").take_while(|word| !word.contains('.')).collect();
    let method = row.split_at(first.iter().map(|word| word.len() + 2).sum()).1;
    let text = match special {
        Some(text) => text.to_owned(),
        None => by_rule(language, method, shape, call),
    };
    let first = first.into_iter().map(|word| prepared(language, word, call));
    let all = first.chain([text]).collect::<Vec<_>>().join("; ");
    let mut statements: Vec<String> = all.split("; ").map(str::to_owned).collect();
    let is_answered = !shape.is_empty();
    assert!(is_answered || call["answer"].is_null(), "{at}: calls.txt says that it has no answer");
    if is_answered && language != C {
        let last = statements.pop().unwrap();
        statements.push(if language == Lua { format!("local r = {{ {last} }}") } else { format!("var r = {last}") });
    }
    let statements: Vec<String> =
        statements.iter().map(|text| filled(language, text, call)).filter(|text| !text.is_empty()).collect();
    let checks = if is_answered { answer::checks(language, shape, &call["answer"]) } else { Vec::new() };
    let is = if language == CSharp { "Is" } else { "is" };
    let checks = checks.iter().map(|(what, value)| format!("{is}(\"{at}: {what}\", {what}, {value})"));
    let end = if language == Lua { "\n" } else { ";\n" };
    let lines: String = statements.iter().cloned().chain(checks).map(|line| line + end).collect();
    match language {
        _ if kind == "mask" => lines, // the program uses its name later
        Lua => format!("do\n{lines}end\n"),
        _ => format!("{{\n{lines}}}\n"),
    }
}

/// The meaning of a word before a method of `calls.txt`: a change of `sprite`, or a method without arguments.
fn prepared(language: Language, word: &str, call: &Value) -> String {
    match (word, language) {
        ("changed", C) => "!world_get(world, $id, &sprite); $changes".to_owned(),
        ("changed", CSharp) => "Sprite sprite = world.Get($id); $changes".to_owned(),
        ("changed", Lua) => String::new(),
        _ => by_rule(language, &format!("world.{word}()"), word, call),
    }
}

/// A method that has the same name and arguments in all three.
fn by_rule(language: Language, method: &str, shape: &str, call: &Value) -> String {
    let shape_of = ["point", "rect", "circle", "line", "polygon"].into_iter().find(|&shape| !call[shape].is_null());
    let method = method.replace("(*", "($*").replace(", *", ", $*").replace('*', shape_of.unwrap_or_default());
    let (object, method) = method.split_once('.').unwrap();
    let (name, arguments) = method.trim_end_matches(')').split_once('(').unwrap();
    let object = if ["world", "rest"].contains(&object) { object.to_owned() } else { argument(language, object, call) };
    let arguments = arguments.split(", ").filter(|word| !word.is_empty());
    let arguments = arguments.map(|word| match word.trim_start_matches('$') {
        word @ ("true" | "false") => word.to_owned(),
        word => argument(language, word, call),
    });
    let mut arguments: Vec<String> = arguments.filter(|text| !text.is_empty()).collect();
    match language {
        C => {
            let class = if object == "world" { "world" } else { "mask" };
            arguments.insert(0, object);
            arguments.extend(answer::outs(shape));
            format!("!{class}_{name}({})", arguments.join(", "))
        }
        CSharp => format!("{object}.{}({})", pascal(name), arguments.join(", ")),
        Lua => format!("{object}:{name}({})", arguments.join(", ")),
    }
}

/// Puts the arguments of a call in the place of words with `$`.
fn filled(language: Language, template: &str, call: &Value) -> String {
    let mut pieces = template.split('$');
    let mut text = pieces.next().unwrap().to_owned();
    for piece in pieces {
        let end = piece.find(|letter: char| !letter.is_ascii_alphabetic() && letter != '_').unwrap_or(piece.len());
        text += &(argument(language, &piece[..end], call) + &piece[end..]);
    }
    match text.strip_prefix('!') {
        Some(text) => format!("OK(hitmask_{text})"),
        None => text,
    }
}

/// An argument of a call, or nothing if the language needs none for a default.
fn argument(language: Language, word: &str, call: &Value) -> String {
    let value = &call[word];
    let is_there = !value.is_null();
    let one = |given: &str, missing: &str| if is_there { given.replace('#', &list(value)) } else { missing.to_owned() };
    match (word, language) {
        ("as" | "mask" | "a" | "b", _) if value.is_string() => value.as_str().unwrap().to_owned(),
        ("mask", C) => format!("mask_id({value})"),
        ("mask", CSharp) => format!("world.MaskIdAt({value})"),
        ("mask", Lua) => format!("2 ^ 31 + {value}"),
        ("id" | "a" | "b", C) => format!("id({value})"),
        ("id" | "a" | "b", CSharp) => format!("Id({value})"),
        ("who", _) => who(language, call),
        ("on", _) => on(language, call),
        ("motion", _) => motion(language, call),
        ("options" | "changes", _) => values(language, word, value),
        ("within", C) => one("&(hitmask_rect){#}", "NULL"),
        ("within", CSharp) => one("new Rect(#)", ""),
        ("direction", C) if call["call"] == "penetration_along" => one("#", ""),
        ("direction", C) => one("&(hitmask_point){#}", "NULL"),
        ("direction", CSharp) if call["call"] == "push_out_along" => one("new Point(#)", ""),
        ("direction", Lua) if call["call"] == "push_out_along" => one("{ along = { # } }", ""),
        ("within", Lua) => one("{ within = { # } }", ""),
        ("direction", _) => one("#", ""),
        ("rect", CSharp) => one("new Rect(#)", ""),
        ("polygon" | "riders", _) => items(language, word, value),
        // Places are rounded, and points are the pixel that they lie in. C# and Lua do so by themselves.
        ("to" | "position", C) => whole(value, 0.5),
        ("point" | "start" | "end" | "line", C) => whole(value, 0.0),
        _ => list(value),
    }
}

/// A value, or the numbers of a list.
fn list(value: &Value) -> String {
    let text = |list: &Vec<Value>| list.iter().map(Value::to_string).collect::<Vec<_>>().join(", ");
    value.as_array().map_or_else(|| value.to_string(), text)
}

fn whole(list: &Value, add: f64) -> String {
    let numbers = list.as_array().unwrap().iter().map(|number| (number.as_f64().unwrap() + add).floor().to_string());
    numbers.collect::<Vec<_>>().join(", ")
}

/// The corners of a polygon, or the riders of a platform.
fn items(language: Language, word: &str, value: &Value) -> String {
    let Some(items) = value.as_array() else { return if language == C { "NULL, 0".into() } else { String::new() } };
    let item = |item| match (word, language) {
        ("polygon", C) => format!("{{{}}}", list(item)),
        ("polygon", CSharp) => format!("new Real({})", list(item)),
        (_, C) => format!("id({item})"),
        (_, CSharp) => format!("Id({item})"),
        (_, Lua) => list(item),
    };
    let text = items.iter().map(item).collect::<Vec<_>>().join(", ");
    match (word, language) {
        (_, C) if items.is_empty() => "&one, 0".into(), // NULL is no list
        ("polygon", C) => format!("(hitmask_real[]){{{text}}}, {}", items.len()),
        (_, C) => format!("(uint64_t[]){{{text}}}, {}", items.len()),
        ("polygon", CSharp) => format!("new[] {{ {text} }}"),
        (_, CSharp) => format!("new SpriteId[] {{ {text} }}"),
        (_, Lua) => format!("{{ {text} }}"),
    }
}

/// The subject of a query: a sprite elsewhere, a changed one, or a mask.
fn who(language: Language, call: &Value) -> String {
    let is_changed = !call["changes"].is_null();
    let text = match language {
        C if is_changed => "&(hitmask_who){.id = $id, .sprite = sprite}",
        CSharp if is_changed => "$id.AsIf(sprite)",
        Lua if is_changed => "{ sprite = $id, $changes }",
        C if call["position"].is_null() => "&(hitmask_who){.id = $id}",
        _ if call["position"].is_null() => "$id",
        C if call["id"].is_null() => "&(hitmask_who){.mask = $mask, .at = {$position}, .has_at = true}",
        C => "&(hitmask_who){.id = $id, .at = {$position}, .has_at = true}",
        CSharp if call["id"].is_null() => "new PlacedMask($mask, $position)",
        CSharp => "$id.At($position)",
        Lua if call["id"].is_null() => "{ mask = $mask, x = X, y = Y }",
        Lua => "{ sprite = $id, x = X, y = Y }",
    };
    let place = &call["position"];
    filled(language, text, call).replace('X', &place[0].to_string()).replace('Y', &place[1].to_string())
}

/// The options that a call names.
fn given(language: Language, call: &Value, names: &[&str]) -> String {
    let mut given = Vec::new();
    for &name in names.iter().filter(|name| !call[**name].is_null()) {
        let (value, name) = (&call[name], name.replace("sensors", "with_sensors"));
        given.push(match language {
            C if name == "layers" => format!(".layers = {value}, .has_layers = true"),
            C => format!(".{name} = {value}"),
            CSharp => format!("{}{}: {value}", &name[..1], &pascal(&name)[1..]),
            Lua => format!("{name} = {value}"),
        });
    }
    given.join(", ")
}

/// The options of a query.
fn on(language: Language, call: &Value) -> String {
    match (language, given(language, call, &["layers", "sensors"])) {
        (C, given) if given.is_empty() => "NULL".into(),
        (C, given) => format!("&(hitmask_query){{{given}}}"),
        (Lua, given) if !given.is_empty() => format!("{{ {given} }}"),
        (_, given) => given,
    }
}

fn motion(language: Language, call: &Value) -> String {
    let word = call["motion"].as_str().unwrap();
    let options = given(language, call, &["step_up", "step_down", "layers"]);
    match language {
        C => format!("&(hitmask_motion){{.reaction = HITMASK_{}, {options}}}", word.to_uppercase()),
        CSharp if word == "walk" => format!("Motion.Walk({options})"),
        CSharp if options.is_empty() => format!("Motion.{}", pascal(word)),
        CSharp => format!("Motion.{}, {options}", pascal(word)),
        Lua => format!("{{ motion = \"{word}\", {options} }}"),
    }
}

/// Values of a sprite: a statement for each, or a list.
fn values(language: Language, word: &str, values: &Value) -> String {
    let one = |(name, value): (&String, &Value)| -> String {
        let rows = value.as_array().into_iter().flatten().filter(|row| row.is_array()).map(list).collect::<Vec<_>>();
        let both = match value {
            _ if !rows.is_empty() => rows.join(", "),
            Value::Array(_) => list(value),
            _ => format!("{value}, {value}"),
        };
        let side = value.as_u64().and_then(|side| ["Left", "Right", "Top", "Bottom"].get(side as usize).copied());
        let text = match (language, name.as_str()) {
            (C, "position") => format!("(hitmask_point){{{}}}", whole(value, 0.5)),
            (C, "scale" | "fraction" | "origin") => format!("(hitmask_real){{{both}}}"),
            (C, "transform") => format!("(hitmask_linear){{{both}}}"),
            (C, "one_way") => value.as_u64().map_or(0, |side| side + 1).to_string(),
            (CSharp, "position") => format!("new Point({})", whole(value, 0.5)),
            (CSharp, "scale" | "fraction" | "origin") => format!("new Real({both})"),
            (CSharp, "transform") => format!("new Linear({both})"),
            (CSharp, "one_way") => format!("Side.{}", side.unwrap_or("None")),
            (Lua, "one_way") => side.map_or("false".into(), |side| format!("\"{}\"", side.to_lowercase())),
            (Lua, _) if value.is_array() => format!("{{ {both} }}"),
            _ => value.to_string(),
        };
        match (language, name.as_str()) {
            (C, "origin" | "transform") => format!("sprite.{name} = {text}; sprite.has_{name} = true"),
            (C, _) => format!("sprite.{name} = {text}"),
            (CSharp, _) if word == "changes" => format!("sprite.{} = {text}", pascal(name)),
            (CSharp, _) => format!("{} = {text}", pascal(name)),
            (Lua, _) => format!("{name} = {text}"),
        }
    };
    let all: Vec<String> = values.as_object().unwrap().iter().map(one).collect();
    all.join(if language == C || language == CSharp && word == "changes" { "; " } else { ", " })
}
