// SPDX-License-Identifier: MIT
// Messages of the library in the words of Python.
#pragma once

#include <string>

namespace halfspace::python {

// The message with arguments of Python in place of flags of the command line: nav=True for --nav.
std::string in_python(std::string message);

}  // namespace halfspace::python
