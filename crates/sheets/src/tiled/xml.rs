//! XML of Tiled as a serde format: each element is presented in the shape that Tiled's JSON has, so one set of types
//! reads both.

use roxmltree::Node;
use serde::de::value::{BorrowedStrDeserializer, Error};
use serde::de::{DeserializeSeed, Deserializer, Error as _, IntoDeserializer, MapAccess, SeqAccess, Visitor};
use serde::forward_to_deserialize_any;

/// A value of the JSON shape.
pub(super) enum Value<'a> {
    /// An attribute or a text. Numbers and booleans are parsed when they are asked for.
    Text(&'a str),
    /// An element as an object.
    Element(Node<'a, 'a>),
    /// Elements as a list of objects.
    List(Vec<Node<'a, 'a>>),
    /// `<tile gid="..."/>` elements as a list of numbers.
    Gids(Node<'a, 'a>),
    /// An element whose presence is all that matters.
    Present,
}

/// Returns the fields of an element.
fn fields<'a>(node: Node<'a, 'a>) -> Vec<(&'static str, Value<'a>)> {
    let mut fields: Vec<_> =
        node.attributes().filter_map(|a| Some((known(a.name())?, Value::Text(a.value())))).collect();
    let all = |names: &[&str]| -> Vec<_> {
        node.children().filter(|child| child.is_element() && names.contains(&child.tag_name().name())).collect()
    };
    let one = |name| node.children().find(|child| child.has_tag_name(name));
    let tag = node.tag_name().name();
    match tag {
        "map" => {
            fields.push(("tilesets", Value::List(all(&["tileset"]))));
            fields.push(("layers", Value::List(all(&LAYERS))));
        }
        "layer" | "objectgroup" | "imagelayer" | "group" => {
            fields.push(("type", Value::Text(if tag == "layer" { "tilelayer" } else { tag })));
            match tag {
                "layer" => fields.extend(one("data").into_iter().flat_map(data)),
                "objectgroup" => fields.push(("objects", Value::List(all(&["object"])))),
                "imagelayer" => fields.extend(one("image").into_iter().flat_map(image)),
                _ => fields.push(("layers", Value::List(all(&LAYERS)))),
            }
        }
        "chunk" => fields.push(("data", tiles(node))),
        "tileset" => {
            fields.extend(one("image").into_iter().flat_map(image));
            fields.extend(one("tileoffset").map(|offset| ("tileoffset", Value::Element(offset))));
            fields.push(("tiles", Value::List(all(&["tile"]))));
        }
        "tile" => {
            fields.extend(one("image").into_iter().flat_map(image));
            fields.extend(one("objectgroup").map(|group| ("objectgroup", Value::Element(group))));
            if let Some(animation) = one("animation") {
                let frames = animation.children().filter(|child| child.has_tag_name("frame")).collect();
                fields.push(("animation", Value::List(frames)));
            }
        }
        "object" => {
            let flags = ["ellipse", "capsule", "point", "text"];
            fields.extend(flags.into_iter().filter(|flag| one(flag).is_some()).map(|flag| (flag, Value::Present)));
            for name in ["polygon", "polyline"] {
                let points = one(name).map(|node| node.attribute("points").unwrap_or_default());
                fields.extend(points.map(|points| (name, Value::Text(points))));
            }
        }
        "property" if node.attribute("value").is_none() => {
            // A text of several lines is the content of the element.
            fields.extend(node.text().filter(|_| one("properties").is_none()).map(|text| ("value", Value::Text(text))));
        }
        "template" => {
            fields.extend(one("object").map(|object| ("object", Value::Element(object))));
            fields.extend(one("tileset").map(|tileset| ("tileset", Value::Element(tileset))));
        }
        _ => {}
    }
    if let Some(properties) = one("properties") {
        let list = properties.children().filter(|child| child.has_tag_name("property")).collect();
        fields.push(("properties", Value::List(list)));
    }
    fields
}

/// The elements that are layers.
const LAYERS: [&str; 4] = ["layer", "objectgroup", "imagelayer", "group"];

/// The attributes that the types read. Others, such as `opacity`, are skipped.
const KNOWN: [&str; 39] = [
    "class",
    "compression",
    "duration",
    "encoding",
    "fillmode",
    "firstgid",
    "gid",
    "height",
    "hexsidelength",
    "id",
    "infinite",
    "margin",
    "name",
    "objectalignment",
    "offsetx",
    "offsety",
    "orientation",
    "rotation",
    "source",
    "spacing",
    "staggeraxis",
    "staggerindex",
    "template",
    "tileheight",
    "tileid",
    "tilerendersize",
    "tilewidth",
    "type",
    "value",
    "visible",
    "width",
    "x",
    "y",
    "columns",
    "tilecount",
    "trans",
    "opacity",
    "tintcolor",
    "version",
];

fn known(name: &str) -> Option<&'static str> {
    KNOWN.into_iter().find(|known| *known == name)
}

/// An image, which JSON writes as fields of its parent.
fn image<'a>(image: Node<'a, 'a>) -> impl Iterator<Item = (&'static str, Value<'a>)> {
    let text = move |field, name| image.attribute(name).map(|text| (field, Value::Text(text)));
    [text("image", "source"), text("transparentcolor", "trans")].into_iter().flatten()
}

