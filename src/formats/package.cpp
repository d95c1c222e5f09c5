// SPDX-License-Identifier: MIT
#include "formats/shared/package.h"

#include "halfspace/base/file.h"

#include "formats/map/map_tokenizer.h"
#include "formats/text/lower_case.h"

#include <zip.h>

#include <algorithm>
#include <optional>
#include <span>
#include <utility>

namespace halfspace {
namespace {

// Deflate writes at most 258 bytes for two bits, that is 1032 for a byte. kRatioSlack covers the
// begin and the end of a stream.
constexpr std::uint64_t kMaxRatio = 1032;
constexpr std::uint64_t kRatioSlack = 1024;
// The number of bytes that are unpacked at a time. Memory grows with the unpacked bytes, not with
// the promised size.
constexpr std::size_t kChunk = std::size_t{1} << 16;
constexpr std::size_t kMaxNamed = 10;
// Without this check libzip would take an empty file in memory for an archive without files.
constexpr const char* kEmptyFile = "the file is empty";

struct CloseArchive {
    void operator()(zip_t* archive) const { zip_discard(archive); }
};
struct CloseFile {
    void operator()(zip_file_t* file) const { zip_fclose(file); }
};
using ArchiveHandle = std::unique_ptr<zip_t, CloseArchive>;
using FileHandle = std::unique_ptr<zip_file_t, CloseFile>;

// What to tell of an archive, or of a file in it, that libzip does not take.
std::string not_readable(const std::string& problem) {
    return "it is damaged: libzip says " + map::in_quotes(problem) +
           "; get the file again, or pack it anew";
}

// An error of libzip. Its text lives as long as this object.
class ZipError {
public:
    ZipError() { zip_error_init(&error_); }
    ~ZipError() { zip_error_fini(&error_); }
    ZipError(const ZipError&) = delete;
    ZipError& operator=(const ZipError&) = delete;

    zip_error_t* get() { return &error_; }
    std::string text() { return zip_error_strerror(&error_); }
    // A message about what is wrong with the archive.
    std::string damage() {
        return zip_error_code_zip(&error_) == ZIP_ER_NOZIP
                   ? "not a ZIP archive, or the file is cut off: the directory at its end is "
                     "missing"
                   : not_readable(text());
    }
    bool is_of_system() const { return zip_error_system_type(&error_) == ZIP_ET_SYS; }

private:
    zip_error_t error_{};
};

bool ends_with(std::string_view name, std::string_view ending) {
    return name.size() >= ending.size() &&
           lower_case(name.substr(name.size() - ending.size())) == lower_case(ending);
}

std::string_view ending_of(std::string_view name) {
    const std::size_t dot = name.rfind('.');
    return dot == std::string_view::npos ? std::string_view() : name.substr(dot);
}

}  // namespace

struct Package::Archive {
    std::vector<std::byte> bytes;  // of an archive in memory; libzip reads them
    std::string name;
    ArchiveHandle handle;

    Error error(ErrorCode code, std::string message) const {
        return {code, std::move(message), {name, 0, 0}};
    }
    Error error(ErrorCode code, std::string_view entry, std::string message) const {
        return {code, std::move(message), {name + ":" + std::string(entry), 0, 0}};
    }

    // Opens the archive and takes over the source. Returns false if it is not an archive.
    bool open(zip_source_t* source, ZipError& problem) {
        handle.reset(zip_open_from_source(source, ZIP_RDONLY, problem.get()));
        if (!handle) {
            zip_source_free(source);
        }
        return handle != nullptr;
    }

    std::string name_at(std::uint64_t index) const {
        const char* const text = zip_get_name(handle.get(), index, ZIP_FL_ENC_RAW);
        return text == nullptr ? std::string() : std::string(text);
    }

    std::optional<std::uint64_t> find(std::string_view wanted) const {
        std::optional<std::uint64_t> alike;
        const std::string lower = lower_case(wanted);
        const auto count = static_cast<std::uint64_t>(
            std::max<zip_int64_t>(zip_get_num_entries(handle.get(), 0), 0));
        for (std::uint64_t i = 0; i < count; ++i) {
            const std::string found = name_at(i);
            if (found == wanted) {
                return i;
            }
            if (!alike && lower_case(found) == lower) {
                alike = i;
            }
        }
        return alike;
    }

