# Configure, build and run the project of this folder against the installed polhode.
# Called by ctest (cmake/tests.cmake passes the variables).

cmake_minimum_required(VERSION 3.25)

set(work ${INSTALLED})

function(run)
    execute_process(COMMAND ${ARGV} COMMAND_ERROR_IS_FATAL ANY)
endfunction()

run(${CMAKE_COMMAND} -S ${SOURCE_DIR} -B ${work}/build -G ${GENERATOR}
    -DCMAKE_PREFIX_PATH=${work}/prefix -DCMAKE_BUILD_TYPE=${BUILD_TYPE}
    -DCMAKE_CXX_COMPILER=${COMPILER} -DCMAKE_CXX_COMPILER_LAUNCHER=${LAUNCHER} "-DCMAKE_CXX_FLAGS=${FLAGS}")

# Another polhode on this machine must not pass for ours.
file(STRINGS ${work}/build/CMakeCache.txt found REGEX "^polhode_DIR:")
string(FIND "${found}" "${work}/prefix" at)
if(at EQUAL -1)
    message(FATAL_ERROR "found another polhode: ${found}")
endif()

run(${CMAKE_COMMAND} --build ${work}/build --config ${BUILD_TYPE})
execute_process(COMMAND ${work}/build/user OUTPUT_VARIABLE output COMMAND_ERROR_IS_FATAL ANY)
message("${output}")
if(NOT output MATCHES "polhode ${EXPECTED_VERSION}")
    message(FATAL_ERROR "the installed program does not report version ${EXPECTED_VERSION}")
endif()
run(${work}/build/kernel)
