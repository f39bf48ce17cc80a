//! Objects: tiles, shapes and points of object layers.

use super::raw::{RawObject, RawTemplate};
use super::read::MapReader;
use super::shape::{Outline, object_map};
use super::source::parse;
use super::tile::Gid;
use crate::files::Names;
use crate::map::{FrameList, Label, LayerKind, MapLayer, MapPoint, MapSprite, position};
use crate::{Reason, SheetError};
use mask::Affine;
use std::collections::HashMap;
use std::rc::Rc;

/// The templates that were read, by the names of their files.
#[derive(Default)]
pub(super) struct Templates(HashMap<Names, Rc<Template>>);

/// The object of a template, and the tileset and the id of its tile.
struct Template {
    object: RawObject,
    tile: Option<(usize, Gid)>,
}

impl MapReader<'_> {
    /// Adds the objects of a layer.
    pub(super) fn object_layer(
        &mut self,
        objects: Vec<RawObject>,
        field: &str,
        layer: &mut MapLayer,
    ) -> Result<(), SheetError> {
        layer.kind = LayerKind::Objects;
        self.load.items.take(objects.len() as u64).map_err(|reason| self.error(field, reason))?;
        for (index, object) in objects.into_iter().enumerate() {
            self.object(object, &format!("{field}.objects[{index}]"), layer)?;
        }
        Ok(())
    }

    fn object(&mut self, mut object: RawObject, field: &str, layer: &mut MapLayer) -> Result<(), SheetError> {
        let mut tile = None;
        if let Some(name) = object.template.take() {
            let template = self.template(&format!("{field}.template"), &name)?;
            // An object that is mirrored differently has a tile of its own.
            tile = template.tile.filter(|_| object.gid.is_none());
            object = inherit(object, &template.object);
        }
        if let Some(gid) = object.gid.filter(|_| tile.is_none()) {
            let gid = Gid::new(gid, &self.grid);
            let (tileset, id) = self.tileset_of(gid.id, &format!("{field}.gid"))?;
            tile = Some((tileset, Gid { id, ..gid }));
        }
        let label = Label {
            name: object.name.as_deref().unwrap_or_default().into(),
            class: object.kind.as_deref().or(object.class.as_deref()).unwrap_or_default().into(),
            id: object.id.map(|id| id.to_string()).unwrap_or_default().into(),
            properties: object
                .properties
                .read(&mut self.load.items)
                .map_err(|reason| self.error(format_args!("{field}.properties"), reason))?,
            hidden: object.visible == Some(false),
        };
        let screen = self.grid.objects().then(&Affine::translation(layer.offset));
        let at = screen.apply([object.x, object.y]);
        if let Some(tile) = tile {
            let rotation = object.rotation.unwrap_or_default();
            let placed = self.tile_object(tile, [object.width, object.height], (at, rotation), field)?;
            let Some((frame, placement)) = placed else { return Ok(()) };
            let sprite = placement.sprite(frame, Some(label)).map_err(|reason| self.error(field, reason))?;
            layer.sprites.push(sprite);
            return Ok(());
        }
        match Outline::of(&object).map_err(|reason| self.error(field, reason))? {
            Some(shape) => {
                let by = object_map(&object, &screen);
                let (mask, at) =
                    shape.draw(&by, &mut self.load.unpacked).map_err(|reason| self.error(field, reason))?;
                let frame = FrameList::shape(format!("object {}", label.id), mask);
                let frame = self.frame_list.add(frame, &self.load.options.limits);
                let frame = frame.map_err(|reason| self.error(field, reason))?;
                layer.sprites.push(MapSprite::plain(frame, at, label));
            }
            None if object.text => {}
            None => {
                let at = position(at).map_err(|reason| self.error(field, reason))?;
                layer.points.push(MapPoint { at, label });
            }
        }
        Ok(())
    }

    /// Returns a template, which is read once.
    fn template(&mut self, field: &str, name: &str) -> Result<Rc<Template>, SheetError> {
        let names = self.load.names(self.file, field, name)?;
        if let Some(template) = self.templates.0.get(&names) {
            return Ok(Rc::clone(template));
        }
        let (file, bytes) = self.load.file(self.file, field, name)?;
        let RawTemplate { object, tileset } = parse(&file, &bytes, "template", &self.load.options.limits)?;
        if object.template.is_some() {
            let reason = Reason::Unsupported("a template cannot have a template: save the object itself".into());
            return Err(SheetError::at(&file, "object.template", reason));
        }
        let mut tile = None;
        if let Some(gid) = object.gid {
            let gid = Gid::new(gid, &self.grid);
            let missing = || SheetError::at(&file, "tileset", Reason::Missing);
            let tileset = tileset.ok_or_else(missing)?;
            let source = tileset.source.as_deref().ok_or_else(missing)?;
            let index = self.tileset_file(&file, "tileset.source", source)?;
            let id = gid.id.checked_sub(tileset.firstgid.unwrap_or(1)).ok_or_else(|| {
                SheetError::at(&file, "object.gid", Reason::invalid("at least the first id of the tileset", gid.id))
            })?;
            tile = Some((index, Gid { id, ..gid }));
        }
        let template = Rc::new(Template { object, tile });
        self.templates.0.insert(names, Rc::clone(&template));
        Ok(template)
    }
}

/// Returns an object with the fields of its template that it does not have itself.
fn inherit(mut object: RawObject, template: &RawObject) -> RawObject {
    let template = template.clone();
    object.properties.inherit(template.properties);
    RawObject {
        id: object.id,
        template: None,
        x: object.x,
        y: object.y,
        gid: object.gid.or(template.gid),
        name: object.name.or(template.name),
        kind: object.kind.or(template.kind),
        class: object.class.or(template.class),
        width: object.width.or(template.width),
        height: object.height.or(template.height),
        rotation: object.rotation.or(template.rotation),
        visible: object.visible.or(template.visible),
        properties: object.properties,
        ellipse: object.ellipse || template.ellipse,
        capsule: object.capsule || template.capsule,
        point: object.point || template.point,
        text: object.text || template.text,
        polygon: object.polygon.or(template.polygon),
        polyline: object.polyline.or(template.polyline),
    }
}
