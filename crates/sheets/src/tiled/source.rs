//! From the bytes of a file, or of a template of objects, to its fields, whether the file is XML or JSON.

use super::raw::{RawObject, class_of};
use super::tile::Gid;
use super::xml::Value;
use crate::files::Names;
use crate::limits::at_most;
use crate::{Limits, Reason, SheetError};
use roxmltree::{Document, Node, ParsingOptions};
use serde::de::DeserializeOwned;
use std::borrow::Cow;
use std::collections::HashMap;
use std::rc::Rc;

/// The most `="` between two `<`. Each attribute of an element is compared with those before it, and no element of
/// Tiled has more than 30.
const ATTRIBUTES: usize = 100;

/// Returns the text of a file without its byte order mark, or `None` if its bytes are not in its encoding. XML may be
/// in UTF-16 or in Latin-1, as Qt reads it.
fn text(bytes: &[u8]) -> Option<Cow<'_, str>> {
    let utf16 = |bytes: &[u8], number: fn([u8; 2]) -> u16| {
        let units: Vec<u16> = bytes.as_chunks().0.iter().map(|&pair| number(pair)).collect();
        String::from_utf16(&units).ok().map(Cow::Owned)
    };
    match bytes {
        [0xff, 0xfe, rest @ ..] => utf16(rest, u16::from_le_bytes),
        [0xfe, 0xff, rest @ ..] => utf16(rest, u16::from_be_bytes),
        [b'<', 0, ..] => utf16(bytes, u16::from_le_bytes),
        [0, b'<', ..] => utf16(bytes, u16::from_be_bytes),
        _ if is_latin(bytes) => Some(bytes.iter().map(|&byte| char::from(byte)).collect()),
        _ => str::from_utf8(bytes).ok().map(|text| text.trim_start_matches('\u{feff}').into()),
    }
}

/// Returns whether the declaration of XML names Latin-1. Windows-1252 differs only in quotes and the like.
fn is_latin(bytes: &[u8]) -> bool {
    let declaration = bytes.split(|&byte| byte == b'>').next().filter(|start| start.starts_with(b"<?xml"));
    let declaration = String::from_utf8_lossy(declaration.unwrap_or_default()).to_ascii_lowercase();
    let name = declaration.split_once("encoding").and_then(|(_, rest)| rest.split(['"', '\'']).nth(1));
    name.is_some_and(|name| ["iso-8859-1", "latin1", "windows-1252", "cp1252"].contains(&name))
}

fn is_xml(text: &str) -> bool {
    text.trim_start().starts_with('<')
}

/// Returns the name of the root element, if the bytes are XML.
pub(crate) fn root_of_xml(bytes: &[u8]) -> Option<String> {
    let text = text(bytes).filter(|text| is_xml(text))?;
    let mut text = &*text;
    loop {
        let tag = &text[text.find('<')? + 1..];
        // Comments may contain tags.
        text = match tag.as_bytes().first()? {
            b'!' if tag.starts_with("!--") => &tag[tag.find("-->")?..],
            b'!' | b'?' => tag,
            _ => {
                let name = tag.split(|c: char| c.is_ascii_whitespace() || c == '>' || c == '/').next();
                return name.map(str::to_owned);
            }
        };
    }
}

/// Reads the fields of a file. `root` is the name of the root element in XML.
pub(super) fn parse<T: DeserializeOwned>(
    file: &str,
    bytes: &[u8],
    root: &str,
    limits: &Limits,
) -> Result<T, SheetError> {
    if text(bytes).is_some_and(|text| !is_xml(&text)) {
        return crate::json::parse(file, bytes, limits);
    }
    with_xml(file, bytes, limits, |element| {
        if !element.has_tag_name(root) {
            let got = format!("<{}>", element.tag_name().name());
            return Err(SheetError::new(file, Reason::invalid(format_args!("<{root}>"), got)));
        }
        serde_path_to_error::deserialize(Value::Element(element))
            .map_err(|error| crate::json::error(file, &error.path().to_string(), &error.inner().to_string()))
    })
}

