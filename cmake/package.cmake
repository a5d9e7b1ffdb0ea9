# What CPack makes of the installed files: a .deb for Debian and an archive for the rest. In the build's folder:
# `cpack` makes both.
set(CPACK_GENERATOR DEB TGZ)
set(CPACK_PACKAGE_NAME onemodel)
set(CPACK_PACKAGE_VENDOR "The libonemodel authors")
set(CPACK_PACKAGE_CONTACT "The libonemodel authors <onemodel@example.org>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "${PROJECT_DESCRIPTION}")
set(CPACK_RESOURCE_FILE_LICENSE ${PROJECT_SOURCE_DIR}/LICENSE)
set(CPACK_STRIP_FILES ON)
set(CPACK_VERBATIM_VARIABLES ON)
set(CPACK_INCLUDE_TOPLEVEL_DIRECTORY ON)

# The .deb: with the libraries that it needs, read off the files, and with the linker's cache renewed.
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION libs)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
file(WRITE ${PROJECT_BINARY_DIR}/triggers "activate-noawait ldconfig\n")
set(CPACK_DEBIAN_PACKAGE_CONTROL_EXTRA ${PROJECT_BINARY_DIR}/triggers)
include(CPack)
