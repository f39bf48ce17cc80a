//! Objects: tiles, shapes and points of object layers.

use super::lenient::RawGid;
use super::raw::{RawObject, RawTemplate, class_of};
use super::reader::MapReader;
use super::shape::{Outline, object_map};
use super::source::{Template, inherit, parse};
use super::tile::Gid;
use crate::map::{FrameList, Label, LayerKind, MapLayer, MapPoint, MapSprite, position};
use crate::{Reason, SheetError, WarningKind};
use mask::Affine;
use std::rc::Rc;

impl MapReader<'_> {
    /// Adds the objects of a layer, in the order in which the editor draws them: by the position, if the layer does not
    /// say that it is the order of the file.
    pub(super) fn object_layer(
        &mut self,
        objects: Vec<RawObject>,
        draworder: &str,
        field: &str,
        layer: &mut MapLayer,
    ) -> Result<(), SheetError> {
        layer.kind = LayerKind::Objects;
        if !["", "topdown", "index"].contains(&draworder) {
            let reason = Reason::invalid("topdown or index", format_args!("{draworder:?}"));
            return Err(self.error(format_args!("{field}.draworder"), reason));
        }
        self.load.items.take(objects.len() as u64).map_err(|reason| self.error(field, reason))?;
        let mut sprites = Vec::new();
        for (index, object) in objects.into_iter().enumerate() {
            let [_, y] = self.grid.objects().apply([object.x, object.y]);
            let drawn = self.object(object, &format!("{field}.objects[{index}]"), layer);
            if let Some(Some(sprite)) = self.load.spare(drawn, WarningKind::LeftOut, "the object is left out")? {
                sprites.push((y, sprite));
            }
        }
        if draworder != "index" {
            sprites.sort_by(|(a, _), (b, _)| a.total_cmp(b));
        }
        layer.sprites.extend(sprites.into_iter().map(|(_, sprite)| sprite));
        Ok(())
    }

    /// Returns the sprite of an object. An object without pixels is added to the points of its layer.
    fn object(
        &mut self,
        mut object: RawObject,
        field: &str,
        layer: &mut MapLayer,
    ) -> Result<Option<MapSprite>, SheetError> {
        object.properties.set_types(&object.propertytypes);
        let mut tile = None;
        if let Some(name) = object.template.take() {
            let template = self.template(&format!("{field}.template"), &name)?;
            // An object that is mirrored differently has a tile of its own.
            tile = template.tile.filter(|_| object.gid.is_none());
            inherit(&mut object, &template.object);
        }
        object.gid = object.gid.filter(|gid| Gid::new(gid.0, &self.grid).id != 0);
        if let Some(RawGid(gid)) = object.gid.filter(|_| tile.is_none()) {
            let gid = Gid::new(gid, &self.grid);
            let Some((tileset, id)) = self.tileset_of(gid.id, &format!("{field}.gid"))? else { return Ok(None) };
            tile = Some((tileset, Gid { id, ..gid }));
        }
        let label = Label {
            name: object.name.as_deref().unwrap_or_default().into(),
            class: class_of(object.class.as_ref(), object.kind.as_ref()).into(),
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
            let Some((frame, placement)) = placed else { return Ok(None) };
            return placement.sprite(frame, Some(label)).map(Some).map_err(|reason| self.error(field, reason));
        }
        match Outline::of(&object).map_err(|reason| self.error(field, reason))? {
            Some(shape) => {
                let by = object_map(&object, &screen);
                let (mask, at) =
                    shape.draw(&by, &mut self.load.unpacked).map_err(|reason| self.error(field, reason))?;
                let frame = FrameList::shape(format!("object {}", label.id), mask);
                let frame = self.frame_list.add(frame, &self.load.options.limits);
                let frame = frame.map_err(|reason| self.error(field, reason))?;
                return Ok(Some(MapSprite::plain(frame, at, label)));
            }
            None if object.text => {}
            None => {
                let at = position(at).map_err(|reason| self.error(field, reason))?;
                layer.points.push(MapPoint { at, label });
            }
        }
        Ok(None)
    }

    /// Returns a template, which is read once.
    fn template(&mut self, field: &str, name: &str) -> Result<Rc<Template>, SheetError> {
        let names = self.load.names(self.file, field, name)?;
        if let Some(template) = self.templates.0.get(&names) {
            let reason = || Reason::Unsupported(format!("the template {name:?} cannot be read"));
            return template.clone().ok_or_else(|| self.error(field, reason()));
        }
        self.templates.0.insert(names.clone(), None);
        let (file, bytes) = self.load.file(self.file, field, name)?;
        let RawTemplate { mut object, tileset } = parse(&file, &bytes, "template", &self.load.options.limits)?;
        object.properties.set_types(&object.propertytypes);
        if object.template.is_some() {
            let reason = Reason::Unsupported("a template cannot have a template: save the object itself".into());
            return Err(SheetError::at(&file, "object.template", reason));
        }
        let mut tile = None;
        if let Some(gid) = object.gid.map(|RawGid(gid)| Gid::new(gid, &self.grid)).filter(|gid| gid.id != 0) {
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
        self.templates.0.insert(names, Some(Rc::clone(&template)));
        Ok(template)
    }
}
