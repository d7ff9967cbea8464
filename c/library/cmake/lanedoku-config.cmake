# find_package(lanedoku) defines
#
#   lanedoku::lanedoku   the shared library, or the static one if BUILD_SHARED_LIBS is OFF or it is missing
#   lanedoku::shared     the shared library, if it is installed
#   lanedoku::static     the static library, if it is installed
#
# This file is in PREFIX/share/cmake/lanedoku. All paths are relative to it, so the prefix can be moved. The libraries
# and the header are searched for below PREFIX and then wherever CMake looks, such as the other folders of
# CMAKE_PREFIX_PATH; set lanedoku_LIBRARY_DIR if the libraries are in another folder.

get_filename_component(_lanedoku_prefix "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)

set(_lanedoku_dirs)
if(lanedoku_LIBRARY_DIR)
    list(APPEND _lanedoku_dirs "${lanedoku_LIBRARY_DIR}")
else()
    # Debian's folder for the architecture comes first: `lib` may contain libraries for another one.
    if(CMAKE_LIBRARY_ARCHITECTURE)
        list(APPEND _lanedoku_dirs "${_lanedoku_prefix}/lib/${CMAKE_LIBRARY_ARCHITECTURE}")
    endif()
    if(CMAKE_SIZEOF_VOID_P EQUAL 8)
        list(APPEND _lanedoku_dirs "${_lanedoku_prefix}/lib64")
    endif()
    list(APPEND _lanedoku_dirs "${_lanedoku_prefix}/lib" "${_lanedoku_prefix}/lib32")
    # Elsewhere, if there is none in these.
    set(_lanedoku_file)
    foreach(_lanedoku_dir IN LISTS _lanedoku_dirs)
        file(GLOB _lanedoku_static "${_lanedoku_dir}/*lanedoku.*")
        list(APPEND _lanedoku_file ${_lanedoku_static})
    endforeach()
    if(NOT _lanedoku_file)
        find_library(_lanedoku_library NAMES lanedoku liblanedoku.a)
        if(_lanedoku_library)
            get_filename_component(_lanedoku_dir "${_lanedoku_library}" DIRECTORY)
            list(APPEND _lanedoku_dirs "${_lanedoku_dir}")
        endif()
        unset(_lanedoku_library CACHE)
    endif()
endif()

set(_lanedoku_include "${_lanedoku_prefix}/include")
if(NOT EXISTS "${_lanedoku_include}/lanedoku.h")
    find_path(_lanedoku_header lanedoku.h)
    if(_lanedoku_header)
        set(_lanedoku_include "${_lanedoku_header}")
    endif()
    unset(_lanedoku_header CACHE)
endif()

foreach(_lanedoku_dir IN LISTS _lanedoku_dirs)
    if(WIN32)
        # The import libraries of the two compilers, and the static libraries.
        foreach(_lanedoku_file lanedoku.dll.lib liblanedoku.dll.a lanedoku.dll.a)
            if(NOT TARGET lanedoku::shared AND EXISTS "${_lanedoku_dir}/${_lanedoku_file}")
                add_library(lanedoku::shared SHARED IMPORTED)
                set_target_properties(lanedoku::shared PROPERTIES
                    IMPORTED_IMPLIB "${_lanedoku_dir}/${_lanedoku_file}"
                    IMPORTED_LOCATION "${_lanedoku_prefix}/bin/lanedoku.dll"
                    INTERFACE_COMPILE_DEFINITIONS LANEDOKU_SHARED)
            endif()
        endforeach()
        set(_lanedoku_static lanedoku.lib liblanedoku.a)
    else()
        set(_lanedoku_file "${_lanedoku_dir}/liblanedoku${CMAKE_SHARED_LIBRARY_SUFFIX}")
        if(NOT TARGET lanedoku::shared AND EXISTS "${_lanedoku_file}")
            add_library(lanedoku::shared SHARED IMPORTED)
            set_target_properties(lanedoku::shared PROPERTIES IMPORTED_LOCATION "${_lanedoku_file}")
        endif()
        set(_lanedoku_static liblanedoku.a)
    endif()
    foreach(_lanedoku_file IN LISTS _lanedoku_static)
        if(NOT TARGET lanedoku::static AND EXISTS "${_lanedoku_dir}/${_lanedoku_file}")
            add_library(lanedoku::static STATIC IMPORTED)
            set_target_properties(lanedoku::static PROPERTIES IMPORTED_LOCATION "${_lanedoku_dir}/${_lanedoku_file}")
        endif()
    endforeach()
endforeach()

foreach(_lanedoku_target lanedoku::shared lanedoku::static)
    if(TARGET ${_lanedoku_target})
        set_target_properties(${_lanedoku_target} PROPERTIES
            INTERFACE_INCLUDE_DIRECTORIES "${_lanedoku_include}")
    endif()
endforeach()

if(NOT TARGET lanedoku::lanedoku)
    set(_lanedoku_target lanedoku::shared)
    if(NOT TARGET lanedoku::shared
            OR (DEFINED BUILD_SHARED_LIBS AND NOT BUILD_SHARED_LIBS AND TARGET lanedoku::static))
        set(_lanedoku_target lanedoku::static)
    endif()
    if(TARGET ${_lanedoku_target})
        add_library(lanedoku::lanedoku INTERFACE IMPORTED)
        set_target_properties(lanedoku::lanedoku PROPERTIES INTERFACE_LINK_LIBRARIES ${_lanedoku_target})
    else()
        set(lanedoku_FOUND FALSE)
        set(lanedoku_NOT_FOUND_MESSAGE "there is no library in any of: ${_lanedoku_dirs}")
    endif()
endif()

unset(_lanedoku_prefix)
unset(_lanedoku_include)
unset(_lanedoku_dirs)
unset(_lanedoku_dir)
unset(_lanedoku_file)
unset(_lanedoku_static)
unset(_lanedoku_target)
