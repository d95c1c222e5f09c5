// SPDX-License-Identifier: MIT
// Compiles levels and writes hashes of their bytes and of answers, as JSON, by the interface for C.
// answers.ts asks the same questions of the npm package and computes the same hashes. Both make
// their numbers from integers, so that no rounding can make the questions differ.
//
//     halfspace_web_hashes RESULT.json LEVEL.map...
#include "questions.h"

#include <stdio.h>
#include <stdlib.h>

static void write_hash(FILE* file, const char* name, hash h) {
    fprintf(file, ",\n        \"%s\": \"%08x%08x\"", name, (unsigned)h.a, (unsigned)h.b);
}

static void write_level(FILE* file, const char* path) {
    halfspace_level* level = compile_file(path, NULL);
    size_t size = 0;
    const void* bytes = halfspace_level_bytes(level, &size);
    hash h = new_hash();
    add_bytes(&h, bytes, size);
    fprintf(file, "    \"%s\": {\n        \"path\": \"%s\"", name_of(path), path);
    write_hash(file, "bytes", h);
    write_hash(file, "parts", hash_parts(level));
    write_hash(file, "surfaces", hash_surfaces(level));
    write_hash(file, "walls", hash_walls(level));
    write_hash(file, "order", hash_order(level));
    write_hash(file, "questions", hash_questions(level));
    write_hash(file, "models", hash_models(level));
    write_hash(file, "walks", hash_walks(level));
    write_hash(file, "shapes", hash_shapes());
    write_hash(file, "meshes", hash_meshes());
    write_hash(file, "navigation", hash_navigation(path));
    fprintf(file, "\n    }");
    halfspace_free_level(level);
}

int main(int argc, char** argv) {
    need(argc > 2, "usage: halfspace_web_hashes RESULT.json LEVEL.map...");
    FILE* file = fopen(argv[1], "w");
    need(file != NULL, argv[1]);
    fprintf(file, "{\n");
    for (int i = 2; i < argc; ++i) {
        write_level(file, argv[i]);
        fprintf(file, i + 1 < argc ? ",\n" : "\n}\n");
    }
    need(fclose(file) == 0, argv[1]);
    return 0;
}
