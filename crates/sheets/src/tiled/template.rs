//! Templates of objects.

use super::raw::{RawObject, class_of};
use super::tile::Gid;
use crate::files::Names;
use std::collections::HashMap;
use std::rc::Rc;

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
