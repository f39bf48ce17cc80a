//! Maps and their layers.

use super::frames::{Animation, Frame};
use super::options::{SheetWarning, in_background, reader, warnings};
use super::properties;
use crate::arrays;
use crate::convert::{point, tuple};
use crate::masks::Mask;
use numpy::PyArray2;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::sync::Arc;

/// A map of Tiled or LDtk: layers of sprites. :meth:`open` reads a file.
#[pyclass(frozen, module = "hitmask.sheets")]
pub(crate) struct Map(Arc<sheets::Map>);

reader! {
    Map of sheets::Map {
        /// Reads a map: Tiled's ``.tmx``, ``.tmj`` or ``.json``, or LDtk's ``.ldtk``. The format is found from the content. The
        /// keywords are those of :meth:`Sheet.open`.
        ///
        /// :raises SheetError: if a file cannot be read, is damaged, is over a limit, or lies outside ``root``; with ``strict``, also for what would be a
        /// warning.
        open,
        /// Reads the map ``name`` of files in memory, a mapping from names to bytes. ``root`` has no effect. The other keywords are those of :meth:`Sheet.open`.
        ///
        /// :raises SheetError: under the conditions of :meth:`open`.
        read,
    }
}

#[pymethods]
impl Map {
    /// The tiles and shapes that the layers place, each once: a list of :class:`Frame`. A tile of Tiled is named
    /// ``TILESET ID``, and a shape ``object ID``.
    #[getter]
    fn frames(&self) -> Vec<Frame> {
        self.0.frames().iter().cloned().map(Frame).collect()
    }

    /// The animations of the tiles, a list of :class:`Animation`. An animation has the name of the frame that it animates.
    #[getter]
    fn animations(&self) -> Vec<Animation> {
        self.0.animations().iter().cloned().map(Animation).collect()
    }

    /// Returns the animation of the frame with an index, or ``None`` if the frame is no animated tile.
    fn animation_of(&self, frame: usize) -> Option<Animation> {
        self.0.animation_of(frame).cloned().map(Animation)
    }

    /// The layers from the bottom to the top, a list of :class:`MapLayer`. Groups are flattened.
    #[getter]
    fn layers(&self) -> Vec<MapLayer> {
        (0..self.0.layers().len()).map(|index| MapLayer { map: self.0.clone(), index }).collect()
    }

    /// Returns the first layer with a name, or ``None``.
    fn layer(&self, name: &str) -> Option<MapLayer> {
        let index = self.0.layers().iter().position(|layer| layer.name() == name)?;
        Some(MapLayer { map: self.0.clone(), index })
    }

    /// Returns the value of a property of a sprite, or, without it, of the tile that the sprite shows. Returns ``None`` if
    /// neither has the property.
    fn property<'py>(&self, py: Python<'py>, sprite: &MapSprite, name: &str) -> PyResult<Option<Bound<'py, PyAny>>> {
        self.0.property(&sprite.0, name).map(|own| properties::value(py, own)).transpose()
    }

    /// What was left out, or read in another way than the file says: a list of :class:`SheetWarning`. At most 100 are listed; one more
    /// counts the rest.
    #[getter]
    fn warnings(&self) -> Vec<SheetWarning> {
        warnings(self.0.warnings())
    }

    fn __repr__(&self) -> String {
        format!("<Map: {} layers, {} frames>", self.0.layers().len(), self.0.frames().len())
    }
}

/// A layer of a map: sprites in the order of the file.
#[pyclass(frozen, module = "hitmask.sheets")]
pub(crate) struct MapLayer {
    map: Arc<sheets::Map>,
    index: usize,
}

impl MapLayer {
    fn layer(&self) -> &sheets::MapLayer {
        &self.map.layers()[self.index]
    }

    /// Draws the layer into one mask.
    fn drawn(
        &self,
        py: Python<'_>,
        draw: impl FnOnce(&sheets::MapLayer, &sheets::Map) -> Result<(mask::Mask, [i32; 2]), sheets::SheetError>
        + Send
        + 'static,
    ) -> PyResult<(Mask, (i32, i32))> {
        let (map, index) = (self.map.clone(), self.index);
        let (mask, at) = in_background(py, move || draw(&map.layers()[index], &map))?;
        Ok((Mask::from_rust(mask), tuple(at)))
    }
}

