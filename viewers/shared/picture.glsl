// SPDX-License-Identifier: MIT
// The fragment shader of the whole picture: it puts the background behind the picture, or turns
// counts into colours. The constant hottest comes before it.
uniform sampler2D picture;
uniform bool isCount;
uniform vec3 background;
uniform vec3 heat[hottest + 1];
uniform float heatStep;  // from the colour of one count to the colour of the next
out vec4 colour;

void main() {
    vec4 pixel = texelFetch(picture, ivec2(gl_FragCoord.xy), 0);
    colour = isCount ? vec4(heat[min(int(floor(pixel.r * 255.0 + 0.5) * heatStep), hottest)], 1)
                     : vec4(pixel.rgb + (1.0 - pixel.a) * background, 1);
}
