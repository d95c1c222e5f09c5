// SPDX-License-Identifier: MIT
// The seeds of fuzz_bsp and fuzz_package are made here: HALFSPACE_WRITE_SEEDS=1 writes them anew.
#include "halfspace/base/file.h"

#include "formats/bsp/bsp_bytes.h"
#include "formats/shared/bsp_reader.h"
#include "formats/shared/package.h"
#include "formats/zip_bytes.h"
#include "support/test_data.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <map>
#include <string>
#include <vector>

namespace halfspace::test {
namespace {

using Seeds = std::map<std::string, std::vector<std::byte>>;

// Every kind of contents, and planes that only touch.
BspSource wedges() {
    BspSource source;
    for (const std::uint32_t contents :
         {0u, 1u, 1u << 16, 32u, 64u, 0x8000u, 1u | kBspTranslucent}) {
        const std::int32_t shader = source.add_shader("textures/glass", contents);
        source.add_box({0, 0, 0}, {64, 64, 64}, shader);
        source.add_side({1, 0, 1}, 64, shader);
        source.add_side({0.25, 1, 0}, 64, shader);
    }
    return source;
}

Seeds bsp_seeds() {
    return {{"small.bsp", small_bsp().bytes()},
            {"empty.bsp", BspSource().bytes()},
            {"wedges.bsp", wedges().bytes()}};
}

// Their bytes hold the time at which they were made.
Seeds package_seeds() {
    const std::string text(5000, 'a');
    return {{"two.pk3", zip_bytes({{"maps/a.bsp", text}, {"b.map", "stored", ZIP_CM_STORE}})},
            {"folder.pk3", zip_bytes({{"maps/", ""}, {"maps/A.bsp", "x"}, {"maps/a.bsp", "y"}})}};
}

bool are_to_be_written() {
    return std::getenv("HALFSPACE_WRITE_SEEDS") != nullptr;
}

TEST(FuzzSeeds, OfBspAreThoseOfTheCorpus) {
    for (const auto& [name, bytes] : bsp_seeds()) {
        EXPECT_TRUE(read_bsp(bytes, name).has_value()) << name;
        const auto path = project_file("fuzz/corpus/bsp") / name;
        if (are_to_be_written()) {
            ASSERT_TRUE(write_file(path, bytes));
        }
        const auto written = read_file(path);
        ASSERT_TRUE(written) << path;
        EXPECT_EQ(*written, bytes) << path;
    }
}

TEST(FuzzSeeds, OfPackagesAreReadable) {
    for (const auto& [name, bytes] : package_seeds()) {
        const auto path = project_file("fuzz/corpus/package") / name;
        if (are_to_be_written()) {
            ASSERT_TRUE(write_file(path, bytes));
        }
        Result<Package> package = Package::open(path);
        ASSERT_TRUE(package.has_value()) << path;
        for (const std::string& file : package->names()) {
            EXPECT_TRUE(package->read(file).has_value()) << path << " " << file;
        }
    }
}

}  // namespace
}  // namespace halfspace::test
