# What goes into a package: what was found, in which version, and which files are embedded. scripts/sbom makes a bill of
# materials of it (CycloneDX), which is installed with the licences.

# licences/components.csv has a line for each package of others: its name for CMake, its own name, its licence, the text
# of it (if something of the package is in ours), where it comes from, and the way in which it is part of ours.
file(STRINGS licences/components.csv rows)
list(REMOVE_AT rows 0)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS licences/components.csv)

# polhode_components(FILE ENTRY...): what has been found by now, and files that are embedded, as "name=path", into a file for
# scripts/sbom. Sets component_texts, the texts of the licences.
function(polhode_components file)
    set(asset_entries ${ARGN})
    set(components "[]")
    set(component_texts "")
    set(mpi_VERSION "${POLHODE_mpi_VERSION}")
    set(hdf5_VERSION "${POLHODE_hdf5_VERSION}")
    set(number 0)
    foreach(row IN LISTS rows)
        string(REPLACE "," ";" fields "${row}")
        list(GET fields 0 package)
        if("${${package}_VERSION}" STREQUAL "")
            continue()   # not asked for, or not found
        endif()
        set(component "{}")
        foreach(key IN ITEMS package name licence text purl way)
            list(POP_FRONT fields value)
            string(JSON component SET "${component}" ${key} "\"${value}\"")
        endforeach()
        string(JSON component SET "${component}" version "\"${${package}_VERSION}\"")
        string(JSON components SET "${components}" ${number} "${component}")
        math(EXPR number "${number} + 1")
        string(JSON text GET "${component}" text)
        if(text)
            list(APPEND component_texts ${PROJECT_SOURCE_DIR}/licences/${text})
        endif()
    endforeach()
    list(REMOVE_DUPLICATES component_texts)

    set(assets "{}")
    foreach(entry IN LISTS asset_entries)
        string(REGEX MATCH "^([^=]+)=(.*)$" matched "${entry}")
        string(JSON assets SET "${assets}" "${CMAKE_MATCH_1}" "\"${CMAKE_MATCH_2}\"")
    endforeach()

    set(found "{}")
    string(JSON found SET "${found}" version "\"${PROJECT_VERSION}\"")
    string(JSON found SET "${found}" components "${components}")
    string(JSON found SET "${found}" assets "${assets}")
    file(GENERATE OUTPUT ${file} CONTENT "${found}\n")
    set(component_texts "${component_texts}" PARENT_SCOPE)
endfunction()

polhode_components(${generated}/components.json ${asset_entries})
set(sbom ${generated}/polhode.cdx.json)
add_custom_command(OUTPUT ${sbom}
    COMMAND ${CMAKE_COMMAND} -P ${PROJECT_SOURCE_DIR}/scripts/sbom ${generated}/components.json ${sbom}
    DEPENDS ${generated}/components.json ${asset_files} ${asset_licences} ${published_files} ${viewer} scripts/sbom
    COMMENT "Writing the bill of materials"
    VERBATIM)
add_custom_target(polhode-sbom ALL DEPENDS ${sbom})

install(FILES ${sbom} LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT program)
install(FILES ${component_texts} DESTINATION ${CMAKE_INSTALL_DOCDIR}/licences COMPONENT program)
if(TARGET polhode_python)
    add_dependencies(polhode_python polhode-sbom)
    install(FILES ${sbom} LICENSE ${component_texts} DESTINATION polhode/licences COMPONENT python)
endif()
