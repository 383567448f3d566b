# polhode_workbench: TOML in, files and pages out, studies of papers. A static library of the program, the tests and the
# benchmarks; never installed.

find_package(nlohmann_json 3.11 REQUIRED)
find_package(tomlplusplus 3.3 REQUIRED)
include(cmake/assets.cmake)   # sets polhode_assets_source

file(GLOB_RECURSE workbench_sources CONFIGURE_DEPENDS
    src/toml/*.cpp src/io/*.cpp src/chart/*.cpp src/report/*.cpp src/formats/*.cpp src/reproduce/*.cpp studies/*.cpp)
if(POLHODE_ONLY)
    list(FILTER workbench_sources INCLUDE REGEX "${POLHODE_ONLY}")
endif()
add_library(polhode_workbench STATIC ${workbench_sources} ${polhode_assets_source})
set_target_properties(polhode_workbench PROPERTIES
    POSITION_INDEPENDENT_CODE ON CXX_VISIBILITY_PRESET hidden VISIBILITY_INLINES_HIDDEN ON)
# Studies of one paper name their steps and errors alike, and formats what they do: files of their own (POLHODE_UNITY).
set(alike ${workbench_sources})
list(FILTER alike INCLUDE REGEX "/(studies|src/formats)/")
set_source_files_properties(${alike} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
# studies/**.hpp, and polhode/assets.hpp of the build tree.
target_include_directories(polhode_workbench PUBLIC ${PROJECT_SOURCE_DIR}/studies ${generated}/private)
# toml++'s target brings TOML_HEADER_ONLY=0 and the compiled library.
target_link_libraries(polhode_workbench
    PUBLIC polhode::polhode polhode_internal nlohmann_json::nlohmann_json polhode_fmt
    PRIVATE tomlplusplus::tomlplusplus polhode_hardening polhode_text_optimisation polhode_warnings)
target_precompile_headers(polhode_workbench PRIVATE ${precompiled_headers} <nlohmann/json.hpp>)
