/// For src/toml/tree.cpp, before anything else: toml++ has a function that reads files, and Debian's libc++ for wasm32
/// leaves out the streams of files, though it could have them. Nobody calls the function.
#pragma once

#include <version>
#undef _LIBCPP_HAS_NO_FILESYSTEM
#include <fstream>
