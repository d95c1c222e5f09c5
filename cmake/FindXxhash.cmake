# The hash functions of xxhash as a header: Xxhash::header. Nobody links a library for them.
include(HalfspaceFindHeader)
halfspace_find_header(Xxhash::header xxhash.h)
