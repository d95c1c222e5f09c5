// SPDX-License-Identifier: MIT
// How every module reports bad input: a value of type Error in a Result, never an exception, a
// print or an exit. Survivable oddities travel beside the value as Diagnostics.
#pragma once

#include <cstdint>
#include <expected>
#include <string>

namespace halfspace {

enum class ErrorCode : std::uint8_t {
    Io,           // a file cannot be opened, read, written or renamed
    Syntax,       // text that does not follow its format
    Range,        // a number outside the range that can be handled
    Geometry,     // a brush that is empty, unbounded or otherwise no solid
    Damaged,      // a binary file that contradicts itself
    Unsupported,  // a version or dialect that this build does not read
    Limit,        // more or deeper than a level can hold
    Cancelled,    // the caller asked to stop
};

// Where in the input something was found. A line or column of 0 means that it has none.
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

// Something odd that did not stop the work.
struct Diagnostic {
    Severity severity = Severity::Warning;
    std::string message;
    SourceLocation where;
};

// "file:line:column: error: message"; the parts of the place that are absent are left out.
std::string to_string(const Error& error);
std::string to_string(const Diagnostic& diagnostic);

}  // namespace halfspace
