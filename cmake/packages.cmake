# Debian packages of what is installed, by CPack ('make deb', scripts/deb): program, modules, development files and, where
# scripts/deb has built it, the Python package.

set(debian_python ${PROJECT_BINARY_DIR}/deb/dist-packages)   # filled by scripts/deb
install(DIRECTORY ${debian_python}/ DESTINATION lib/python3/dist-packages COMPONENT debian_python EXCLUDE_FROM_ALL)

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME polhode)
set(CPACK_PACKAGE_VENDOR "The Polhode developers")
set(CPACK_PACKAGE_CONTACT "The Polhode developers")
set(CPACK_PACKAGE_VERSION ${PROJECT_VERSION})
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "${PROJECT_DESCRIPTION}")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_COMPONENTS_ALL program modules development debian_python)
if(POLHODE_SHARED)
    list(APPEND CPACK_COMPONENTS_ALL library)
endif()
# What lies differently in Debian than elsewhere, and what every package of Debian has.
set(CPACK_PRE_BUILD_SCRIPTS ${PROJECT_SOURCE_DIR}/cmake/debian/layout.cmake)
set(CPACK_POLHODE_SOURCE ${PROJECT_SOURCE_DIR})
set(CPACK_POLHODE_LICENCES "${component_texts}")

set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_RELEASE 1)
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_DEBIAN_COMPRESSION_TYPE xz)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS OFF)   # of those with something that is linked, below

# package(COMPONENT NAME SUMMARY [SECTION]): the component is the package NAME.
macro(package component name summary)
    string(TOUPPER ${component} upper)
    set(CPACK_DEBIAN_${upper}_PACKAGE_NAME ${name})
    set(CPACK_COMPONENT_${upper}_DESCRIPTION "${summary}")
    if(${ARGC} GREATER 3)
        set(CPACK_DEBIAN_${upper}_PACKAGE_SECTION ${ARGV3})
    endif()
endmacro()

package(program polhode "The rotation of rigid bodies: the program\nIntegrators that keep momentum, energy and structure.")
set(CPACK_DEBIAN_PROGRAM_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_SUGGESTS polhode-modules)

package(modules polhode-modules "The rotation of rigid bodies: MPI and HDF5\nFor polhode ensemble on several machines, and its files.")
set(CPACK_DEBIAN_MODULES_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_MODULES_PACKAGE_DEPENDS "polhode (= ${PROJECT_VERSION}-1)")

package(development libpolhode-dev "The rotation of rigid bodies: library and headers\nC++20." libdevel)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_DEPENDS "libeigen3-dev (>= 3.4)")

package(debian_python python3-polhode "The rotation of rigid bodies: the Python package\nOf the Python of Debian." python)
set(CPACK_DEBIAN_DEBIAN_PYTHON_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_DEBIAN_PYTHON_PACKAGE_CONTROL_EXTRA
    ${PROJECT_SOURCE_DIR}/cmake/debian/postinst ${PROJECT_SOURCE_DIR}/cmake/debian/prerm)

if(POLHODE_SHARED)
    package(library libpolhode${polhode_soversion} "The rotation of rigid bodies: shared library\nC++20." libs)
    set(CPACK_DEBIAN_LIBRARY_PACKAGE_SHLIBDEPS ON)
    string(APPEND CPACK_DEBIAN_DEVELOPMENT_PACKAGE_DEPENDS ", libpolhode${polhode_soversion} (= ${PROJECT_VERSION}-1)")
    set(CPACK_DEBIAN_PROGRAM_PACKAGE_DEPENDS "libpolhode${polhode_soversion} (= ${PROJECT_VERSION}-1)")
endif()
include(CPack)
