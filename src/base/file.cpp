// SPDX-License-Identifier: MIT
#include "halfspace/base/file.h"

#include "halfspace/base/file_bytes.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <climits>
#include <cstring>
#include <expected>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#ifndef __wasi__
#include <sys/mman.h>
#endif

namespace halfspace {
namespace {

Error io_error(const std::string& path, std::string_view what, int code) {
    return Error{ErrorCode::Io,
                 std::string(what) + ": " + std::string(std::strerror(code)),
                 SourceLocation{path}};
}

class Descriptor {
public:
    explicit Descriptor(int value) : value_(value) {}
    ~Descriptor() {
        if (value_ >= 0) {
            ::close(value_);
        }
    }
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;
    int get() const { return value_; }
    // Closes now, so that a delayed write error is seen. 0 or an errno.
    int close() {
        const int failed = ::close(value_) == 0 ? 0 : errno;
        value_ = -1;
        return failed;
    }

private:
    int value_;
};

int write_all(int descriptor, std::span<const std::byte> bytes) {
    while (!bytes.empty()) {
        const ssize_t written = ::write(descriptor, bytes.data(), bytes.size());
        if (written < 0 && errno != EINTR) {
            return errno;
        }
        if (written > 0) {
            bytes = bytes.subspan(static_cast<std::size_t>(written));
        }
    }
    return 0;
}

// Creates a file next to `path`, with the permissions of any new file, and stores its name in
// `name`.
int create_beside(const std::string& path, std::string& name) {
    constexpr int kMaxTries = 1000;  // files of killed processes with our number may still exist
    const std::string stem = path + "." + std::to_string(::getpid()) + ".";
    int descriptor = -1;
    for (int i = 0; descriptor < 0 && i < kMaxTries; ++i) {
        name = stem + std::to_string(i) + ".part";
        descriptor = ::open(name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (descriptor < 0 && errno != EEXIST) {
            break;
        }
    }
    return descriptor;
}

// The status of the file at the path; a link is followed. nullopt if there is none.
std::optional<struct stat> status_of(const std::string& path) {
    struct stat status{};
    return ::stat(path.c_str(), &status) == 0 ? std::optional(status) : std::nullopt;
}

// The path of the file that `path` leads to: `path` itself if it is no symbolic link. The file may
// be missing. Error: an errno, ELOOP after kMaxLinks links.
std::expected<std::string, int> without_links(std::string path) {
    constexpr int kMaxLinks = 40;
    std::vector<char> target(PATH_MAX);
    for (int i = 0; i < kMaxLinks; ++i) {
        const ssize_t length = ::readlink(path.c_str(), target.data(), target.size());
        if (length < 0) {
            return path;  // no link, or a missing file: opening it gives the reason
        }
        if (length == static_cast<ssize_t>(target.size())) {
            return std::unexpected(ENAMETOOLONG);
        }
        const std::string_view next(target.data(), static_cast<std::size_t>(length));
        const std::size_t folder = next.starts_with('/') ? 0 : path.rfind('/') + 1;
        path = path.substr(0, folder) + std::string(next);
    }
    return std::unexpected(ELOOP);
}

// Writes to a device or pipe directly: renaming a file over it would replace it.
Result<void> write_in_place(const std::string& path, std::span<const std::byte> bytes) {
    Descriptor file(::open(path.c_str(), O_WRONLY | O_CLOEXEC));
    int failed = file.get() < 0 ? errno : write_all(file.get(), bytes);
    if (file.get() >= 0) {
        const int close_failed = file.close();
        failed = failed == 0 ? close_failed : failed;
    }
    if (failed != 0) {
        return std::unexpected(io_error(path, "cannot write", failed));
    }
    return {};
}

}  // namespace

Result<std::vector<std::byte>> read_file(const std::string& path) {
    return read_file_head(path, std::numeric_limits<std::size_t>::max());
}

Result<std::vector<std::byte>> read_file_head(const std::string& path, std::size_t most) {
    Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
    if (file.get() < 0) {
        return std::unexpected(io_error(path, "cannot open", errno));
    }
    struct stat status{};
    if (::fstat(file.get(), &status) != 0) {
        return std::unexpected(io_error(path, "cannot read", errno));
    }
    if (S_ISDIR(status.st_mode)) {
        return std::unexpected(io_error(path, "cannot read", EISDIR));
    }
    // The size is only a hint: pipes have none, and a file may grow while it is read.
    std::vector<std::byte> bytes(std::min(static_cast<std::size_t>(status.st_size) + 1, most));
    std::size_t used = 0;
    while (used < most) {
        if (used == bytes.size()) {
            bytes.resize(std::min(bytes.size() * 2 + 65536, most));
        }
        const ssize_t got = ::read(file.get(), bytes.data() + used, bytes.size() - used);
        if (got < 0 && errno != EINTR) {
            return std::unexpected(io_error(path, "cannot read", errno));
        }
        if (got == 0) {
            break;
        }
        used += got > 0 ? static_cast<std::size_t>(got) : 0;
    }
    bytes.resize(used);
    return bytes;
}

FileBytes::FileBytes(FileBytes&& other) noexcept
    : read_(std::move(other.read_)), mapped_(std::exchange(other.mapped_, {})) {}

FileBytes& FileBytes::operator=(FileBytes&& other) noexcept {
    std::swap(read_, other.read_);
    std::swap(mapped_, other.mapped_);
    return *this;
}

#ifdef __wasi__  // it maps no files
FileBytes::~FileBytes() = default;

Result<FileBytes> FileBytes::map(const std::string& path) {
    return read_file(path);
}
#else
FileBytes::~FileBytes() {
    if (!mapped_.empty()) {
        ::munmap(const_cast<std::byte*>(mapped_.data()), mapped_.size());
    }
}

Result<FileBytes> FileBytes::map(const std::string& path) {
    // A pipe without a writer must not stop the call.
    const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
    if (file.get() < 0) {
        return std::unexpected(io_error(path, "cannot open", errno));
    }
    struct stat status{};
    if (::fstat(file.get(), &status) != 0) {
        return std::unexpected(io_error(path, "cannot map", errno));
    }
    if (!S_ISREG(status.st_mode)) {
        return std::unexpected(
            io_error(path, "cannot map", S_ISDIR(status.st_mode) ? EISDIR : ENODEV));
    }
    FileBytes bytes(std::vector<std::byte>{});
    const auto size = static_cast<std::size_t>(status.st_size);
    if (size != 0) {  // nothing cannot be mapped
        void* const begin = ::mmap(nullptr, size, PROT_READ, MAP_SHARED, file.get(), 0);
        if (begin == MAP_FAILED) {
            return std::unexpected(io_error(path, "cannot map", errno));
        }
        bytes.mapped_ = {static_cast<const std::byte*>(begin), size};
    }
    return bytes;
}
#endif

Result<void> write_file(const std::string& path, std::span<const std::byte> bytes) {
    if (const std::optional<struct stat> status = status_of(path)) {
        if (S_ISDIR(status->st_mode)) {
            return std::unexpected(io_error(path, "cannot write", EISDIR));
        }
        if (!S_ISREG(status->st_mode)) {
            return write_in_place(path, bytes);
        }
    }
    const std::expected<std::string, int> target = without_links(path);
    if (!target) {
        return std::unexpected(io_error(path, "cannot write", target.error()));
    }
    std::string temporary;
    Descriptor file(create_beside(*target, temporary));
    if (file.get() < 0) {
        return std::unexpected(io_error(path, "cannot write", errno));
    }
    int failed = write_all(file.get(), bytes);
    const int close_failed = file.close();
    failed = failed == 0 ? close_failed : failed;
    if (failed == 0 && ::rename(temporary.c_str(), target->c_str()) != 0) {
        failed = errno;
    }
    if (failed != 0) {
        ::unlink(temporary.c_str());
        return std::unexpected(io_error(path, "cannot write", failed));
    }
    return {};
}

bool is_file(const std::string& path) {
    const std::optional<struct stat> status = status_of(path);
    return status && !S_ISDIR(status->st_mode);
}

std::optional<std::uint64_t> file_size(const std::string& path) {
    const std::optional<struct stat> status = status_of(path);
    return status && S_ISREG(status->st_mode) ? std::optional<std::uint64_t>(status->st_size)
                                              : std::nullopt;
}

namespace {

enum class EntryKind : std::uint8_t { Folder, File, Other };

// What stands at the path. A link to a file is a file; a link to a folder is neither.
EntryKind entry_kind(const std::string& path) {
    struct stat own{};  // of the entry itself, even if it is a link
    if (::lstat(path.c_str(), &own) == 0 && S_ISDIR(own.st_mode)) {
        return EntryKind::Folder;
    }
    const auto status = status_of(path);
    return status && S_ISREG(status->st_mode) ? EntryKind::File : EntryKind::Other;
}

}  // namespace

FolderList list_files(const std::string& folder, const ListOptions& options) {
    struct Pending {
        std::string path;
        int depth;
    };
    FolderList list;
    std::vector<Pending> pending{{folder, 0}};
    std::size_t entries = 0;
    while (!pending.empty() && !list.is_incomplete) {
        const Pending at = std::move(pending.back());
        pending.pop_back();
        DIR* const open = ::opendir(at.path.c_str());
        if (open == nullptr) {
            if (at.depth == 0 || errno != EACCES) {
                list.problem = std::strerror(errno);
            }
            continue;
        }
        list.is_opened = true;
        while (const dirent* const entry = ::readdir(open)) {
            const std::string_view name = entry->d_name;
            if (name == "." || name == "..") {
                continue;
            }
            if (entries++ == options.max_entries) {
                list.is_incomplete = true;
                break;
            }
            std::string path = at.path + (at.path.ends_with('/') ? "" : "/") + std::string(name);
            const EntryKind kind = entry_kind(path);
            if (kind == EntryKind::File) {
                list.files.push_back(std::move(path));
            } else if (kind == EntryKind::Folder && at.depth < options.depth) {
                pending.push_back({std::move(path), at.depth + 1});
            }
        }
        ::closedir(open);
    }
    return list;
}

}  // namespace halfspace
