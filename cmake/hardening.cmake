# What makes a mistake in memory harder to use, where bytes of others are read: the program, its modules, the workbench
# (TOML, CSV, NPY, JSON, caches) and the parsers of the library. The kernels read no such bytes, and a canary in their
# inner functions or a probe of their stack would cost time: their command lines are the same with and without.
#
# Without -fcf-protection: it has an effect only if every object of a program has it, and those of Debian 12's C library
# have it not.

option(POLHODE_HARDENING "Harden the program, the workbench and the parsers" ON)

include(CheckCXXCompilerFlag)
include(CheckLinkerFlag)

set(hardening_options "")
set(hardening_link_options "")
if(POLHODE_HARDENING)
    foreach(flag IN ITEMS stack-protector-strong stack-clash-protection)
        string(MAKE_C_IDENTIFIER POLHODE_HAS_${flag} known)
        check_cxx_compiler_flag(-f${flag} ${known})
        if(${known})
            list(APPEND hardening_options -f${flag})
        endif()
    endforeach()
    foreach(flag IN ITEMS relro now noexecstack)
        check_linker_flag(CXX LINKER:-z,${flag} POLHODE_LINKS_${flag})
        if(POLHODE_LINKS_${flag})
            list(APPEND hardening_link_options LINKER:-z,${flag})
        endif()
    endforeach()
    include(CheckPIESupported)
    check_pie_supported(LANGUAGES CXX)
endif()

# For whole targets. The definition is that of the C library's own checks, which need optimisation, and which the
# sanitizers make better.
add_library(polhode_hardening INTERFACE)
target_compile_options(polhode_hardening INTERFACE ${hardening_options})
if(POLHODE_HARDENING AND NOT CMAKE_CXX_FLAGS MATCHES "-fsanitize")
    target_compile_options(polhode_hardening INTERFACE
        $<$<CONFIG:Release,RelWithDebInfo,MinSizeRel>:-U_FORTIFY_SOURCE;-D_FORTIFY_SOURCE=3>)
endif()

# polhode_harden(TARGET): a program or a module that is loaded.
function(polhode_harden target)
    target_link_libraries(${target} PRIVATE polhode_hardening)
    target_link_options(${target} PRIVATE ${hardening_link_options})
    if(POLHODE_HARDENING)
        set_target_properties(${target} PROPERTIES POSITION_INDEPENDENT_CODE ON)
    endif()
endfunction()

# polhode_harden_parsers(SOURCE...): those of the library's sources that read text of others.
function(polhode_harden_parsers)
    set(parsers ${ARGN})
    list(FILTER parsers INCLUDE REGEX "/src/(scenario|text)/|/src/formula/(lexer|names|parser).cpp")
    list(FILTER parsers EXCLUDE REGEX "/fmt_functions.cpp")
    set_property(SOURCE ${parsers} APPEND PROPERTY COMPILE_OPTIONS ${hardening_options})
    if(CMAKE_CXX_COMPILER_ID MATCHES Clang AND POLHODE_HARDENING)
        # which wants the header to have been compiled with the same stack protector
        set_property(SOURCE ${parsers} PROPERTY SKIP_PRECOMPILE_HEADERS ON)
    endif()
endfunction()
