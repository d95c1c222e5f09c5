// SPDX-License-Identifier: MIT
#include "halfspace/base/error.h"

namespace halfspace {
namespace {

std::string place(const SourceLocation& where) {
    std::string text = where.file;
    if (where.line != 0) {
        text.append(":").append(std::to_string(where.line));
        if (where.column != 0) {
            text.append(":").append(std::to_string(where.column));
        }
    }
    if (!text.empty()) {
        text.append(": ");
    }
    return text;
}

}  // namespace

std::string to_string(const Error& error) {
    return place(error.where) + "error: " + error.message;
}

std::string to_string(const Diagnostic& diagnostic) {
    const char* label = diagnostic.severity == Severity::Warning ? "warning: " : "note: ";
    return place(diagnostic.where) + label + diagnostic.message;
}

}  // namespace halfspace
