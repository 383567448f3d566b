# Install polhode into an empty folder of the build tree. Called by ctest (cmake/tests.cmake passes the variables).

cmake_minimum_required(VERSION 3.25)

file(REMOVE_RECURSE ${INSTALLED})
execute_process(COMMAND ${CMAKE_COMMAND} --install ${BUILD_DIR} --prefix ${INSTALLED}/prefix --config ${BUILD_TYPE}
                COMMAND_ERROR_IS_FATAL ANY)
# What is private to the program stays at home.
file(GLOB_RECURSE private LIST_DIRECTORIES false ${INSTALLED}/prefix/*workbench* ${INSTALLED}/prefix/*assets.hpp)
if(private)
    message(FATAL_ERROR "installed, though private: ${private}")
endif()
