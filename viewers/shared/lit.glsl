// SPDX-License-Identifier: MIT
// The colour that a light leaves, rounded as the painter rounds it. light: see light_on.
vec3 lit(vec3 c, float light) {
    return floor((floor(c * 255.0 + 0.5) * light + 128.0) / 256.0) / 255.0;
}