    std::optional<Error> check(std::string_view entry, const zip_stat_t& stat) const;
    Result<std::vector<std::byte>> unpack(std::string_view entry, const zip_stat_t& stat) const;
};

// The reason not to unpack the entry, or nullopt.
std::optional<Error> Package::Archive::check(std::string_view entry, const zip_stat_t& stat) const {
    constexpr zip_uint64_t kNeeded = ZIP_STAT_INDEX | ZIP_STAT_SIZE | ZIP_STAT_COMP_SIZE |
                                     ZIP_STAT_COMP_METHOD | ZIP_STAT_ENCRYPTION_METHOD;
    if ((stat.valid & kNeeded) != kNeeded) {
        return error(ErrorCode::Damaged, entry, "its sizes are not in the package's directory");
    }
    if (stat.encryption_method != ZIP_EM_NONE) {
        return error(ErrorCode::Unsupported, entry, "it is encrypted");
    }
    if (stat.comp_method != ZIP_CM_STORE && stat.comp_method != ZIP_CM_DEFLATE) {
        return error(ErrorCode::Unsupported,
                     entry,
                     "it is compressed by method " + std::to_string(stat.comp_method) +
                         "; supported are stored and deflated files");
    }
    if (stat.size > kMaxPackagedFile) {
        return error(ErrorCode::Limit,
                     entry,
                     "it takes " + std::to_string(stat.size) + " bytes, more than " +
                         std::to_string(kMaxPackagedFile));
    }
    const bool is_stored = stat.comp_method == ZIP_CM_STORE;
    if (is_stored ? stat.size != stat.comp_size
                  : stat.comp_size < (stat.size - std::min(stat.size, kRatioSlack)) / kMaxRatio) {
        return error(ErrorCode::Damaged,
                     entry,
                     std::to_string(stat.comp_size) + " bytes cannot hold the " +
                         std::to_string(stat.size) + " that the package's directory promises");
    }
    return std::nullopt;
}

Result<std::vector<std::byte>> Package::Archive::unpack(std::string_view entry,
                                                        const zip_stat_t& stat) const {
    const FileHandle file(zip_fopen_index(handle.get(), stat.index, 0));
    if (!file) {
        return std::unexpected(
            error(ErrorCode::Damaged, entry, not_readable(zip_strerror(handle.get()))));
    }
    std::vector<std::byte> unpacked;
    std::vector<std::byte> chunk(kChunk);
    while (true) {
        const zip_int64_t count = zip_fread(file.get(), chunk.data(), chunk.size());
        if (count < 0) {
            return std::unexpected(
                error(ErrorCode::Damaged,
                      entry,
                      not_readable(zip_error_strerror(zip_file_get_error(file.get())))));
        }
        if (count == 0) {
            break;
        }
        unpacked.insert(unpacked.end(), chunk.begin(), chunk.begin() + count);
        if (unpacked.size() > stat.size) {
            break;
        }
    }
    if (unpacked.size() != stat.size) {
        return std::unexpected(error(ErrorCode::Damaged,
                                     entry,
                                     "its contents do not have the " + std::to_string(stat.size) +
                                         " bytes that the package's directory promises"));
    }
    return unpacked;
}

Package::Package(std::unique_ptr<Archive> archive) : archive_(std::move(archive)) {}
Package::Package(Package&&) noexcept = default;
Package& Package::operator=(Package&&) noexcept = default;
Package::~Package() = default;

Result<Package> Package::open(const std::string& path) {
    auto archive = std::make_unique<Archive>();
    archive->name = path;
    ZipError problem;
    zip_source_t* const source =
        zip_source_file_create(archive->name.c_str(), 0, -1, problem.get());
    if (source == nullptr || !archive->open(source, problem)) {
        const std::optional<std::uint64_t> size = file_size(path);
        if (size == 0) {
            return std::unexpected(archive->error(ErrorCode::Damaged, kEmptyFile));
        }
        // The system says why it gives no file; libzip does not always.
        if (!size || problem.is_of_system()) {
            if (Result<std::vector<std::byte>> read = read_file(path); !read) {
                return std::unexpected(std::move(read.error()));
            }
        }
        return std::unexpected(archive->error(ErrorCode::Damaged, problem.damage()));
    }
    return Package(std::move(archive));
}

Result<Package> Package::from_bytes(std::vector<std::byte> bytes, std::string name) {
    auto archive = std::make_unique<Archive>();
    archive->bytes = std::move(bytes);
    archive->name = std::move(name);
    if (archive->bytes.empty()) {
        return std::unexpected(archive->error(ErrorCode::Damaged, kEmptyFile));
    }
    ZipError problem;
    zip_source_t* const source =
        zip_source_buffer_create(archive->bytes.data(), archive->bytes.size(), 0, problem.get());
    if (source == nullptr || !archive->open(source, problem)) {
        return std::unexpected(archive->error(ErrorCode::Damaged, problem.damage()));
    }
    return Package(std::move(archive));
}

std::vector<std::string> Package::names() const {
    return names_with("");
}

std::vector<std::string> Package::names_with(std::string_view ending) const {
    std::vector<std::string> found;
    const zip_int64_t count = zip_get_num_entries(archive_->handle.get(), 0);
    for (zip_int64_t i = 0; i < count; ++i) {
        std::string name = archive_->name_at(static_cast<std::uint64_t>(i));
        if (!name.empty() && name.back() != '/' && ends_with(name, ending)) {
            found.push_back(std::move(name));
        }
    }
    return found;
}

Result<std::vector<std::byte>> Package::read(std::string_view name) {
    const std::optional<std::uint64_t> index = archive_->find(name);
    if (!index) {
        const std::string_view ending = ending_of(name);
        return std::unexpected(archive_->error(
            ErrorCode::Io,
            "the package holds no file " + map::in_quotes(name) + "; " +
                (ending.empty() ? std::string("it has ")
                                : "with the ending " + map::in_quotes(ending) + " it has ") +
                comma_list(names_with(ending))));
    }
    zip_stat_t stat;
    zip_stat_init(&stat);
    if (zip_stat_index(archive_->handle.get(), *index, 0, &stat) != 0) {
        return std::unexpected(archive_->error(
            ErrorCode::Damaged, name, not_readable(zip_strerror(archive_->handle.get()))));
    }
    if (std::optional<Error> problem = archive_->check(name, stat)) {
        return std::unexpected(std::move(*problem));
    }
    return archive_->unpack(name, stat);
}

std::string comma_list(std::span<const std::string> names) {
    std::string text;
    for (std::size_t i = 0; i < std::min(names.size(), kMaxNamed); ++i) {
        text += (i == 0 ? "" : ", ") + map::in_quotes(names[i]);
    }
    if (names.size() > kMaxNamed) {
        text += " and " + std::to_string(names.size() - kMaxNamed) + " more";
    }
    return names.empty() ? "none" : text;
}

}  // namespace halfspace
