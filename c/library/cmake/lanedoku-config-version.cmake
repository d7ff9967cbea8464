# find_package reads this file to check the version. Below 1.0, versions are compatible if their minor numbers are
# equal, and from 1.0 on if their major numbers are equal, as documented in the header. c/tests/header keeps the
# number up to date.
set(PACKAGE_VERSION 0.1.0)

if(PACKAGE_VERSION VERSION_LESS 1.0)
    set(_lanedoku_abi "^([0-9]+\\.[0-9]+)")
else()
    set(_lanedoku_abi "^([0-9]+)")
endif()

set(PACKAGE_VERSION_COMPATIBLE FALSE)
if(PACKAGE_FIND_VERSION_RANGE)
    # A request for a range states itself which versions are compatible.
    if(PACKAGE_VERSION VERSION_GREATER_EQUAL PACKAGE_FIND_VERSION_MIN
            AND ((PACKAGE_FIND_VERSION_RANGE_MAX STREQUAL "INCLUDE"
                    AND PACKAGE_VERSION VERSION_LESS_EQUAL PACKAGE_FIND_VERSION_MAX)
                OR (PACKAGE_FIND_VERSION_RANGE_MAX STREQUAL "EXCLUDE"
                    AND PACKAGE_VERSION VERSION_LESS PACKAGE_FIND_VERSION_MAX)))
        set(PACKAGE_VERSION_COMPATIBLE TRUE)
    endif()
elseif(PACKAGE_VERSION VERSION_GREATER_EQUAL PACKAGE_FIND_VERSION)
    string(REGEX MATCH "${_lanedoku_abi}" _lanedoku_has "${PACKAGE_VERSION}")
    string(REGEX MATCH "${_lanedoku_abi}" _lanedoku_asked "${PACKAGE_FIND_VERSION_MAJOR}.${PACKAGE_FIND_VERSION_MINOR}")
    if(_lanedoku_has STREQUAL _lanedoku_asked)
        set(PACKAGE_VERSION_COMPATIBLE TRUE)
    endif()
endif()
if(PACKAGE_VERSION VERSION_EQUAL PACKAGE_FIND_VERSION)
    set(PACKAGE_VERSION_EXACT TRUE)
endif()
unset(_lanedoku_abi)
unset(_lanedoku_has)
unset(_lanedoku_asked)
