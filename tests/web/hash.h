// SPDX-License-Identifier: MIT
// A hash and random numbers that C and TypeScript compute alike. hash.ts is the same in TypeScript:
// both use integers of 32 bits only.
#ifndef HALFSPACE_TESTS_WEB_HASH_H
#define HALFSPACE_TESTS_WEB_HASH_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

// Two hashes of 32 bits, with different factors, over the same words.
typedef struct hash {
    uint32_t a;
    uint32_t b;
} hash;

static inline hash new_hash(void) {
    const hash empty = {1, 2};
    return empty;
}

static inline void add_word(hash* h, uint32_t word) {
    h->a = (h->a ^ word) * 0x9e3779b1u;
    h->a ^= h->a >> 15;
    h->b = (h->b ^ word) * 0x85ebca77u;
    h->b ^= h->b >> 13;
}

// The bytes of doubles, floats or words, four at a time. size: a multiple of 4.
static inline void add_memory(hash* h, const void* memory, size_t size) {
    const unsigned char* bytes = (const unsigned char*)memory;
    for (size_t i = 0; i < size; i += 4) {
        uint32_t word;
        memcpy(&word, bytes + i, 4);
        add_word(h, word);
    }
}

// One word for each byte, and one for their number.
static inline void add_bytes(hash* h, const void* memory, size_t size) {
    const unsigned char* bytes = (const unsigned char*)memory;
    add_word(h, (uint32_t)size);
    for (size_t i = 0; i < size; ++i) {
        add_word(h, bytes[i]);
    }
}

static inline void add_text(hash* h, const char* text) {
    add_bytes(h, text, strlen(text));
}

// xorshift32 by George Marsaglia.
static inline uint32_t next_random(uint32_t* state) {
    *state ^= *state << 13;
    *state ^= *state >> 17;
    *state ^= *state << 5;
    return *state;
}

#endif
