// SPDX-License-Identifier: MIT
// The fragment shader of coloured triangles and lines over the picture, after depthAt.
flat in vec4 shade;
uniform float nearer;  // the factor by which it is drawn nearer to the eye
out vec4 colour;

void main() {
    gl_FragDepth = depthAt(gl_FragCoord.w * nearer);
    colour = shade;
}
