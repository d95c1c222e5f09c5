// SPDX-License-Identifier: MIT
// Classes of options: structs of C++ whose fields are attributes, and arguments of the constructor.
// And numbers with names.
#pragma once

#include "arrays.h"

#include <array>
#include <cstddef>
#include <span>
#include <string>
#include <utility>

namespace halfspace::python {

template <class Options>
struct NumberField {
    const char* name;
    double Options::* member;
    const char* text;  // what help() says
};

template <class Options>
void add_numbers(py::class_<Options>& type, std::span<const NumberField<Options>> fields) {
    for (const auto& [name, member, text] : fields) {
        type.def_readwrite(name, member, text);
    }
}

// "MoverOptions(speed=400.0)": the attributes that differ from those of new options.
inline std::string differences_repr(const char* name, py::handle options, py::handle defaults) {
    const auto property = py::module_::import("builtins").attr("property");
    std::string text;
    for (const auto& [key, member] :
         py::dict(options.get_type().attr("__dict__").attr("items")())) {
        if (!py::isinstance(member, property)) {
            continue;
        }
        const py::object value = options.attr(key);
        if (!value.equal(defaults.attr(key))) {
            text += (text.empty() ? "" : ", ") + key.cast<std::string>() + "=" +
                    py::repr(value).cast<std::string>();
        }
    }
    return name + ("(" + text) + ")";
}

// The constructor takes each attribute by its name, and repr tells those that are not the default.
// check(options) raises ValueError for a number out of its range.
template <class Options, class Check>
void add_constructor(py::class_<Options>& type, const char* name, const Check& check) {
    type.def(py::init([name, check](const py::kwargs& given) {
        const auto made = py::cast(Options());
        for (const auto& [key, value] : given) {
            if (!py::hasattr(made, key)) {
                throw py::type_error(std::string(name) + " has no " +
                                     key.template cast<std::string>());
            }
            py::setattr(made, key, value);
        }
        check(made.template cast<Options&>());
        return made.template cast<Options>();
    }));
    type.def("__repr__", [name](py::handle options) {
        return differences_repr(name, options, py::cast(Options()));
    });
}

// An IntEnum whose members are 0, 1, ... doc: what help() says.
template <std::size_t Count>
py::object int_enum(const char* name,
                    const std::array<const char*, Count>& members,
                    const char* doc) {
    py::dict numbers;
    for (std::size_t i = 0; i < Count; ++i) {
        numbers[members[i]] = i;
    }
    py::object made =
        py::module_::import("enum").attr("IntEnum")(name, numbers, py::arg("module") = "halfspace");
    made.attr("__doc__") = doc;
    return made;
}

}  // namespace halfspace::python