/// Parses an XML file, and calls `read` with the root element.
pub(crate) fn with_xml<T>(
    file: &str,
    bytes: &[u8],
    limits: &Limits,
    read: impl FnOnce(Node) -> Result<T, SheetError>,
) -> Result<T, SheetError> {
    let whole = |reason: Reason| SheetError::new(file, reason);
    let wrong = "text must be UTF-8, UTF-16 or Latin-1 as the file declares: save the file again as UTF-8";
    let text = &*text(bytes).ok_or_else(|| whole(Reason::Syntax(wrong.into())))?;
    let text = from_declaration(text);
    check_attributes(text.as_bytes()).map_err(whole)?;
    let nodes_limit = u32::try_from(limits.elements).unwrap_or(u32::MAX);
    // Old versions of Tiled name a document type, which is never read. Only entities could expand.
    if text.contains("<!ENTITY") {
        let reason = "entities are not read, because they can name files or grow: replace them by their text";
        return Err(whole(Reason::Unsupported(reason.into())));
    }
    let options = ParsingOptions { allow_dtd: true, nodes_limit, ..ParsingOptions::default() };
    let document = Document::parse_with_options(text, options).map_err(|error| match error {
        roxmltree::Error::NodesLimitReached => whole(Reason::TooLarge {
            what: "elements and texts between them",
            got: u64::from(nodes_limit) + 1,
            limit: limits.elements,
        }),
        error => whole(Reason::Syntax(error.to_string())),
    })?;
    check_nesting(&document, limits).map_err(whole)?;
    read(document.root_element())
}

/// Returns the text from its declaration on: free-tex-packer writes a comment before it, which XML does not allow.
fn from_declaration(text: &str) -> &str {
    let mut rest = text.trim_start();
    while let Some((_, after)) = rest.strip_prefix("<!--").and_then(|rest| rest.split_once("-->")) {
        rest = after.trim_start();
    }
    if rest.starts_with("<?xml") { rest } else { text }
}

fn check_attributes(bytes: &[u8]) -> Result<(), Reason> {
    let mut count = 0;
    let mut after_equals = false;
    for byte in bytes {
        match byte {
            b'<' => count = 0,
            b'"' | b'\'' if after_equals => count += 1,
            _ => {}
        }
        after_equals = *byte == b'=' || after_equals && byte.is_ascii_whitespace();
        at_most("attributes of an element", count as u64, ATTRIBUTES as u64)?;
    }
    Ok(())
}

/// Checks the nesting without recursion: the readers of the fields recurse.
fn check_nesting(document: &Document, limits: &Limits) -> Result<(), Reason> {
    let (mut node, mut depth) = (Some(document.root()), 0);
    while let Some(here) = node {
        at_most("elements inside each other", depth, limits.nesting)?;
        if let Some(child) = here.first_child() {
            (node, depth) = (Some(child), depth + 1);
            continue;
        }
        let mut here = here;
        while here.next_sibling().is_none() {
            let Some(parent) = here.parent() else { return Ok(()) };
            (here, depth) = (parent, depth - 1);
        }
        node = here.next_sibling();
    }
    Ok(())
}

/// The templates by the names of their files, or `None` if one cannot be read.
#[derive(Default)]
pub(super) struct Templates(pub(super) HashMap<Names, Option<Rc<Template>>>);

/// The object of a template, and the tileset and the id of its tile.
pub(super) struct Template {
    pub(super) object: RawObject,
    pub(super) tile: Option<(usize, Gid)>,
}

/// Gives an object what it takes from its template.
pub(super) fn inherit(object: &mut RawObject, template: &RawObject) {
    let RawObject { name, kind, class, width, height, rotation, visible, properties, .. } = template.clone();
    object.properties.inherit(properties);
    object.gid = object.gid.or(template.gid);
    object.rotation = object.rotation.or(rotation);
    object.visible = object.visible.or(visible);
    object.name = object.name.take().filter(|name| !name.is_empty()).or(name);
    if class_of(object.class.as_ref(), object.kind.as_ref()).is_empty() {
        (object.class, object.kind) = (class, kind);
    }
    // Tiled takes both sides from the template, or none.
    if ![object.width, object.height].into_iter().all(|side| side.is_some_and(|side| side > 0.0)) {
        (object.width, object.height) = (width, height);
    }
    let has_points = object.polygon.is_some() || object.polyline.is_some();
    if !(has_points || object.ellipse || object.capsule || object.point || object.text) {
        object.polygon.clone_from(&template.polygon);
        object.polyline.clone_from(&template.polyline);
        (object.ellipse, object.capsule) = (template.ellipse, template.capsule);
        (object.point, object.text) = (template.point, template.text);
    }
}