#[pymethods]
impl MapLayer {
    /// The name of the layer.
    #[getter]
    fn name(&self) -> &str {
        self.layer().name()
    }

    /// The class of the layer, or an empty text.
    #[getter]
    fn class_(&self) -> &str {
        self.layer().class()
    }

    /// The names of the groups around the layer, with ``/`` between, or the identifier of the LDtk level.
    #[getter]
    fn group(&self) -> &str {
        self.layer().group()
    }

    /// The kind of the layer: ``"tiles"``, ``"objects"``, ``"picture"`` or ``"values"``.
    #[getter]
    fn kind(&self) -> &'static str {
        match self.layer().kind() {
            sheets::LayerKind::Objects => "objects",
            sheets::LayerKind::Picture => "picture",
            sheets::LayerKind::Values => "values",
            _ => "tiles",
        }
    }

    /// The offset ``(x, y)`` of the layer and its groups, in pixels. The positions of the sprites contain it already.
    #[getter]
    fn offset(&self) -> (f64, f64) {
        tuple(self.layer().offset())
    }

    /// Whether the editor shows the layer and all groups around it.
    #[getter]
    fn is_visible(&self) -> bool {
        self.layer().is_visible()
    }

    /// The tiles and objects that have pixels, a list of :class:`MapSprite`.
    #[getter]
    fn sprites(&self) -> Vec<MapSprite> {
        self.layer().sprites().iter().cloned().map(MapSprite).collect()
    }

    /// The objects without pixels, such as the place where a player starts: a list of :class:`MapPoint`.
    #[getter]
    fn points(&self) -> Vec<MapPoint> {
        self.layer().points().iter().cloned().map(MapPoint).collect()
    }

    /// The values of the grid, a :class:`ValueGrid`, or ``None`` if the layer is of another kind than ``"values"``.
    #[getter]
    fn values(&self) -> Option<ValueGrid> {
        self.layer().values().cloned().map(ValueGrid)
    }

    /// The properties, a dict as :attr:`Frame.properties`.
    #[getter]
    fn properties<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        properties::dict(py, self.layer().properties())
    }

    /// Returns the tile or the object with a solid pixel at a pixel ``(x, y)`` of the map, a :class:`MapSprite`: of several, the
    /// one on top. Returns ``None`` if there is none. Sprites that the editor does not show are left out.
    ///
    /// The first pixel that a sprite shares with the terrain of a layer names the tile that the sprite touches.
    fn tile_at(&self, pixel: &Bound<'_, PyAny>) -> PyResult<Option<MapSprite>> {
        Ok(self.layer().tile_at(&self.map, point(pixel, "pixel")?).cloned().map(MapSprite))
    }

    /// Draws all sprites of the layer into one mask. Returns the mask and the position ``(x, y)`` of its top-left pixel in the
    /// map.
    ///
    /// :raises SheetError: if the mask would be over the limit ``terrain_pixels``.
    fn terrain(&self, py: Python<'_>) -> PyResult<(Mask, (i32, i32))> {
        self.drawn(py, |layer, map| layer.terrain(map))
    }

    /// Draws the cells with one of some values into one mask, as large as the grid. Returns the mask and the position
    /// ``(x, y)`` of its top-left pixel in the map. The mask of a layer without values is empty.
    ///
    /// :raises SheetError: if the mask would be over the limit ``terrain_pixels``.
    fn value_terrain(&self, py: Python<'_>, values: Vec<u32>) -> PyResult<(Mask, (i32, i32))> {
        self.drawn(py, move |layer, map| layer.value_terrain(map, &values))
    }

    fn __repr__(&self) -> String {
        format!("<MapLayer {:?}: {} sprites>", self.layer().name(), self.layer().sprites().len())
    }
}

/// A frame at a place of a map: a tile, an object or an entity.
///
/// ``world.spawn(masks[one.frame], one.at, **one.options)`` makes a sprite of it, if ``masks`` has the number of the mask of
/// each frame of the map.
#[pyclass(frozen, eq, module = "hitmask.sheets")]
#[derive(PartialEq)]
pub(crate) struct MapSprite(sheets::MapSprite);

#[pymethods]
impl MapSprite {
    /// The index of the frame in :attr:`Map.frames`.
    #[getter]
    fn frame(&self) -> usize {
        self.0.frame()
    }

