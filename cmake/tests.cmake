# Tests and examples.
#
# tests/<dir>/**/*_test.cpp   one executable <dir>_test; its cases are "<dir>/Suite.Case" in ctest, label <dir>
# tests/**/*.hpp              helpers, included relative to tests/ ("support/...")
# examples/<name>.cpp         one program, test "example_<name>": must exit 0
# tests/install               an installed polhode, and what is done with it
# tests/layers                the direction of every #include
# tests/supply                what comes from others, and what guards against it
# web/tests                   the WebAssembly module in node and Chromium
# tests/exchange/readers.py   files for other programs, read by these
# tests/browser               pages and the laboratory in Chromium

find_package(GTest 1.12 REQUIRED)
find_package(Threads REQUIRED)
find_package(Boost 1.74 REQUIRED)   # headers: elliptic functions and integrators as oracles
include(GoogleTest)

file(GLOB test_dirs LIST_DIRECTORIES true CONFIGURE_DEPENDS tests/*)
foreach(dir IN LISTS test_dirs)
    file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${dir}/*_test.cpp)
    if(NOT sources)
        continue()
    endif()
    cmake_path(GET dir FILENAME name)
    add_executable(${name}_test ${sources})
    set_target_properties(${name}_test PROPERTIES
        RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/tests)
    target_include_directories(${name}_test PRIVATE ${PROJECT_SOURCE_DIR}/tests)
    target_compile_definitions(${name}_test PRIVATE POLHODE_SOURCE_DIR="${PROJECT_SOURCE_DIR}")
    if(TARGET polhode-program)
        # A path only: ctest runs after the whole build, so a test of the headers need not wait for the program.
        target_compile_definitions(${name}_test PRIVATE POLHODE_PROGRAM="$<TARGET_FILE:polhode-program>")
    endif()
    target_link_libraries(${name}_test PRIVATE
        polhode_workbench GTest::gtest GTest::gtest_main Boost::headers Threads::Threads polhode_warnings)
    # Tests spend more time in the compiler than in running: what they test is the library, which has all its -O3.
    target_compile_options(${name}_test PRIVATE $<$<CONFIG:Release>:-O1>
        # with -O1 g++ 12 raises false alarms on sums of strings
        $<$<CXX_COMPILER_ID:GNU>:-Wno-array-bounds;-Wno-stringop-overflow>)
    if(tests_precompiled)
        target_precompile_headers(${name}_test REUSE_FROM ${tests_precompiled})
    else()
        target_precompile_headers(${name}_test PRIVATE ${precompiled_headers} <gtest/gtest.h>
            <polhode/catalogue.hpp> <polhode/simulate/simulate.hpp>)   # most tests include them
        set(tests_precompiled ${name}_test)
    endif()
    # PRE_TEST: ask the executable for its cases when ctest starts, not while other targets still compile.
    gtest_discover_tests(${name}_test
        TEST_PREFIX ${name}/
        PROPERTIES LABELS ${name}
        DISCOVERY_MODE PRE_TEST
        DISCOVERY_TIMEOUT 60)
endforeach()

# The files that the program writes are read back by the library they are made for.
if(TARGET PkgConfig::POLHODE_hdf5)
    target_link_libraries(ensemble_test PRIVATE PkgConfig::POLHODE_hdf5)
    target_compile_definitions(ensemble_test PRIVATE POLHODE_HDF5)
endif()

file(GLOB examples CONFIGURE_DEPENDS examples/*.cpp)
foreach(source IN LISTS examples)
    cmake_path(GET source STEM name)
    add_executable(example_${name} ${source})
    set_target_properties(example_${name} PROPERTIES
        OUTPUT_NAME ${name}
        RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/examples)
    target_link_libraries(example_${name} PRIVATE polhode::polhode polhode_warnings)
    add_test(NAME example_${name} COMMAND example_${name}
             WORKING_DIRECTORY ${PROJECT_BINARY_DIR}/examples)
    set_tests_properties(example_${name} PROPERTIES LABELS examples)
endforeach()

# tests/layers: no #include goes up against the layers, and <polhode/polhode.hpp> is complete.
foreach(check IN ITEMS check umbrella)
    add_test(NAME layers/${check} COMMAND ${CMAKE_COMMAND}
             -DROOT=${PROJECT_SOURCE_DIR} -P ${PROJECT_SOURCE_DIR}/tests/layers/${check}.cmake)
endforeach()
add_test(NAME layers/check_finds_mistakes COMMAND ${CMAKE_COMMAND}
         -DROOT=${PROJECT_SOURCE_DIR}/tests/layers/wrong -P ${PROJECT_SOURCE_DIR}/tests/layers/check.cmake)
set_tests_properties(layers/check_finds_mistakes PROPERTIES
    PASS_REGULAR_EXPRESSION "2 of the #includes go up.*so3/below.hpp.*simulate/reads_files.cpp.*simulate/catches.cpp")
set_tests_properties(layers/check layers/umbrella layers/check_finds_mistakes PROPERTIES LABELS layers)

# tests/install: polhode installed into the build tree, then used in each of the ways it is made for.
set(installed ${PROJECT_BINARY_DIR}/install-test)
add_test(NAME install/prefix COMMAND ${CMAKE_COMMAND}
    -DBUILD_DIR=${PROJECT_BINARY_DIR} -DBUILD_TYPE=$<CONFIG> -DINSTALLED=${installed}
    -P ${PROJECT_SOURCE_DIR}/tests/install/install.cmake)
set_tests_properties(install/prefix PROPERTIES FIXTURES_SETUP installed LABELS install)
function(install_test name)
    add_test(NAME install/${name} COMMAND ${ARGN})
    set_tests_properties(install/${name} PROPERTIES FIXTURES_REQUIRED installed LABELS install)
    if(POLHODE_SHARED)   # which is in no folder of the system
        set_tests_properties(install/${name} PROPERTIES
            ENVIRONMENT LD_LIBRARY_PATH=${installed}/prefix/${CMAKE_INSTALL_LIBDIR})
    endif()
endfunction()

# The external project gets our compiler and flags: a library with sanitizers cannot be linked without them.
install_test(find_package ${CMAKE_COMMAND}
    -DINSTALLED=${installed}
    -DSOURCE_DIR=${PROJECT_SOURCE_DIR}/tests/install
    "-DGENERATOR=${CMAKE_GENERATOR}"
    "-DCOMPILER=${CMAKE_CXX_COMPILER}"
    "-DLAUNCHER=${CCACHE_PROGRAM}"
    "-DFLAGS=${CMAKE_CXX_FLAGS}"
    "-DBUILD_TYPE=$<CONFIG>"
    "-DEXPECTED_VERSION=${PROJECT_VERSION}"
    -P ${PROJECT_SOURCE_DIR}/tests/install/find_package.cmake)
find_program(POLHODE_PKG_CONFIG pkg-config)
if(POLHODE_PKG_CONFIG)
    separate_arguments(flags UNIX_COMMAND "${CMAKE_CXX_FLAGS}")
    install_test(pkg_config ${PROJECT_SOURCE_DIR}/tests/install/pkg_config.sh ${installed}/prefix/${CMAKE_INSTALL_LIBDIR}
        ${PROJECT_VERSION} ${PROJECT_SOURCE_DIR}/tests/install/main.cpp ${CMAKE_CXX_COMPILER} ${flags})
endif()
add_test(NAME install/dist COMMAND ${PROJECT_SOURCE_DIR}/tests/install/dist.sh
         ${PROJECT_VERSION} ${CMAKE_GENERATOR} ${CMAKE_CXX_COMPILER})
set_tests_properties(install/dist PROPERTIES LABELS install SKIP_RETURN_CODE 77)
# The packages hold the same whatever compiled it.
if(DEFINED CPACK_GENERATOR AND CMAKE_BUILD_TYPE STREQUAL Release AND CMAKE_CXX_COMPILER_ID STREQUAL GNU AND NOT CMAKE_CXX_FLAGS MATCHES sanitize)
    add_test(NAME install/deb COMMAND ${PROJECT_SOURCE_DIR}/tests/install/deb.sh
             ${PROJECT_BINARY_DIR} ${PROJECT_VERSION} ${CMAKE_CXX_COMPILER})
    set_tests_properties(install/deb PROPERTIES LABELS install SKIP_RETURN_CODE 77)
endif()
if(POLHODE_SHARED)
    add_test(NAME install/shared COMMAND ${PROJECT_SOURCE_DIR}/tests/install/shared.sh
             $<TARGET_FILE:polhode> ${polhode_soversion})
    set_tests_properties(install/shared PROPERTIES LABELS install)
endif()
if(TARGET polhode-manual)
    install_test(manual ${PROJECT_SOURCE_DIR}/tests/install/manual.sh ${installed}/prefix)
    install_test(completions ${PROJECT_SOURCE_DIR}/tests/install/completions.sh ${installed}/prefix)
endif()

# The program killed, stopped and let down by the system while it writes; 'make faults' and 'make soak' do more of it. A
# sanitizer does not survive a system that gives no memory.
if(TARGET polhode-program)
    set(failing_calls 0)
    set(restarts 0)
    if(CMAKE_BUILD_TYPE STREQUAL Release)
        set(failing_calls 25)
        set(restarts 8)
    endif()
    add_test(NAME program/random_faults COMMAND ${PROJECT_SOURCE_DIR}/scripts/faults $<TARGET_FILE:polhode-program>
             --kills 25 --faults ${failing_calls} --signals 5 --restarts ${restarts} --files ${failing_calls} --jobs 2)
    set_tests_properties(program/random_faults PROPERTIES LABELS program)
endif()

# tests/supply: what the program is made of and how, what is installed with it, and what scripts/setup does as root.
set(not_found "")
foreach(module IN ITEMS mpi hdf5)
    if(NOT TARGET polhode-${module})
        list(APPEND not_found ${module})
    endif()
endforeach()
if(no_viewer)
    list(APPEND not_found three)
endif()
if(TARGET polhode-program)
    add_test(NAME supply/sbom COMMAND ${CMAKE_COMMAND}
        -DROOT=${PROJECT_SOURCE_DIR} -DSBOM=${sbom} -DVERSION=${PROJECT_VERSION} -DEMBEDDED=${polhode_assets_source}
        -DDOCS=${installed}/prefix/${CMAKE_INSTALL_DOCDIR} "-DNOT_FOUND=${not_found}"
        -P ${PROJECT_SOURCE_DIR}/tests/supply/sbom.cmake)
    set_tests_properties(supply/sbom PROPERTIES FIXTURES_REQUIRED installed LABELS supply)
endif()
add_test(NAME supply/versions COMMAND ${CMAKE_COMMAND}
    -DROOT=${PROJECT_SOURCE_DIR} -P ${PROJECT_SOURCE_DIR}/tests/supply/versions.cmake)
add_test(NAME supply/setup COMMAND ${PROJECT_SOURCE_DIR}/tests/supply/setup.sh ${PROJECT_SOURCE_DIR}/scripts/setup)
set_tests_properties(supply/versions supply/setup PROPERTIES LABELS supply)
find_program(POLHODE_READELF readelf)
if(POLHODE_HARDENING AND POLHODE_READELF AND TARGET polhode-program)
    set(fortified 0)
    if(CMAKE_BUILD_TYPE STREQUAL Release AND NOT CMAKE_CXX_FLAGS MATCHES "-fsanitize")
        set(fortified 1)
    endif()
    set(hardened $<TARGET_FILE:polhode-program>)
    set(hardened_installed ${installed}/prefix/${CMAKE_INSTALL_BINDIR}/polhode)
    foreach(module IN ITEMS mpi hdf5)
        if(TARGET polhode-${module})
            list(APPEND hardened $<TARGET_FILE:polhode-${module}>)
            list(APPEND hardened_installed ${installed}/prefix/${module_folder}/polhode-${module}.so)
        endif()
    endforeach()
    if(NOT POLHODE_SHARED)   # whose program finds the library in the build folder by a run path
        add_test(NAME supply/hardening COMMAND ${PROJECT_SOURCE_DIR}/tests/supply/hardening.sh ${fortified} ${hardened})
        set_tests_properties(supply/hardening PROPERTIES LABELS supply)
    endif()
    add_test(NAME supply/hardening_installed
             COMMAND ${PROJECT_SOURCE_DIR}/tests/supply/hardening.sh ${fortified} ${hardened_installed})
    set_tests_properties(supply/hardening_installed PROPERTIES FIXTURES_REQUIRED installed LABELS supply)
endif()

# Pages in a real browser; skipped, with a line, where there is none or npm cannot install what drives it. One build is
# enough: the pages are the same.
if(TARGET polhode-program AND CMAKE_BUILD_TYPE STREQUAL Release AND CMAKE_CXX_COMPILER_ID STREQUAL GNU AND NOT no_viewer)
    add_test(NAME report/browser
             COMMAND ${PROJECT_SOURCE_DIR}/scripts/browser-tests $<TARGET_FILE:polhode-program> ${PROJECT_BINARY_DIR}/browser)
    set_tests_properties(report/browser PROPERTIES LABELS report SKIP_RETURN_CODE 77 TIMEOUT 3600 COST 500)
endif()
find_program(POLHODE_TSC tsc)
if(POLHODE_TSC)
    foreach(folder IN ITEMS viewer lab)
        add_test(NAME web/types_${folder} COMMAND ${POLHODE_TSC} -p ${PROJECT_SOURCE_DIR}/web/${folder})
        set_tests_properties(web/types_${folder} PROPERTIES LABELS web)
    endforeach()
else()
    message(STATUS "Not tested: the types of viewer and laboratory (no tsc; Debian: node-typescript)")
endif()

# The coefficients of the multistep formulas are what their script designs, where there is mpmath to design them with.
foreach(python IN ITEMS python3 /usr/bin/python3)
    execute_process(COMMAND ${python} -c "import mpmath" RESULT_VARIABLE missing OUTPUT_QUIET ERROR_QUIET)
    if(NOT missing)
        add_test(NAME method/multistep_design COMMAND ${python} ${PROJECT_SOURCE_DIR}/scripts/design-multistep
                 --check ${PROJECT_SOURCE_DIR}/include/polhode/method/multistep_tables.hpp)
        set_tests_properties(method/multistep_design PROPERTIES LABELS method)
        break()
    endif()
endforeach()
if(missing)
    message(STATUS "Not tested: the design of the multistep formulas (no mpmath for Python)")
endif()

# Functions compiled for AVX must not be merged with those for every machine. A build without optimisation calls
# functions of the standard library that are inlined otherwise: it is for the machine it was made on.
find_program(POLHODE_NM nm)
foreach(target IN ITEMS avx2 avx512)
    if(TARGET polhode_lanes_${target} AND POLHODE_NM AND CMAKE_BUILD_TYPE STREQUAL Release)
        add_test(NAME ensemble/tagged_symbols_${target}
                 COMMAND ${PROJECT_SOURCE_DIR}/tests/ensemble/tagged_symbols.sh ${target}
                         $<TARGET_OBJECTS:polhode_lanes_${target}>
                 COMMAND_EXPAND_LISTS)
        set_tests_properties(ensemble/tagged_symbols_${target} PROPERTIES LABELS ensemble)
    endif()
endforeach()

# The Python package with this library, in an environment of its own; skipped, with a line, where that cannot be made.
# No interpreter loads a module with sanitizers, and one build of the module is enough.
option(POLHODE_TEST_PYTHON "Test the Python package too, which needs packages from PyPI" ON)
if(NOT POLHODE_TEST_PYTHON)
    message(STATUS "Not tested: the Python package (POLHODE_TEST_PYTHON is off)")
elseif(NOT CMAKE_BUILD_TYPE STREQUAL Release OR NOT CMAKE_CXX_COMPILER_ID STREQUAL GNU
       OR CMAKE_CXX_FLAGS MATCHES sanitize OR POLHODE_ONLY OR POLHODE_SHARED)
    message(STATUS "Not tested: the Python package (only in a static release build of g++, without sanitizers)")
else()
    add_test(NAME python/package
             COMMAND ${PROJECT_SOURCE_DIR}/scripts/python-tests $<TARGET_FILE:polhode> ${PROJECT_BINARY_DIR}/python)
    # the longest by far, hence begun first
    set_tests_properties(python/package PROPERTIES LABELS python SKIP_RETURN_CODE 77 TIMEOUT 3600 COST 1000
        ENVIRONMENT "CXX=${CMAKE_CXX_COMPILER}")
    if(TEST install/deb)
        set_property(TEST install/deb APPEND PROPERTY DEPENDS python/package)   # whose wheel is packed
    endif()
endif()

# What other programs read of ours, and ours of theirs; skipped, with a line, where there is no Java or no PyPI.
if(POLHODE_TEST_PYTHON AND TARGET polhode-program AND CMAKE_BUILD_TYPE STREQUAL Release
   AND CMAKE_CXX_COMPILER_ID STREQUAL GNU AND NOT CMAKE_CXX_FLAGS MATCHES sanitize AND NOT POLHODE_SHARED)
    add_test(NAME exchange/readers
             COMMAND ${PROJECT_SOURCE_DIR}/scripts/exchange-tests $<TARGET_FILE:polhode-program> ${PROJECT_BINARY_DIR}/exchange)
    set_tests_properties(exchange/readers PROPERTIES LABELS exchange SKIP_RETURN_CODE 77 TIMEOUT 1800)
    add_test(NAME exchange/formats
             COMMAND ${PROJECT_SOURCE_DIR}/scripts/format-tests $<TARGET_FILE:polhode-program>
                     ${PROJECT_BINARY_DIR}/formats)
    set_tests_properties(exchange/formats PROPERTIES LABELS exchange SKIP_RETURN_CODE 77 TIMEOUT 900)
endif()

# The WebAssembly module, built by clang whatever this build is made by, in node and in Chromium; skipped, with a line,
# where it cannot be built or there is no node. One build of it is enough.
option(POLHODE_TEST_WEB "Test the WebAssembly module too, which takes minutes to build" ON)
if(NOT POLHODE_TEST_WEB)
    message(STATUS "Not tested: the WebAssembly module (POLHODE_TEST_WEB is off)")
elseif(NOT CMAKE_BUILD_TYPE STREQUAL Release OR NOT CMAKE_CXX_COMPILER_ID STREQUAL GNU
       OR CMAKE_CXX_FLAGS MATCHES sanitize OR POLHODE_ONLY OR NOT TARGET polhode-program)
    message(STATUS "Not tested: the WebAssembly module (only in a release build of g++, without sanitizers)")
else()
    add_test(NAME web/package
             COMMAND ${PROJECT_SOURCE_DIR}/scripts/web-tests ${PROJECT_SOURCE_DIR}/build-wasm $<TARGET_FILE:polhode-program>)
    set_tests_properties(web/package PROPERTIES LABELS web SKIP_RETURN_CODE 77 TIMEOUT 3600 COST 900)
    # The laboratory is made with the module.
    add_test(NAME web/lab COMMAND ${PROJECT_SOURCE_DIR}/scripts/lab-tests ${PROJECT_SOURCE_DIR}/build-wasm/lab/index.html
             $<TARGET_FILE:polhode-program> ${PROJECT_BINARY_DIR}/lab)
    set_tests_properties(web/lab PROPERTIES LABELS web SKIP_RETURN_CODE 77 TIMEOUT 3600 DEPENDS web/package)
endif()
