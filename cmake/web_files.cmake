# The scripts of others that pages have inside: for the reports of the program (cmake/assets.cmake) and for the laboratory
# (web/lab/CMakeLists.txt). no_charts and no_viewer say what is missing, in words; "" if all is there.

find_file(POLHODE_CHART_JS NAMES chart.min.js chart.umd.js chart.umd.min.js
    PATHS /usr/share/javascript PATH_SUFFIXES chart.js
    DOC "Minified UMD build of Chart.js (Debian: libjs-chart.js)")
set(POLHODE_CHART_JS_LEAST 3.9)
set(no_charts "")
if(NOT POLHODE_CHART_JS)
    set(no_charts "Chart.js was not found: install the Debian package libjs-chart.js, or set POLHODE_CHART_JS to a minified \
UMD build of Chart.js ${POLHODE_CHART_JS_LEAST} or later")
else()
    # The version is known from the banner alone; that of the colours, which are compiled in, from the file that is not
    # minified.
    file(READ ${POLHODE_CHART_JS} banner LIMIT 1000)
    string(REGEX MATCH "Chart\\.js v([0-9.]+)" matched "${banner}")
    set(chart.js_VERSION ${CMAKE_MATCH_1})
    if(NOT chart.js_VERSION VERSION_GREATER_EQUAL POLHODE_CHART_JS_LEAST)
        set(no_charts "${POLHODE_CHART_JS} is Chart.js '${chart.js_VERSION}', expected ${POLHODE_CHART_JS_LEAST} or later")
    endif()
    cmake_path(REPLACE_FILENAME POLHODE_CHART_JS chart.js OUTPUT_VARIABLE readable)
    set(kurkle-color_VERSION "unknown")
    if(EXISTS ${readable})
        file(STRINGS ${readable} banner REGEX "@kurkle/color v" LIMIT_COUNT 1)
        if(banner MATCHES "v([0-9.]+)")
            set(kurkle-color_VERSION ${CMAKE_MATCH_1})
        endif()
    endif()
endif()

include(cmake/viewer.cmake)
