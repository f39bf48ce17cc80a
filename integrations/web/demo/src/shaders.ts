/** The shaders. Each draws many instances of a square whose corners are (0, 0) and (1, 1). */

const common = `#version 300 es
precision highp float;
precision highp int;
precision highp sampler2D;
`;

/** World pixels to the stage: the view is (center, scale). */
const stage = `
uniform vec4 view;
vec4 place(vec2 world) {
  return vec4((world - view.xy) * view.zw, 0.0, 1.0);
}
`;

const corner = `
vec2 corner() {
  return vec2(gl_VertexID & 1, gl_VertexID >> 1);
}
`;

export const spriteVertex = `${common}${stage}${corner}
uniform sampler2D variants;
uniform sampler2D atlas;
layout(location = 0) in vec4 sprite;
out vec2 at;
out float heat;
void main() {
  vec4 rect = texelFetch(variants, ivec2(int(sprite.z), 0), 0);
  vec2 inside = corner() * rect.zw;
  at = (rect.xy + inside) / vec2(textureSize(atlas, 0));
  heat = sprite.w;
  gl_Position = place(sprite.xy + inside);
}
`;

export const spriteFragment = `${common}
uniform sampler2D atlas;
in vec2 at;
in float heat;
out vec4 color;
void main() {
  vec4 texel = texture(atlas, at);
  vec3 warm = texel.rgb * vec3(1.22, 1.08, 0.94);
  color = vec4(mix(texel.rgb * 0.94, warm, heat), texel.a);
}
`;

/** The rectangle that two pictures share; the other shader keeps its pixels that are solid in both. */
export const sharedVertex = `${common}${stage}${corner}
uniform sampler2D variants;
layout(location = 0) in vec3 one;
layout(location = 1) in vec3 other;
out vec2 atOne;
out vec2 atOther;
flat out ivec2 originOne;
flat out ivec2 originOther;
void main() {
  vec4 a = texelFetch(variants, ivec2(int(one.z), 0), 0);
  vec4 b = texelFetch(variants, ivec2(int(other.z), 0), 0);
  vec2 low = max(one.xy, other.xy);
  vec2 high = max(low, min(one.xy + a.zw, other.xy + b.zw));
  vec2 world = mix(low, high, corner());
  atOne = world - one.xy;
  atOther = world - other.xy;
  originOne = ivec2(a.xy);
  originOther = ivec2(b.xy);
  gl_Position = place(world);
}
`;

export const sharedFragment = `${common}
uniform sampler2D atlas;
uniform vec4 tint;
in vec2 atOne;
in vec2 atOther;
flat in ivec2 originOne;
flat in ivec2 originOther;
out vec4 color;
bool solid(ivec2 origin, vec2 at) {
  return texelFetch(atlas, origin + ivec2(floor(at)), 0).a * 255.0 > 127.5;
}
void main() {
  if (!solid(originOne, atOne) || !solid(originOther, atOther)) discard;
  color = tint;
}
`;

export const boxVertex = `${common}${stage}${corner}
uniform float pixel;
layout(location = 0) in vec4 box;
layout(location = 1) in vec4 paint;
out vec2 at;
flat out vec2 size;
flat out vec4 tint;
void main() {
  vec2 spread = vec2(0.5 * pixel);
  vec2 inside = mix(-spread, box.zw + spread, corner());
  at = inside;
  size = box.zw;
  tint = paint;
  gl_Position = place(box.xy + inside);
}
`;

export const boxFragment = `${common}
uniform float pixel;
in vec2 at;
flat in vec2 size;
flat in vec4 tint;
out vec4 color;
void main() {
  vec2 edge = min(at, size - at);
  float line = min(edge.x, edge.y) < pixel ? 1.0 : 0.0;
  float alpha = max(line * 0.9, tint.a);
  color = vec4(tint.rgb * alpha, alpha);
}
`;

export const lightVertex = `${common}${stage}${corner}
layout(location = 0) in vec3 light;
layout(location = 1) in vec3 paint;
out vec2 at;
flat out vec3 tint;
void main() {
  at = corner() * 2.0 - 1.0;
  tint = paint;
  gl_Position = place(light.xy + at * light.z);
}
`;

export const lightFragment = `${common}
in vec2 at;
flat in vec3 tint;
out vec4 color;
void main() {
  float distance = dot(at, at);
  float strength = max(0.0, 1.0 - distance);
  color = vec4(tint * strength * strength * (0.22 + 0.78 * exp(-7.0 * distance)), 0.0);
}
`;
