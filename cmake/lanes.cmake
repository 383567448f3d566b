# The kernels that are compiled once for each instruction set and chosen at run time: of ensembles, src/ensemble/lanes/*.cpp,
# and of one body in registers, src/method/registers/*.cpp.
# polhode_lanes(NAME LANES FLAGS...): LANES doubles to a register.

set(POLHODE_TARGETS all CACHE STRING
    "Instruction sets for ensembles: all, native (the best one of this machine), or a list of baseline, avx2, avx512")

file(GLOB lane_sources CONFIGURE_DEPENDS src/ensemble/lanes/*.cpp src/method/registers/*.cpp)
if(POLHODE_ONLY)
    list(FILTER lane_sources INCLUDE REGEX "${POLHODE_ONLY}")
    if(NOT lane_sources)
        return()
    endif()
endif()

function(polhode_lanes target lanes)
    if(NOT target IN_LIST targets)
        return()
    endif()
    add_library(polhode_lanes_${target} OBJECT ${lane_sources})
    set_target_properties(polhode_lanes_${target} PROPERTIES
        POSITION_INDEPENDENT_CODE ON CXX_VISIBILITY_PRESET ${library_visibility} VISIBILITY_INLINES_HIDDEN ON)
    target_compile_definitions(polhode_lanes_${target} PRIVATE POLHODE_TARGET=${target} POLHODE_LANES=${lanes})
    target_compile_options(polhode_lanes_${target} PRIVATE ${ARGN}
        # g++ takes the undefined operands inside its own intrinsics for ours
        $<$<CXX_COMPILER_ID:GNU>:-Wno-uninitialized>)
    target_link_libraries(polhode_lanes_${target} PRIVATE
        polhode_headers polhode_internal polhode_optimisation polhode_warnings)
    target_sources(polhode PRIVATE $<TARGET_OBJECTS:polhode_lanes_${target}>)
    set_property(SOURCE src/ensemble/lanes.cpp src/method/kernels.cpp APPEND PROPERTY COMPILE_DEFINITIONS POLHODE_HAS_${target})
endfunction()

# g++ copies a struct of registers in pieces of 16 bytes unless told; reading them back as one stalls.
function(polhode_whole_copies bits result)
    check_cxx_compiler_flag("-mmove-max=${bits} -mstore-max=${bits}" POLHODE_HAS_MOVE_MAX_${bits})
    if(POLHODE_HAS_MOVE_MAX_${bits})
        set(${result} -mmove-max=${bits} -mstore-max=${bits} PARENT_SCOPE)
    endif()
endfunction()

# The best instruction set of this machine: what src/ensemble/lanes.cpp would choose.
function(polhode_native_target result)
    set(${result} baseline PARENT_SCOPE)
    foreach(set IN ITEMS avx512 avx2)
        set(features_avx512 avx512f avx512dq avx512vl avx512bw)
        set(features_avx2 avx2)
        list(TRANSFORM features_${set} REPLACE "(.+)" "__builtin_cpu_supports(\"\\1\")" OUTPUT_VARIABLE tests)
        list(JOIN tests " && " test)
        check_cxx_source_runs("int main() { return ${test} ? 0 : 1; }" POLHODE_MACHINE_HAS_${set})
        if(POLHODE_MACHINE_HAS_${set})
            set(${result} ${set} PARENT_SCOPE)
            return()
        endif()
    endforeach()
endfunction()

# g++ would carry the rates of a multistep formula from step to step in more registers than there are.
file(GLOB register_sources CONFIGURE_DEPENDS src/method/registers/*.cpp)
set_source_files_properties(${register_sources} PROPERTIES COMPILE_OPTIONS
    "$<$<CXX_COMPILER_ID:GNU>:-fno-predictive-commoning>")

include(CheckCXXCompilerFlag)
include(CheckCXXSourceRuns)
if(POLHODE_TARGETS STREQUAL "all")
    set(targets baseline avx2 avx512)
elseif(POLHODE_TARGETS STREQUAL "native")
    polhode_native_target(targets)
else()
    set(targets ${POLHODE_TARGETS})
    foreach(target IN LISTS targets)
        if(NOT target MATCHES "^(baseline|avx2|avx512)$")
            message(FATAL_ERROR "POLHODE_TARGETS: ${target}, expected all, native, or a list of baseline, avx2, avx512")
        endif()
    endforeach()
endif()
polhode_lanes(baseline 2)
if(CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|AMD64)$")
    polhode_whole_copies(256 copies)
    polhode_lanes(avx2 4 -mavx2 ${copies})
    polhode_whole_copies(512 copies)
    polhode_lanes(avx512 8 -mavx512f -mavx512dq -mavx512vl -mavx512bw -mprefer-vector-width=512 ${copies})
endif()
