# The web files of the HTML reports and the data of the studies, embedded into the library so that the program is one file.
#
# To add one: put it into assets/ and read it with polhode::asset("its-name.css"), from <polhode/assets.hpp>.
# To embed a file of a Debian package, add a find_file and a "name=path" entry to foreign_assets, like Chart.js below,
# its licence to licences/ and the package to scripts/setup. Third-party code is never copied into the repository.

include(cmake/web_files.cmake)
if(no_charts)
    message(FATAL_ERROR "${no_charts}.")
endif()

# The moving body of the pages; without it they have a still picture instead.
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
