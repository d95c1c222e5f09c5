// SPDX-License-Identifier: MIT
// Stands in for libFuzzer: feeds every file of the folders named on the command line to the fuzz
// function, each whole and cut off at some places, so that a crash that was once found stays found
// with every compiler.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <vector>

// NOLINTNEXTLINE(readability-identifier-naming): the name that libFuzzer calls
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace {

constexpr std::size_t kMaxCuts = 256;

std::vector<std::filesystem::path> files_in(const std::filesystem::path& folder) {
    std::vector<std::filesystem::path> files;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
        if (entry.is_regular_file()) {
            files.push_back(entry.path());
        }
    }
    std::sort(files.begin(), files.end());
    return files;
}

void replay(const std::filesystem::path& path) {
    // Said before the call, so that the last line names the file that crashed.
    std::printf("%s\n", path.string().c_str());
    std::fflush(stdout);
    std::ifstream file(path, std::ios::binary);
    const std::vector<char> bytes{std::istreambuf_iterator<char>(file), {}};
    const std::size_t step = bytes.size() / kMaxCuts + 1;
    for (std::size_t size = 0; size < bytes.size(); size += step) {
        // Copied to its own size, so that a sanitizer sees a read past the end.
        const std::vector<std::uint8_t> cut(bytes.begin(),
                                            bytes.begin() + static_cast<std::ptrdiff_t>(size));
        LLVMFuzzerTestOneInput(cut.data(), cut.size());
    }
    const std::vector<std::uint8_t> whole(bytes.begin(), bytes.end());
    LLVMFuzzerTestOneInput(whole.data(), whole.size());
}

}  // namespace

int main(int argc, char** argv) {
    std::size_t replayed = 0;
    for (int i = 1; i < argc; ++i) {
        if (!std::filesystem::is_directory(argv[i])) {
            std::fprintf(stderr, "no folder %s\n", argv[i]);
            return 1;
        }
        for (const std::filesystem::path& path : files_in(argv[i])) {
            replay(path);
            ++replayed;
        }
    }
    if (replayed == 0) {
        std::fprintf(stderr, "nothing to replay\n");
        return 1;
    }
    return 0;
}
