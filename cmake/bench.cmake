# bench/<name>.cpp: one program build/bench/<name> each, with the command line of bench/options.hpp. Not part of the
# default build: cmake --build build --target bench.

find_package(benchmark 1.7 REQUIRED)
find_package(Threads REQUIRED)
find_package(Boost 1.74 REQUIRED)   # headers: peers

add_custom_target(bench)
file(GLOB benches CONFIGURE_DEPENDS bench/*.cpp)
foreach(source IN LISTS benches)
    cmake_path(GET source STEM name)
    add_executable(bench_${name} EXCLUDE_FROM_ALL ${source})
    set_target_properties(bench_${name} PROPERTIES
        OUTPUT_NAME ${name}
        RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/bench)
    target_link_libraries(bench_${name} PRIVATE
        polhode_workbench benchmark::benchmark Boost::headers Threads::Threads
        polhode_optimisation polhode_warnings)
    add_dependencies(bench bench_${name})
endforeach()

# --- bench/peers/*.cpp: a package that is not found is left out, and the programs say so --------------------------------

find_package(PkgConfig QUIET)
find_package(SUNDIALS QUIET COMPONENTS cvode arkode nvecserial sunnonlinsolfixedpoint)
if(PkgConfig_FOUND)
    pkg_check_modules(peer_gsl QUIET IMPORTED_TARGET gsl)
    pkg_check_modules(peer_bullet QUIET IMPORTED_TARGET bullet-float64)
    pkg_check_modules(peer_ode QUIET IMPORTED_TARGET ode)
    pkg_check_modules(peer_lammps QUIET IMPORTED_TARGET liblammps)
endif()
set(peer_libraries_boost_odeint Boost::headers)
set(peer_libraries_gsl PkgConfig::peer_gsl)
set(peer_libraries_sundials
    SUNDIALS::cvode SUNDIALS::arkode SUNDIALS::nvecserial SUNDIALS::sunnonlinsolfixedpoint)
set(peer_libraries_bullet PkgConfig::peer_bullet)
set(peer_libraries_ode PkgConfig::peer_ode)
set(peer_libraries_lammps PkgConfig::peer_lammps)

# peer_version(NAME PACKAGE VERSION): that of Debian's PACKAGE where there is one.
find_program(DPKG_QUERY dpkg-query)
mark_as_advanced(DPKG_QUERY)
function(peer_version name package version)
    if(DPKG_QUERY)
        execute_process(COMMAND ${DPKG_QUERY} -W -f \${Version} ${package}
                        OUTPUT_VARIABLE debian RESULT_VARIABLE failed ERROR_QUIET)
        if(NOT failed AND debian)
            set(version ${debian})
        endif()
    endif()
    set_source_files_properties(bench/peers/${name}.cpp PROPERTIES COMPILE_DEFINITIONS PEER_VERSION="${version}")
endfunction()
peer_version(boost_odeint libboost-dev "${Boost_VERSION}")
peer_version(gsl libgsl-dev "${peer_gsl_VERSION}")
peer_version(sundials libsundials-dev "${SUNDIALS_VERSION}")
peer_version(bullet libbullet-dev "${peer_bullet_VERSION}")
peer_version(ode libode-dev "${peer_ode_VERSION}")
peer_version(lammps liblammps-dev "${peer_lammps_VERSION}")

# bench_peers_in(PROGRAM NAME...): those of which all libraries are there.
function(bench_peers_in program)
    set(target bench_${program})
    target_sources(${target} PRIVATE bench/peers/ours.cpp)
    set(found "")
    set(missing "")
    foreach(name IN LISTS ARGN)
        set(there TRUE)
        foreach(library IN LISTS peer_libraries_${name})
            if(NOT TARGET ${library})
                set(there FALSE)
            endif()
        endforeach()
        if(there)
            target_sources(${target} PRIVATE bench/peers/${name}.cpp)
            target_link_libraries(${target} PRIVATE ${peer_libraries_${name}})
            list(APPEND found ${name}\(\))
        else()
            list(APPEND missing ${name})
        endif()
    endforeach()
    list(JOIN found "," found)
    list(JOIN missing " " missing)
    set_source_files_properties(bench/${program}.cpp PROPERTIES
        COMPILE_DEFINITIONS "PEERS_FOUND=${found};PEERS_MISSING=\"${missing}\"")
endfunction()
# orders measures what the tests do, on their problems.
target_include_directories(bench_orders PRIVATE ${PROJECT_SOURCE_DIR}/tests)

bench_peers_in(peers boost_odeint gsl sundials bullet ode lammps)
bench_peers_in(ten_problems boost_odeint gsl sundials)
bench_peers_in(dear_torques boost_odeint gsl sundials)
bench_peers_in(engines bullet ode)

# What peers that are no C++ are run by, and with (scripts/setup bench).
set_property(SOURCE bench/ten_problems.cpp APPEND PROPERTY COMPILE_DEFINITIONS
    BENCH_PYTHON="${PROJECT_BINARY_DIR}/bench-python/bin/python"
    HEYOKA_ROWS="${PROJECT_SOURCE_DIR}/bench/peers/heyoka_rows.py")

# What a user of a header-only package does who is after speed. The peers' files share no types with ours
# (bench/peers/peer.hpp). In bench/ten_problems all have the same options.
set(POLHODE_BENCH_ODEINT_OPTIONS "-march=native;-ffp-contract=fast" CACHE STRING
    "Compiler options for Boost.odeint in bench/peers, beyond those of our own code")
set_property(TARGET bench_peers PROPERTY ODEINT_OPTIONS ${POLHODE_BENCH_ODEINT_OPTIONS})
set_property(SOURCE bench/peers/boost_odeint.cpp PROPERTY COMPILE_OPTIONS $<TARGET_PROPERTY:ODEINT_OPTIONS>)
set_property(SOURCE bench/peers/boost_odeint.cpp APPEND PROPERTY
    COMPILE_DEFINITIONS "ODEINT_OPTIONS=\"$<$<BOOL:$<TARGET_PROPERTY:ODEINT_OPTIONS>>: >$<JOIN:$<TARGET_PROPERTY:ODEINT_OPTIONS>, >\"")
