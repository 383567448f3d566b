# cmake -DROOT=<source tree> -P check.cmake
#
# Reads every #include of include/, src/, studies/ and apps/ and fails if one goes up against the layers. A file belongs to
# the layer of its folder, include/polhode/so3/ as well as src/so3/. Fails too if the library catches an exception.

cmake_minimum_required(VERSION 3.25)

# Each layer may include those before it. `base` is what belongs to no subject: errors, versions, texts, threads.
set(library
    base exchange scalar so3 mechanics formula torque control step drift method catalogue simulate advise ensemble scenario
    everything)
set(workbench assets io toml chart report formats reproduce studies)
set(layers ${library} ${workbench} apps)

# Files whose folder does not tell.
set(layer_of_include/polhode/error.hpp base)
set(layer_of_include/polhode/expected.hpp base)
set(layer_of_include/polhode/version.hpp base)
set(layer_of_include/polhode/catalogue.hpp catalogue)
set(layer_of_include/polhode/integrator.hpp simulate)
set(layer_of_include/polhode/polhode.hpp everything)
set(layer_of_include/polhode/assets.hpp assets)
set(layer_of_src/text base)
set(layer_of_src/threads base)

# The library touches no files and prints nothing; only the workbench needs its libraries.
set(not_in_the_library iostream fstream filesystem cstdio toml\\+\\+/.* nlohmann/.* CLI/.*)

# The library reports failures as values (polhode/expected.hpp), since where it is compiled without exceptions a throw
# ends the program. It catches only what functions of the user's throw, to hand it on:
set(may_catch
    src/ensemble/communicator.cpp  # what a hook throws on one rank ends the others too
    src/threads/in_parallel.hpp)   # what a thread throws, for the one that waits for it; no more threads to be had

set(wrong "")
set(catching "")

function(layer_of file result)
    if(DEFINED layer_of_${file})
        set(${result} ${layer_of_${file}} PARENT_SCOPE)
        return()
    endif()
    string(REGEX MATCH "^(include/polhode|src)/([^/]+)/" folder "${file}")
    set(name "${CMAKE_MATCH_2}")
    if(folder AND DEFINED layer_of_src/${name})
        set(name ${layer_of_src/${name}})
    elseif(NOT folder)
        string(REGEX MATCH "^[^/]+" name "${file}")
    endif()
    if(NOT name IN_LIST layers)
        message(FATAL_ERROR "${file}: its folder is no layer; add \"${name}\" to the list in tests/layers/check.cmake")
    endif()
    set(${result} ${name} PARENT_SCOPE)
endfunction()

# The file of the tree that an #include in `from` means; empty for one of another project.
function(included_file from name result)
    cmake_path(GET from PARENT_PATH here)
    foreach(folder IN ITEMS ${here} include src studies apps/polhode)
        if(EXISTS ${ROOT}/${folder}/${name} OR DEFINED layer_of_${folder}/${name})
            set(${result} ${folder}/${name} PARENT_SCOPE)
            return()
        endif()
    endforeach()
    set(${result} "" PARENT_SCOPE)
endfunction()

file(GLOB_RECURSE files RELATIVE ${ROOT}
    ${ROOT}/include/*.hpp ${ROOT}/src/*.hpp ${ROOT}/src/*.cpp ${ROOT}/studies/*.hpp ${ROOT}/studies/*.cpp
    ${ROOT}/apps/*.hpp ${ROOT}/apps/*.cpp)
foreach(file IN LISTS files)
    layer_of(${file} layer)
    list(FIND layers ${layer} height)
    file(STRINGS ${ROOT}/${file} catches REGEX "^[^/]*[ }]catch *\\(")
    if(catches AND layer IN_LIST library AND NOT file IN_LIST may_catch)
        list(APPEND catching ${file})
    endif()
    file(STRINGS ${ROOT}/${file} includes REGEX "^ *# *include ")
    foreach(line IN LISTS includes)
        string(REGEX MATCH "[<\"]([^>\"]+)[>\"]" found "${line}")
        set(name "${CMAKE_MATCH_1}")
        included_file(${file} ${name} target)
        if(target)
            layer_of(${target} other)
            list(FIND layers ${other} other_height)
            if(other_height GREATER height)
                list(APPEND wrong "${file} (${layer}) includes ${target} (${other})")
            endif()
        elseif(layer IN_LIST library)
            foreach(pattern IN LISTS not_in_the_library)
                if(name MATCHES "^${pattern}$")
                    list(APPEND wrong "${file} (${layer}) includes ${name}, which the library does without")
                endif()
            endforeach()
        endif()
    endforeach()
endforeach()

list(LENGTH files count)
list(LENGTH wrong mistakes)
list(JOIN wrong "\n  " text)
list(JOIN catching "\n  " caught)
if(wrong)
    message(SEND_ERROR "${mistakes} of the #includes go up:\n  ${text}")
endif()
if(catching)
    message(SEND_ERROR "the library catches exceptions, where it has to return a polhode::Expected:\n  ${caught}")
endif()
if(wrong OR catching)
    return()
endif()
message("${count} files, no #include goes up, and the library catches nothing")
