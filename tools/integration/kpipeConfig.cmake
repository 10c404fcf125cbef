# find_package(kpipe) gives kpipe_enable(TARGET... [OPTIONS ...]): the CUDA sources of these targets
# are compiled by `kpipe cc OPTIONS -- nvcc ...`. A launcher that a target has (ccache) stays, behind it.
find_program(KPIPE_EXECUTABLE kpipe HINTS "${CMAKE_CURRENT_LIST_DIR}/../../../bin")
if(NOT KPIPE_EXECUTABLE)
  set(kpipe_FOUND FALSE)
  set(kpipe_NOT_FOUND_MESSAGE "the program kpipe is not in PATH; -DKPIPE_EXECUTABLE=... names it")
  return()
endif()

function(kpipe_enable)
  cmake_parse_arguments(arg "" "" "OPTIONS" ${ARGN})
  foreach(target IN LISTS arg_UNPARSED_ARGUMENTS)
    get_target_property(launcher ${target} CUDA_COMPILER_LAUNCHER)
    if(NOT launcher)
      set(launcher)
    endif()
    if(NOT "${KPIPE_EXECUTABLE}" IN_LIST launcher)
      set_property(TARGET ${target} PROPERTY CUDA_COMPILER_LAUNCHER
        "${KPIPE_EXECUTABLE}" cc ${arg_OPTIONS} -- ${launcher})
    endif()
  endforeach()
endfunction()
