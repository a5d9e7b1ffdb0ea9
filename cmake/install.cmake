# What `cmake --install` gives: header, library, program, corpus, and what CMake and pkg-config need to find them.
include(CMakePackageConfigHelpers)

install(TARGETS onemodel EXPORT onemodel-targets
  LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}
  ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR}
  RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
install(FILES include/onemodel.h DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(DIRECTORY conformance DESTINATION ${CMAKE_INSTALL_DATADIR}/onemodel PATTERN authoring EXCLUDE)
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})
if(ONEMODEL_PROGRAM)
  install(TARGETS onemodel_program RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
endif()

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/onemodel)
install(EXPORT onemodel-targets NAMESPACE onemodel:: DESTINATION ${package_dir})
file(WRITE ${CMAKE_CURRENT_BINARY_DIR}/onemodel-config.cmake
  "include(\"\${CMAKE_CURRENT_LIST_DIR}/onemodel-targets.cmake\")\n")
write_basic_package_version_file(${CMAKE_CURRENT_BINARY_DIR}/onemodel-config-version.cmake COMPATIBILITY SameMajorVersion)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/onemodel-config.cmake ${CMAKE_CURRENT_BINARY_DIR}/onemodel-config-version.cmake
  DESTINATION ${package_dir})

# The installed folders may be moved as a whole.
file(RELATIVE_PATH PREFIX_FROM_PKGCONFIG /prefix/${CMAKE_INSTALL_LIBDIR}/pkgconfig /prefix)
configure_file(cmake/onemodel.pc.in onemodel.pc @ONLY)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/onemodel.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
