//! Threads can share every public type.

use sheets::{
    Animation, Direction, Fetched, FileError, Folder, Frame, LayerKind, Limits, Map, MapLayer, MapPoint, MapSprite,
    Options, PictureError, Properties, PropertyValue, Reason, Region, Sheet, SheetError, Slice, ValueGrid, Warning,
    WarningKind,
};

/// A tuple has the traits that all its members have.
const _: () = {
    const fn shared<T: Send + Sync>() {}
    shared::<(Animation, Direction, Fetched, FileError, Folder, Frame, LayerKind, Limits)>();
    shared::<(Map, MapLayer, MapPoint, MapSprite, Options, PictureError, Properties, PropertyValue)>();
    shared::<(Reason, Region, Sheet, SheetError, Slice, ValueGrid, Warning, WarningKind)>();
};
