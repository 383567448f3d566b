# The headers of packages whose files for CMake are those of the machine that builds, and which refuse to serve another:
# the versions are read from the headers.

include(cmake/header_version.cmake)

# polhode_headers_of(TARGET FOLDER FILE): the folder that has the file, as an imported target.
function(polhode_headers_of target folder file)
    find_path(${folder} ${file} REQUIRED)
    add_library(${target} INTERFACE IMPORTED GLOBAL)
    target_include_directories(${target} INTERFACE ${${folder}})
endfunction()

polhode_headers_of(fmt::fmt-header-only POLHODE_FMT_FOLDER fmt/core.h)
polhode_header_version(number ${POLHODE_FMT_FOLDER}/fmt/core.h FMT_VERSION)
math(EXPR major "${number} / 10000")
math(EXPR minor "${number} / 100 % 100")
math(EXPR patch "${number} % 100")
set(fmt_VERSION ${major}.${minor}.${patch})
polhode_headers_of(tomlplusplus::tomlplusplus POLHODE_TOML_FOLDER toml++/toml.h)
polhode_header_version(tomlplusplus_VERSION ${POLHODE_TOML_FOLDER}/toml++/impl/version.h
    TOML_LIB_MAJOR TOML_LIB_MINOR TOML_LIB_PATCH)

# What the linker takes from Debian's packages for wasm32: they have no other place that tells their versions.
foreach(package IN ITEMS libc++-19-dev-wasm32=libcxx libclang-rt-19-dev-wasm32=compiler-rt wasi-libc=wasi-libc)
    string(REPLACE "=" ";" names ${package})
    list(POP_FRONT names debian)
    execute_process(COMMAND dpkg-query -W -f "\${Version}" ${debian}
        OUTPUT_VARIABLE version ERROR_QUIET RESULT_VARIABLE failed)
    if(failed)
        set(version unknown)
    endif()
    string(REGEX REPLACE "^[0-9]+:" "" version "${version}")
    set(${names}_VERSION "${version}")
endforeach()