    /// The top-left pixel ``(x, y)`` in the map, before scale and rotation.
    #[getter]
    fn at(&self) -> (i32, i32) {
        tuple(self.0.at())
    }

    /// The options of :meth:`hitmask.World.spawn`, a dict: ``flip_x``, ``flip_y``, ``turn``, ``scale``, ``angle`` and
    /// ``fraction``.
    #[getter]
    fn options<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let options = PyDict::new(py);
        options.set_item("flip_x", self.0.flip_x())?;
        options.set_item("flip_y", self.0.flip_y())?;
        options.set_item("turn", self.0.quarter_turns())?;
        options.set_item("scale", tuple(self.0.scale()))?;
        options.set_item("angle", self.0.angle())?;
        options.set_item("fraction", tuple(self.0.fraction()))?;
        Ok(options)
    }

    /// The name of the object. A plain tile has none.
    #[getter]
    fn name(&self) -> &str {
        self.0.name()
    }

    /// The class of the object, or the identifier of the entity in LDtk. A plain tile has none.
    #[getter]
    fn class_(&self) -> &str {
        self.0.class()
    }

    /// The id that the editor gives the object, a text. A plain tile has none.
    #[getter]
    fn id(&self) -> &str {
        self.0.id()
    }

    /// The properties, a dict as :attr:`Frame.properties`.
    #[getter]
    fn properties<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        properties::dict(py, self.0.properties())
    }

    /// Whether the editor shows the object.
    #[getter]
    fn is_visible(&self) -> bool {
        self.0.is_visible()
    }

    fn __repr__(&self) -> String {
        format!("<MapSprite: frame {} at {:?}>", self.0.frame(), self.at())
    }
}

/// An object without pixels.
#[pyclass(frozen, eq, module = "hitmask.sheets")]
#[derive(PartialEq)]
pub(crate) struct MapPoint(sheets::MapPoint);

#[pymethods]
impl MapPoint {
    /// The position ``(x, y)`` in pixels of the map.
    #[getter]
    fn at(&self) -> (i32, i32) {
        tuple(self.0.at())
    }

    /// The name of the object.
    #[getter]
    fn name(&self) -> &str {
        self.0.name()
    }

    /// The class of the object.
    #[getter]
    fn class_(&self) -> &str {
        self.0.class()
    }

    /// The id that the editor gives the object, a text.
    #[getter]
    fn id(&self) -> &str {
        self.0.id()
    }

    /// The properties, a dict as :attr:`Frame.properties`.
    #[getter]
    fn properties<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        properties::dict(py, self.0.properties())
    }

    fn __repr__(&self) -> String {
        format!("<MapPoint {:?} at {:?}>", self.0.name(), self.at())
    }
}

/// A value for each cell of a grid.
#[pyclass(frozen, eq, module = "hitmask.sheets")]
#[derive(PartialEq)]
pub(crate) struct ValueGrid(sheets::ValueGrid);

#[pymethods]
impl ValueGrid {
    /// The top-left pixel ``(x, y)`` of the grid in the map.
    #[getter]
    fn at(&self) -> (i32, i32) {
        tuple(self.0.at())
    }

    /// The numbers of columns and rows.
    #[getter]
    fn size(&self) -> (u32, u32) {
        tuple(self.0.size())
    }

    /// The width and the height of a cell in pixels.
    #[getter]
    fn cell_size(&self) -> u32 {
        self.0.cell_size()
    }

    /// The values: uint32 of shape (rows, columns). 0 is an empty cell.
    #[getter]
    fn cells<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<u32>>> {
        let [columns, rows] = self.0.size().map(|side| side as usize);
        arrays::grid(py, self.0.cells(), [rows, columns])
    }

    /// Returns the value of the cell at a pixel ``(x, y)`` of the map, or 0 if the pixel is outside the grid.
    fn value_at(&self, pixel: &Bound<'_, PyAny>) -> PyResult<u32> {
        Ok(self.0.value_at(point(pixel, "pixel")?))
    }

    /// The values that occur, without 0, sorted.
    #[getter]
    fn kinds(&self) -> Vec<u32> {
        self.0.kinds()
    }

    fn __repr__(&self) -> String {
        format!("<ValueGrid: {} x {} cells>", self.0.size()[0], self.0.size()[1])
    }
}
