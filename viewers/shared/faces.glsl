// SPDX-License-Identifier: MIT
// The fragment shader of faces in every view, for OpenGL 3.3 and WebGL 2. Its colours are those of
// the painter up to rounding. Each viewer puts before it, after lit.glsl:
//   FLOATS, INTS    the kinds of samplers of its tables, and ROW(table, i): texel i of a table
//   UP              the axis that goes up
//   view_textured   the number of this view, and so for all of kPaintViews that the viewer has
//   CLUSTER_COLOUR  the colour of the first cluster of the face, if the viewer has view_clusters
//   depthAt         the depth of a pixel from 1 / its distance
//   wireShare       how much of a pixel belongs to a line, from its distance, and wireColor
in vec2 place;             // on the texture, in repeats
in vec3 way;               // from the eye
flat in float light;
flat in vec3 faceNormal;   // of length 1
flat in uvec4 rect;        // of the texture in the atlas: x y width height
flat in uvec3 more;        // page flags opacity
uniform int view;
uniform bool isNearest;
uniform bool isPremultiplied;
uniform bool isDepthOnly;  // opaque faces alone
uniform float translucentOpacity;
uniform float leafDistance;
uniform vec3 background;
uniform vec3 skyHorizon, skyZenith, skyNadir;
uniform sampler2DArray atlas;
uniform FLOATS nodePlanes;  // relative to the anchor
uniform INTS nodeChildren;
uniform FLOATS leafColours;
uniform vec3 eyeFromAnchor;
uniform int root;
out vec4 colour;

vec4 texel(ivec2 corner, ivec2 at) {
    return texelFetch(atlas, ivec3(corner + at, int(more.x)), 0);
}

// The smaller copy number "copy", between four of its texels.
vec4 copyAt(int copy) {
    ivec2 corner = ivec2(rect.xy);
    ivec2 size = max(ivec2(rect.zw) >> copy, 1);
    if (copy > 0) {
        corner.x += int(rect.z);
        for (int i = 1; i < copy; ++i) {
            corner.y += max(int(rect.w) >> i, 1);
        }
    }
    vec2 at = fract(place) * vec2(size) - 0.5;
    ivec2 first = ivec2(floor(at));
    vec2 part = at - floor(at);
    ivec2 a = (first + size) % size;
    ivec2 b = (first + 1) % size;
    return mix(mix(texel(corner, a), texel(corner, ivec2(b.x, a.y)), part.x),
               mix(texel(corner, ivec2(a.x, b.y)), texel(corner, b), part.x), part.y);
}

// right, down: how the place changes to the next pixels, in repeats.
vec4 textureColour(vec2 right, vec2 down) {
    vec2 size = vec2(rect.zw);
    if (isNearest) {
        return texel(ivec2(rect.xy), min(ivec2(fract(place) * size), ivec2(rect.zw) - 1));
    }
    right *= size;
    down *= size;
    float most = floor(log2(max(size.x, size.y)));
    float copy = clamp(0.5 * log2(max(dot(right, right), dot(down, down))), 0.0, most);
    float lower = floor(copy);
    vec4 larger = copyAt(int(lower));
    return copy == lower ? larger : mix(larger, copyAt(int(lower) + 1), copy - lower);
}

vec3 skyColour() {
    float height = normalize(way).UP;
    return mix(skyHorizon, height < 0.0 ? skyNadir : skyZenith, sqrt(abs(height)));
}

vec3 leafColour() {
    vec3 at = way + eyeFromAnchor + faceNormal * leafDistance;
    int node = root;
    for (int i = 0; i < 1024 && node >= 0; ++i) {
        vec4 plane = ROW(nodePlanes, node);
        ivec2 children = ROW(nodeChildren, node).xy;
        node = dot(plane.xyz, at) > plane.w ? children.x : children.y;
    }
    return ROW(leafColours, -1 - node).rgb;
}

void main() {
    gl_FragDepth = depthAt(gl_FragCoord.w);
    bool isSky = (more.y & 1u) != 0u;
    bool isMasked = (more.y & 2u) != 0u;
    float opacity = float(more.z) / 255.0;
    // Derivatives are undefined behind a branch or a discard, so they come first.
    vec2 right = dFdx(place);
    vec2 down = dFdy(place);
    float line = wireShare(length(way));
    if (more.z == 0u) {
        discard;
    }
    if (isDepthOnly) {
        if (opacity < 1.0 || view == view_translucent ||
            (isMasked && textureColour(right, down).a < 1.0)) {
            discard;
        }
        colour = vec4(0);
        return;
    }
    if (view == view_overdraw) {
        colour = vec4(1.0 / 255.0);
        return;
    }
    if (view == view_translucent) {
        opacity = min(opacity, translucentOpacity);
    }
    if (view == view_wire) {
        colour = vec4(background, 1);
#ifdef CLUSTER_COLOUR
    } else if (view == view_clusters) {
        colour = vec4(lit(CLUSTER_COLOUR, light), opacity);
#endif
    } else if (view == view_leaves) {
        colour = vec4(lit(leafColour(), light), opacity);
    } else if (isSky) {
        colour = vec4(skyColour(), opacity);
    } else {
        vec4 image = textureColour(right, down);
        colour = vec4(lit(image.rgb, light), isMasked ? opacity * image.a : opacity);
    }
    colour = mix(colour, vec4(wireColor, 1), line);
    if (colour.a == 0.0) {
        discard;
    }
    if (isPremultiplied) {
        colour.rgb *= colour.a;
    }
}
