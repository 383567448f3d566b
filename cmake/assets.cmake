# The web files of the HTML reports and the data of the studies, embedded into the library so that the program is one file.
#
# To add one: put it into assets/ and read it with polhode::asset("its-name.css"), from <polhode/assets.hpp>.
# To embed a file of a Debian package, add a find_file and a "name=path" entry to foreign_assets, like Chart.js below,
# its licence to licences/ and the package to scripts/setup. Third-party code is never copied into the repository.

find_file(POLHODE_CHART_JS NAMES chart.min.js chart.umd.js chart.umd.min.js
    PATHS /usr/share/javascript PATH_SUFFIXES chart.js
    DOC "Minified UMD build of Chart.js (Debian: libjs-chart.js)")
if(NOT POLHODE_CHART_JS)
    message(FATAL_ERROR "Chart.js was not found: install the Debian package libjs-chart.js, "
                        "or set POLHODE_CHART_JS to a minified UMD build of Chart.js 3.9 or later.")
endif()
# The version is known from the banner alone; that of the colours, which are compiled in, from the file that is not
# minified.
set(POLHODE_CHART_JS_LEAST 3.9)
file(READ ${POLHODE_CHART_JS} banner LIMIT 1000)
string(REGEX MATCH "Chart\\.js v([0-9.]+)" matched "${banner}")
set(chart.js_VERSION ${CMAKE_MATCH_1})
if(NOT chart.js_VERSION VERSION_GREATER_EQUAL POLHODE_CHART_JS_LEAST)
    message(FATAL_ERROR "${POLHODE_CHART_JS} is Chart.js '${chart.js_VERSION}', "
                        "expected ${POLHODE_CHART_JS_LEAST} or later.")
endif()
cmake_path(REPLACE_FILENAME POLHODE_CHART_JS chart.js OUTPUT_VARIABLE readable)
set(kurkle-color_VERSION "unknown")
if(EXISTS ${readable})
    file(STRINGS ${readable} banner REGEX "@kurkle/color v" LIMIT_COUNT 1)
    if(banner MATCHES "v([0-9.]+)")
        set(kurkle-color_VERSION ${CMAKE_MATCH_1})
    endif()
endif()

# The moving body of the pages; without it they have a still picture instead.
include(cmake/viewer.cmake)
set(viewer ${generated}/viewer.js)
if(no_viewer)
    message(STATUS "Reports without a moving body: ${no_viewer}")
    file(WRITE ${viewer} "")
else()
    polhode_bundle_viewer(page.ts ${viewer})
endif()

file(GLOB asset_files LIST_DIRECTORIES false CONFIGURE_DEPENDS assets/*)
set(asset_entries "")
foreach(file IN LISTS asset_files)
    cmake_path(GET file FILENAME name)
    list(APPEND asset_entries ${name}=${file})
endforeach()

# Each with its licence, which goes wherever it goes: polhode::asset("licences/chart.js.txt").
set(foreign_assets chart.js=${POLHODE_CHART_JS})
set(asset_licences "")
foreach(entry IN LISTS foreign_assets)
    string(REGEX REPLACE "=.*" "" name ${entry})
    set(licence ${PROJECT_SOURCE_DIR}/licences/${name}.txt)
    if(NOT EXISTS ${licence})
        message(FATAL_ERROR "The embedded file ${name} has no licence: put it into licences/${name}.txt.")
    endif()
    list(APPEND asset_licences ${licence})
    list(APPEND asset_entries ${entry} licences/${name}.txt=${licence})
endforeach()
list(APPEND asset_entries viewer.js=${viewer})
if(three_VERSION)
    list(APPEND asset_licences ${PROJECT_SOURCE_DIR}/licences/three.js.txt)
    list(APPEND asset_entries licences/three.js.txt=${PROJECT_SOURCE_DIR}/licences/three.js.txt)
endif()

# The papers' printed numbers and the places of their sentences, read as polhode::asset("buss2001/published.csv").
file(GLOB published_files CONFIGURE_DEPENDS studies/*/published.csv studies/*/sentences.tsv)
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
    DEPENDS ${asset_files} ${asset_licences} ${published_files} ${POLHODE_CHART_JS} ${viewer}
            ${PROJECT_SOURCE_DIR}/cmake/embed.cmake
    COMMENT "Embedding assets"
    VERBATIM)
