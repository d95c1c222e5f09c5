// SPDX-License-Identifier: MIT
// Writes a compiled level, and damaged copies of it whose checksum is right: in each section bits
// that flipped, and entries of the section table and of the header with other numbers. The list
// damaged.json says what the native library answers to each: a text, or "" if it takes the file.
// bad_files.ts expects the same text from the npm package. It also writes separate.hsw, the same
// level with a tree for each body.
//
//     halfspace_web_damage FOLDER LEVEL.map
#include "questions.h"

#include <stdio.h>
#include <stdlib.h>
#include <xxhash.h>

#define HEADER 48
#define ENTRY 32
#define FLIPS 3  // copies with a flipped bit for each section

// See docs/reference/file_format.md.
typedef struct damaged {
    const char* folder;
    FILE* list;
    unsigned char* bytes;
    size_t size;
    uint32_t number;
} damaged;

static void write_file(const char* folder, const char* name, const void* bytes, size_t size) {
    char path[1000];
    need(snprintf(path, sizeof path, "%s/%s", folder, name) < (int)sizeof path, "a long path");
    FILE* file = fopen(path, "wb");
    need(file != NULL && fwrite(bytes, 1, size, file) == size && fclose(file) == 0, path);
}

static void write_text(FILE* file, const char* text) {
    for (; *text != '\0'; ++text) {
        if (*text == '"' || *text == '\\') {
            fputc('\\', file);
        }
        fputc(*text, file);
    }
}

// Writes the bytes as they are, with a checksum, and the answer of the library.
static void write_copy(damaged* d, const char* what) {
    char name[40];
    char error[400] = "";
    const uint64_t checksum = XXH3_64bits(d->bytes + 16, d->size - 16);
    memcpy(d->bytes + 8, &checksum, 8);
    snprintf(name, sizeof name, "%u.hsw", (unsigned)d->number);
    write_file(d->folder, name, d->bytes, d->size);
    halfspace_level* level =
        halfspace_load_memory(d->bytes, d->size, "damaged", error, sizeof error);
    halfspace_free_level(level);
    fprintf(d->list,
            "%s    {\"file\": \"%s\", \"damage\": \"%s\", \"error\": \"",
            d->number == 0 ? "" : ",\n",
            name,
            what);
    write_text(d->list, error);
    fprintf(d->list, "\"}");
    ++d->number;
}

// A copy in which the 8 bytes at `at` have the value.
static void write_changed(damaged* d, size_t at, uint64_t value, const char* what) {
    uint64_t before;
    memcpy(&before, d->bytes + at, 8);
    memcpy(d->bytes + at, &value, 8);
    write_copy(d, what);
    memcpy(d->bytes + at, &before, 8);
}

static void damage_section(damaged* d, uint32_t section, uint32_t* random) {
    const size_t entry = HEADER + (size_t)ENTRY * section;
    const uint64_t huge = (uint64_t)1 << 32;  // 0 in 32 bits
    uint64_t record;
    uint64_t offset;
    uint64_t count;
    memcpy(&record, d->bytes + entry + 8, 8);
    memcpy(&offset, d->bytes + entry + 16, 8);
    memcpy(&count, d->bytes + entry + 24, 8);
    write_changed(d, entry + 16, offset + huge, "an offset with 2^32 more");
    write_changed(d, entry + 24, count + huge, "a count with 2^32 more");
    write_changed(d, entry + 24, huge / record, "a count that makes a size of 2^32");
    write_changed(d, entry + 24, count + 1, "a count with one more");
    for (int i = 0; i < FLIPS && count > 0; ++i) {
        const uint32_t size = (uint32_t)(count * record);
        unsigned char* place = d->bytes + offset + next_random(random) % size;
        const unsigned char before = *place;
        *place ^= (unsigned char)(1u << next_random(random) % 8);
        write_copy(d, "a bit");
        *place = before;
    }
}

// The same level with a tree for each body.
static void write_separate(const damaged* d, const char* path) {
    halfspace_compile_options options = halfspace_default_compile_options();
    options.collision = HALFSPACE_COLLISION_SEPARATE;
    halfspace_level* level = compile_file(path, &options);
    size_t size = 0;
    const void* bytes = halfspace_level_bytes(level, &size);
    write_file(d->folder, "separate.hsw", bytes, size);
    halfspace_free_level(level);
}

int main(int argc, char** argv) {
    need(argc == 3, "usage: halfspace_web_damage FOLDER LEVEL.map");
    halfspace_level* level = compile_file(argv[2], NULL);
    damaged d = {argv[1], NULL, NULL, 0, 0};
    const void* bytes = halfspace_level_bytes(level, &d.size);
    d.bytes = room_for(d.size, 1);
    memcpy(d.bytes, bytes, d.size);
    write_file(d.folder, "good.hsw", d.bytes, d.size);
    char path[1000];
    need(snprintf(path, sizeof path, "%s/damaged.json", d.folder) < (int)sizeof path,
         "a long path");
    d.list = fopen(path, "w");
    need(d.list != NULL, path);
    fprintf(d.list, "[\n");

    uint32_t sections;
    uint32_t random = 31;
    memcpy(&sections, d.bytes + 20, 4);
    for (uint32_t i = 0; i < sections; ++i) {
        damage_section(&d, i, &random);
    }
    write_changed(&d, 24, d.size + ((uint64_t)1 << 32), "a file size with 2^32 more");
    write_changed(&d, 16, 7, "version 7, and no sections");
    write_changed(&d, 40, 0x7ff8000000000000u, "NaN units in a metre");
    fprintf(d.list, "\n]\n");
    need(fclose(d.list) == 0, path);
    halfspace_free_level(level);
    write_separate(&d, argv[2]);
    free(d.bytes);
    return 0;
}
