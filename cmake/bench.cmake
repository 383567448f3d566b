# bench/<name>.cpp: one program build/bench/<name> each, with bench/<name>/*.cpp as its further sources; a file with Google
# benchmarks needs no main of its own. Not part of the default build: cmake --build build --target bench.

find_package(benchmark REQUIRED)
find_package(Boost REQUIRED)   # headers: peers

add_custom_target(bench)
file(GLOB benches CONFIGURE_DEPENDS bench/*.cpp)
foreach(source IN LISTS benches)
    cmake_path(GET source STEM name)
    file(GLOB parts CONFIGURE_DEPENDS bench/${name}/*.cpp)
    add_executable(bench_${name} EXCLUDE_FROM_ALL ${source} ${parts})
    set_target_properties(bench_${name} PROPERTIES
        OUTPUT_NAME ${name}
        RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/bench)
    target_link_libraries(bench_${name} PRIVATE
        polhode::polhode benchmark::benchmark_main benchmark::benchmark nlohmann_json::nlohmann_json fmt::fmt
        Boost::headers Threads::Threads polhode_internal polhode_optimisation polhode_warnings)
    add_dependencies(bench bench_${name})
endforeach()

# --- bench/peers: a package that is not found is left out, and the program says so -------------------------------------

find_package(PkgConfig QUIET)
find_package(SUNDIALS QUIET COMPONENTS cvode arkode nvecserial sunnonlinsolfixedpoint)
if(PkgConfig_FOUND)
    pkg_check_modules(peer_gsl QUIET IMPORTED_TARGET gsl)
    pkg_check_modules(peer_bullet QUIET IMPORTED_TARGET bullet-float64)
    pkg_check_modules(peer_ode QUIET IMPORTED_TARGET ode)
    pkg_check_modules(peer_lammps QUIET IMPORTED_TARGET liblammps)
endif()

# peer(NAME PACKAGE VERSION LIBRARY...): bench/peers/NAME.cpp, if all libraries are there. The version is that of Debian's
# PACKAGE where there is one.
find_program(DPKG_QUERY dpkg-query)
mark_as_advanced(DPKG_QUERY)
function(peer name package version)
    set(source bench/peers/${name}.cpp)
    foreach(library IN LISTS ARGN)
        if(NOT TARGET ${library})
            set_source_files_properties(${source} PROPERTIES HEADER_FILE_ONLY ON)   # not compiled
            set(peers_missing ${peers_missing} ${package} PARENT_SCOPE)
            return()
        endif()
    endforeach()
    if(DPKG_QUERY)
        execute_process(COMMAND ${DPKG_QUERY} -W -f \${Version} ${package}
                        OUTPUT_VARIABLE debian RESULT_VARIABLE failed ERROR_QUIET)
        if(NOT failed AND debian)
            set(version ${debian})
        endif()
    endif()
    set_source_files_properties(${source} PROPERTIES COMPILE_DEFINITIONS PEER_VERSION="${version}")
    target_link_libraries(bench_peers PRIVATE ${ARGN})
    set(peers_found ${peers_found} ${name}\(\) PARENT_SCOPE)
endfunction()

peer(boost_odeint libboost-dev "${Boost_VERSION}" Boost::headers)
peer(gsl libgsl-dev "${peer_gsl_VERSION}" PkgConfig::peer_gsl)
peer(sundials libsundials-dev "${SUNDIALS_VERSION}"
     SUNDIALS::cvode SUNDIALS::arkode SUNDIALS::nvecserial SUNDIALS::sunnonlinsolfixedpoint)
peer(bullet libbullet-dev "${peer_bullet_VERSION}" PkgConfig::peer_bullet)
peer(ode libode-dev "${peer_ode_VERSION}" PkgConfig::peer_ode)
peer(lammps liblammps-dev "${peer_lammps_VERSION}" PkgConfig::peer_lammps)

list(JOIN peers_found "," peers_found)
list(JOIN peers_missing " " peers_missing)
set_source_files_properties(bench/peers.cpp PROPERTIES
    COMPILE_DEFINITIONS "PEERS_FOUND=${peers_found};PEERS_MISSING=\"${peers_missing}\"")
# What a user of a header-only package does who is after speed. The peers' files share no types with ours
# (bench/peers/peer.hpp).
set(POLHODE_BENCH_ODEINT_OPTIONS "-march=native;-ffp-contract=fast" CACHE STRING
    "Compiler options for Boost.odeint in bench/peers, beyond those of our own code")
set_property(SOURCE bench/peers/boost_odeint.cpp PROPERTY COMPILE_OPTIONS ${POLHODE_BENCH_ODEINT_OPTIONS})
list(TRANSFORM POLHODE_BENCH_ODEINT_OPTIONS PREPEND " ")
list(JOIN POLHODE_BENCH_ODEINT_OPTIONS "" odeint_options)
set_property(SOURCE bench/peers/boost_odeint.cpp APPEND PROPERTY
    COMPILE_DEFINITIONS ODEINT_OPTIONS="${odeint_options}")