/// The data of a layer, which JSON writes as fields of the layer.
fn data<'a>(data: Node<'a, 'a>) -> Vec<(&'static str, Value<'a>)> {
    let text = |name| data.attribute(name).map(|text| (name, Value::Text(text)));
    let mut fields: Vec<_> = [text("encoding"), text("compression")].into_iter().flatten().collect();
    let chunks: Vec<_> = data.children().filter(|child| child.has_tag_name("chunk")).collect();
    fields.push(if chunks.is_empty() { ("data", tiles(data)) } else { ("chunks", Value::List(chunks)) });
    fields
}

fn tiles<'a>(data: Node<'a, 'a>) -> Value<'a> {
    if data.children().any(|child| child.has_tag_name("tile")) {
        Value::Gids(data)
    } else {
        Value::Text(data.text().unwrap_or_default())
    }
}

impl<'a> IntoDeserializer<'a, Error> for Value<'a> {
    type Deserializer = Value<'a>;
    fn into_deserializer(self) -> Value<'a> {
        self
    }
}

/// Parses the text of an attribute as a number.
macro_rules! numbers {
    ($($deserialize:ident $visit:ident $type:ty),*) => {$(
        fn $deserialize<V: Visitor<'a>>(self, visitor: V) -> Result<V::Value, Error> {
            match self {
                Value::Text(text) => match text.trim().parse::<$type>() {
                    Ok(number) => visitor.$visit(number),
                    Err(_) => Err(Error::custom(format_args!("expected {}, got {text:?}", KIND(stringify!($type))))),
                },
                other => other.deserialize_any(visitor),
            }
        }
    )*};
}

/// Describes a type of number in an error.
const KIND: fn(&str) -> &'static str = |name| match name {
    "f64" => "a number",
    "u32" => "a whole number from 0 to 4294967295",
    _ => "a whole number from -2147483648 to 2147483647",
};

impl<'a> Deserializer<'a> for Value<'a> {
    type Error = Error;

    fn deserialize_any<V: Visitor<'a>>(self, visitor: V) -> Result<V::Value, Error> {
        match self {
            Value::Text(text) => visitor.visit_borrowed_str(text),
            Value::Element(node) => visitor.visit_map(Fields { fields: fields(node).into_iter(), value: None }),
            Value::List(nodes) => visitor.visit_seq(Elements(nodes.into_iter().map(Value::Element))),
            Value::Gids(node) => {
                let tiles = node.children().filter(|child| child.has_tag_name("tile"));
                visitor.visit_seq(Elements(tiles.map(|tile| Value::Text(tile.attribute("gid").unwrap_or("0")))))
            }
            Value::Present => visitor.visit_bool(true),
        }
    }

    numbers!(deserialize_u32 visit_u32 u32, deserialize_i32 visit_i32 i32, deserialize_f64 visit_f64 f64);

    fn deserialize_bool<V: Visitor<'a>>(self, visitor: V) -> Result<V::Value, Error> {
        match self {
            Value::Text("1" | "true") => visitor.visit_bool(true),
            Value::Text("0" | "false") => visitor.visit_bool(false),
            Value::Text(text) => Err(Error::custom(format_args!("expected 0 or 1, got {text:?}"))),
            other => other.deserialize_any(visitor),
        }
    }

    fn deserialize_option<V: Visitor<'a>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_some(self)
    }

    fn deserialize_enum<V: Visitor<'a>>(
        self,
        name: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        match self {
            Value::Text(text) => BorrowedStrDeserializer::new(text).deserialize_enum(name, variants, visitor),
            _ => Err(Error::custom("expected text")),
        }
    }

    forward_to_deserialize_any! {
        <V: Visitor<'a>>
        i8 i16 i64 i128 u8 u16 u64 u128 f32 char str string bytes byte_buf unit unit_struct newtype_struct seq tuple
        tuple_struct map struct identifier ignored_any
    }
}

/// The fields of an element.
struct Fields<'a> {
    fields: std::vec::IntoIter<(&'static str, Value<'a>)>,
    value: Option<Value<'a>>,
}

impl<'a> MapAccess<'a> for Fields<'a> {
    type Error = Error;

    fn next_key_seed<K: DeserializeSeed<'a>>(&mut self, seed: K) -> Result<Option<K::Value>, Error> {
        let Some((name, value)) = self.fields.next() else { return Ok(None) };
        self.value = Some(value);
        seed.deserialize(BorrowedStrDeserializer::new(name)).map(Some)
    }

    fn next_value_seed<V: DeserializeSeed<'a>>(&mut self, seed: V) -> Result<V::Value, Error> {
        match self.value.take() {
            Some(value) => seed.deserialize(value),
            None => Err(Error::custom("a value was asked for before its name")),
        }
    }
}

/// A list.
struct Elements<I>(I);

impl<'a, I: Iterator<Item = Value<'a>>> SeqAccess<'a> for Elements<I> {
    type Error = Error;

    fn next_element_seed<T: DeserializeSeed<'a>>(&mut self, seed: T) -> Result<Option<T::Value>, Error> {
        self.0.next().map(|value| seed.deserialize(value)).transpose()
    }
}
