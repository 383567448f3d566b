# The moving body of pages and notebooks: web/viewer/, and three.js, bundled into one script. `no_viewer` says why where
# there is no three.js of these revisions (the viewer speaks their interface), or nothing to bundle it with.

set(POLHODE_THREE_LEAST 0.111)
set(POLHODE_ESBUILD_LEAST 0.17)
find_file(POLHODE_THREE_JS NAMES three.module.js PATHS /usr/share/javascript PATH_SUFFIXES three three/build
    DOC "Module build of three.js (Debian: libjs-three)")
find_program(POLHODE_ESBUILD esbuild DOC "Bundler of the viewer (Debian: esbuild)")
file(GLOB viewer_files LIST_DIRECTORIES false CONFIGURE_DEPENDS web/viewer/*.ts)
set(no_viewer "")
set(three_VERSION "")
if(NOT POLHODE_THREE_JS)
    set(no_viewer "three.js was not found (Debian: libjs-three)")
elseif(NOT POLHODE_ESBUILD)
    set(no_viewer "esbuild was not found (Debian: esbuild)")
else()
    file(STRINGS ${POLHODE_THREE_JS} revision REGEX "REVISION = '[0-9]+'" LIMIT_COUNT 1)
    string(REGEX MATCH "[0-9]+" revision "${revision}")
    set(three_VERSION 0.${revision}.0)
    execute_process(COMMAND ${POLHODE_ESBUILD} --version OUTPUT_VARIABLE esbuild_VERSION ERROR_QUIET
                    OUTPUT_STRIP_TRAILING_WHITESPACE)
    if(three_VERSION VERSION_LESS POLHODE_THREE_LEAST OR three_VERSION VERSION_GREATER_EQUAL 0.144)
        set(no_viewer "${POLHODE_THREE_JS} has revision '${revision}', expected 111 to 143")
    elseif(esbuild_VERSION VERSION_LESS POLHODE_ESBUILD_LEAST)
        set(no_viewer "${POLHODE_ESBUILD} has version '${esbuild_VERSION}', expected ${POLHODE_ESBUILD_LEAST} or later")
    endif()
endif()
if(no_viewer)
    set(three_VERSION "")
endif()

# polhode_bundle_viewer(ENTRY OUTPUT OPTION...): a script from a file of web/viewer/. What three.js could load from
# elsewhere with is left out: no page may ask the network for anything.
function(polhode_bundle_viewer entry output)
    add_custom_command(OUTPUT ${output}
        COMMAND ${POLHODE_ESBUILD} ${PROJECT_SOURCE_DIR}/web/viewer/${entry} --bundle --minify --format=iife
                --target=es2020 --log-level=warning --alias:three=${POLHODE_THREE_JS} --define:XMLHttpRequest=undefined
                --define:fetch=undefined --legal-comments=none ${ARGN} --outfile=${output}
        DEPENDS ${viewer_files} ${POLHODE_THREE_JS}
        COMMENT "Bundling the viewer"
        VERBATIM)
endfunction()
