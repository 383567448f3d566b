# cmake --install build [--prefix DIR]; afterwards find_package(polhode) gives
#   polhode::headers    the templates (Eigen)
#   polhode::polhode    the compiled library as well
# and pkg-config knows polhode.

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/polhode)

# Components are for packages (cmake/packages.cmake).
install(DIRECTORY include/ ${generated}/include/
        DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT development FILES_MATCHING PATTERN "*.hpp")
install(TARGETS polhode polhode_headers EXPORT polhodeTargets
        ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT development
        LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT library NAMELINK_COMPONENT development)
install(EXPORT polhodeTargets NAMESPACE polhode:: DESTINATION ${package_dir} COMPONENT development)
if(TARGET polhode-program)
    install(TARGETS polhode-program RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT program)
    # The page of 'polhode lab', where it has been made.
    install(FILES ${PROJECT_SOURCE_DIR}/build-wasm/lab/index.html
            DESTINATION ${data_folder} COMPONENT program RENAME lab.html OPTIONAL)
    if(NOT CMAKE_CROSSCOMPILING)
        include(cmake/manual.cmake)
    endif()
endif()
install(DIRECTORY examples/ DESTINATION ${CMAKE_INSTALL_DOCDIR}/examples COMPONENT development)
install(FILES CITATION.cff DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT program)

# Paths from the .pc file on, so that an installed tree may be moved.
cmake_path(RELATIVE_PATH CMAKE_INSTALL_PREFIX
    BASE_DIRECTORY ${CMAKE_INSTALL_PREFIX}/${CMAKE_INSTALL_LIBDIR}/pkgconfig OUTPUT_VARIABLE pc_to_prefix)
set(pc_threads "")
if(POLHODE_THREADS)
    set(pc_threads "-pthread")
endif()
set(library_kind "a static library")
if(POLHODE_SHARED)
    set(library_kind "a shared library")
endif()
configure_file(cmake/polhode.pc.in ${generated}/polhode.pc @ONLY)
install(FILES ${generated}/polhode.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig COMPONENT development)

configure_package_config_file(cmake/polhodeConfig.cmake.in ${generated}/polhodeConfig.cmake
    INSTALL_DESTINATION ${package_dir})
# 0.x: a minor version may change the interface.
write_basic_package_version_file(${generated}/polhodeConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${generated}/polhodeConfig.cmake ${generated}/polhodeConfigVersion.cmake
        DESTINATION ${package_dir} COMPONENT development)
