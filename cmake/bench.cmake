# bench/<name>.cpp: one program build/bench/<name> each; a file with Google benchmarks needs no main of its own.
# Not part of the default build: cmake --build build --target bench.

find_package(benchmark REQUIRED)
find_package(Boost REQUIRED)   # headers: peers

add_custom_target(bench)
file(GLOB benches CONFIGURE_DEPENDS bench/*.cpp)
foreach(source IN LISTS benches)
    cmake_path(GET source STEM name)
    add_executable(bench_${name} EXCLUDE_FROM_ALL ${source})
    set_target_properties(bench_${name} PROPERTIES
        OUTPUT_NAME ${name}
        RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/bench)
    target_link_libraries(bench_${name} PRIVATE
        polhode::polhode benchmark::benchmark_main benchmark::benchmark nlohmann_json::nlohmann_json fmt::fmt
        Boost::headers Threads::Threads polhode_internal polhode_optimisation polhode_warnings)
    add_dependencies(bench bench_${name})
endforeach()
