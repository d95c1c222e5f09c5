# The single-file libraries of stb, which distributions put into a folder of that name. Gives
# Stb::stb.
include(HalfspaceFindHeader)
halfspace_find_header(Stb::stb stb_image.h PATH_SUFFIXES stb)
