//! The values of a sprite, listed once. The options of calls, the class `Sprite` and the columns of `Sprites` follow from
//! the list, and the tests compare the type stubs with it.

/// Calls a macro with the list: the name of each value, the type that converts it, and what it says about one sprite.
macro_rules! sprite_values {
    ($macro:ident) => {
        $macro! {
            /// The number of the mask.
            mask: MaskSlot,
            /// The position in pixels.
            position: Position,
            /// Whether the mask is mirrored left to right.
            flip_x: bool,
            /// Whether the mask is mirrored top to bottom.
            flip_y: bool,
            /// The quarter turns clockwise, 0 to 3.
            turn: Turn,
            /// The angle in degrees clockwise, from 0 to less than 360.
            angle: Angle,
            /// The factors along x and y.
            scale: [f64; 2],
            /// The pivot, a pixel of the mask. Without a pivot, it is ``None`` for one sprite, and the least number in a column.
            pivot: Pivot,
            /// The bits of the layers that the sprite is in.
            layers: u32,
            /// The bits of the layers that the sprite collides with.
            collides_with: u32,
            /// Whether the sprite is fixed. Two fixed sprites are never a pair.
            fixed: bool,
            /// Whether the sprite collides but blocks nobody.
            sensor: bool,
            /// The only side from which the sprite blocks others: ``"left"``, ``"right"``, ``"top"`` or ``"bottom"``. A sprite that
            /// blocks from all sides has ``None``, and ``""`` in a column.
            one_way: Option<Side>,
            /// Whether a step tests the sprite along its way.
            continuous: bool,
            /// Whether the sprite shows scale and angle without rounding.
            exact: bool,
            /// The data of the user.
            data: u64,
        }
    };
}

pub(super) use sprite_values;
