# cmake -DROOT=<source tree> -P umbrella.cmake
#
# <polhode/polhode.hpp> includes every public header that is no kernel. Kernels are the folders below, and headers that
# are all in namespace polhode::core.

cmake_minimum_required(VERSION 3.25)

set(kernels "^(scalar|so3|step|drift|method)/|^torque/bind")

file(STRINGS ${ROOT}/include/polhode/polhode.hpp includes REGEX "#include")
file(GLOB_RECURSE headers RELATIVE ${ROOT}/include/polhode ${ROOT}/include/polhode/*.hpp)
list(REMOVE_ITEM headers polhode.hpp)
set(missing "")
foreach(header IN LISTS headers)
    file(STRINGS ${ROOT}/include/polhode/${header} core REGEX "^namespace polhode::core {")
    if(NOT header MATCHES "${kernels}" AND NOT core AND NOT "${includes}" MATCHES "\"polhode/${header}\"")
        list(APPEND missing ${header})
    endif()
endforeach()
if(missing)
    list(JOIN missing ", " text)
    message(FATAL_ERROR "polhode.hpp does not include ${text}")
endif()
