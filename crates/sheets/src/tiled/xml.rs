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

/// A name and a value.
type Field<'a> = (&'a str, Value<'a>);

/// Returns the fields of an element. An attribute that has the name of another field is left out.
fn fields<'a>(node: Node<'a, 'a>) -> Vec<Field<'a>> {
    let mut fields = Vec::new();
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
        "data" => fields.push(("data", Value::Text(node.text().unwrap_or_default()))),
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
    let children = fields.len();
    for attribute in node.attributes() {
        if fields[..children].iter().all(|(name, _)| *name != attribute.name()) {
            fields.push((attribute.name(), Value::Text(attribute.value())));
        }
    }
    fields
}

/// The elements that are layers.
const LAYERS: [&str; 4] = ["layer", "objectgroup", "imagelayer", "group"];

/// An image, which JSON writes as fields of its parent.
fn image<'a>(image: Node<'a, 'a>) -> impl Iterator<Item = Field<'a>> {
    let text = |name| image.attribute(name).filter(|text| !text.is_empty()).map(Value::Text);
    let data = || image.children().find(|child| child.has_tag_name("data")).map(Value::Element);
    let fields = [("image", text("source").or_else(data)), ("transparentcolor", text("trans"))];
    fields.into_iter().filter_map(|(name, value)| Some((name, value?)))
}

/// The data of a layer, which JSON writes as fields of the layer.
fn data<'a>(data: Node<'a, 'a>) -> Vec<Field<'a>> {
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
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit unit_struct
        newtype_struct seq tuple tuple_struct map struct identifier ignored_any
    }
}

/// The fields of an element.
struct Fields<'a> {
    fields: std::vec::IntoIter<Field<'a>>,
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
