-- The values of a sprite: each with its name and its kind. Made by `cargo xtask generate header` from the sources of world. Do not edit it.
return {
  -- The mask that the sprite shows.
  { "mask", "mask" },
  -- The place in the world in pixels, from -2^30 to 2^30: where the origin is drawn if there is one, else the top-left
  -- corner of the flipped and turned mask, before scale and rotation.
  { "position", "place" },
  -- The part of the position below a pixel, from 0 to less than 1 along each axis.
  { "fraction", "fraction" },
  -- Whether the mask is mirrored left to right.
  { "flip_x", "flag" },
  -- Whether the mask is mirrored top to bottom.
  { "flip_y", "flag" },
  -- The quarter turns clockwise, 0 to 3, after the flips.
  { "turn", "turn" },
  -- The rotation in degrees clockwise, after flips, turn and scale.
  { "angle", "degrees" },
  -- The factors along x and y, more than 0, after flips and turn.
  { "scale", "factors" },
  -- The point of the picture, in pixels of the mask as it was added, that is drawn at the position and about which the
  -- sprite flips, turns, scales and rotates. It may lie outside the mask. Without an origin, the sprite does so about
  -- its middle.
  { "origin", "point" },
  -- Any map from points of the picture to points of the world, instead of flips, turn, angle, scale and origin. Its
  -- translation is the position.
  { "transform", "map" },
  -- The layers that the sprite is in, a bit each.
  { "layers", "layers" },
  -- The layers that the sprite collides with, a bit each. Two sprites meet only if each names a layer of the other.
  { "collides_with", "layers" },
  -- Whether the sprite is scenery that seldom moves. Two fixed sprites are never a pair.
  { "fixed", "flag" },
  -- Whether the sprite collides but blocks nobody, as a coin or a door does.
  { "sensor", "flag" },
  -- The only side from which the sprite blocks moves, as the top of a platform that heroes jump through from below.
  -- Without a side, it blocks from all.
  { "one_way", "side" },
  -- Whether a step tests the sprite along its path, the straight line from its position at the last step, so that it
  -- passes through nothing unseen. The first path begins where the sprite was spawned.
  { "continuous", "flag" },
  -- A number of yours, which hitmask stores.
  { "data", "data" },
}
