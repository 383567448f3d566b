# The web files of the HTML reports and the data of the studies, embedded into the library so that the program is one file.
#
# To add one: put it into assets/ and read it with polhode::asset("its-name.css"), from <polhode/assets.hpp>.
# To embed a file of a Debian package, add a find_file and a "name=path" entry like Chart.js below, and the
# package to scripts/setup. Third-party code is never copied into the repository.

find_file(POLHODE_CHART_JS NAMES chart.min.js chart.umd.js chart.umd.min.js
    PATHS /usr/share/javascript PATH_SUFFIXES chart.js
    DOC "Minified UMD build of Chart.js (Debian: libjs-chart.js)")
if(NOT POLHODE_CHART_JS)
    message(FATAL_ERROR "Chart.js was not found: install the Debian package libjs-chart.js, "
                        "or set POLHODE_CHART_JS to a minified UMD build of Chart.js 3 or later.")
endif()

file(GLOB asset_files LIST_DIRECTORIES false CONFIGURE_DEPENDS assets/*)
set(asset_entries chart.js=${POLHODE_CHART_JS})
foreach(file IN LISTS asset_files)
    cmake_path(GET file FILENAME name)
    list(APPEND asset_entries ${name}=${file})
endforeach()

# The papers' printed numbers, read as polhode::asset("buss2001/published.csv").
file(GLOB published_files CONFIGURE_DEPENDS studies/*/published.csv)
foreach(file IN LISTS published_files)
    cmake_path(RELATIVE_PATH file BASE_DIRECTORY ${PROJECT_SOURCE_DIR}/studies OUTPUT_VARIABLE name)
    list(APPEND asset_entries ${name}=${file})
endforeach()

configure_file(cmake/assets.hpp.in ${generated}/private/polhode/assets.hpp COPYONLY)

set(polhode_assets_source ${generated}/assets.cpp)
add_custom_command(
    OUTPUT ${polhode_assets_source}
    COMMAND ${CMAKE_COMMAND} "-DOUTPUT=${polhode_assets_source}" "-DASSETS=${asset_entries}"
            -P ${PROJECT_SOURCE_DIR}/cmake/embed.cmake
    DEPENDS ${asset_files} ${published_files} ${POLHODE_CHART_JS} ${PROJECT_SOURCE_DIR}/cmake/embed.cmake
    COMMENT "Embedding assets"
    VERBATIM)
