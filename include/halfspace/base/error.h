// SPDX-License-Identifier: MIT
// How all modules report bad input: as an Error in a Result. No module throws, prints or exits.
// What is odd and does not stop the work is a Diagnostic beside the value.
#pragma once

#include <cstdint>
#include <expected>
#include <string>

namespace halfspace {

enum class ErrorCode : std::uint8_t {
    Io,           // a file cannot be opened, read, written or renamed
    Syntax,       // a text does not follow its format
    Range,        // a number is outside of the range that Halfspace can handle
    Geometry,     // a shape is wrong: a brush without a volume, for example
    Damaged,      // a binary file contradicts itself
    Unsupported,  // this build does not read that format, version or dialect
    Limit,        // more, larger or deeper than a level or a reader takes
    Cancelled,    // the caller asked to stop
};

// A place in the input. file: the name that the caller gave, usually a path; empty if unknown.
// Lines and columns begin at 1; 0 means "unknown".
struct SourceLocation {
    std::string file;
    std::uint32_t line = 0;
    std::uint32_t column = 0;
};

struct Error {
    ErrorCode code = ErrorCode::Io;
    std::string message;  // what is wrong and what to do, without the place
    SourceLocation where;
};

template <class T>
using Result = std::expected<T, Error>;

enum class Severity : std::uint8_t { Note, Warning };

// A note or a warning. The work went on.
struct Diagnostic {
    Severity severity = Severity::Warning;
    std::string message;
    SourceLocation where;
};

// For example "keep.map:12:5: error: message". Unknown parts of the place are left out. A
// diagnostic has "warning" or "note" in place of "error".
std::string to_string(const Error& error);
std::string to_string(const Diagnostic& diagnostic);

}  // namespace halfspace
