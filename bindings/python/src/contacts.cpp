// SPDX-License-Identifier: MIT
// Contacts as records of numpy.
#include "asked.h"

#include <algorithm>
#include <cstddef>

namespace halfspace::python {

const py::dtype& contact_dtype() {
    return record_dtype<Contact>({{"hit", "?", offsetof(Contact, hit)},
                                  {"start_blocked", "?", offsetof(Contact, start_blocked)},
                                  {"fraction", "f8", offsetof(Contact, fraction)},
                                  {"point", "(3,)f8", offsetof(Contact, point)},
                                  {"end", "(3,)f8", offsetof(Contact, end)},
                                  {"normal", "(3,)f8", offsetof(Contact, normal)},
                                  {"contents", "u4", offsetof(Contact, contents)},
                                  {"model", "u4", offsetof(Contact, model)},
                                  {"obstacle", "u4", offsetof(Contact, obstacle)},
                                  {"mesh", "u4", offsetof(Contact, mesh)},
                                  {"triangle", "u4", offsetof(Contact, triangle)},
                                  {"plane", "u4", offsetof(Contact, plane)},
                                  {"node", "u4", offsetof(Contact, node)}});
}

void clear_padding(std::span<Contact> contacts, const Executor& run) {
    constexpr std::size_t kFlags =
        offsetof(Contact, start_blocked) + sizeof(Contact::start_blocked);
    constexpr std::size_t kLast = offsetof(Contact, node) + sizeof(Contact::node);
    static_assert(kFlags == 2 && offsetof(Contact, fraction) == 8 && kLast == 116 &&
                  sizeof(Contact) == 120);
    in_tasks(run, 0, contacts.size(), 4096, [&](std::size_t i) {
        auto* const bytes = reinterpret_cast<std::byte*>(&contacts[i]);
        std::fill(bytes + kFlags, bytes + offsetof(Contact, fraction), std::byte{0});
        std::fill(bytes + kLast, bytes + sizeof(Contact), std::byte{0});
    });
}

}  // namespace halfspace::python
