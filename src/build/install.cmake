# `cmake --install`: the library and its header, for find_package(nucleus) and pkg-config.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

set(NUCLEUS_CONFIG_FOLDER ${CMAKE_INSTALL_LIBDIR}/cmake/nucleus)

install(TARGETS nucleus EXPORT nucleus INCLUDES DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(FILES src/core/nucleus.h DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(EXPORT nucleus NAMESPACE nucleus:: FILE nucleusConfig.cmake DESTINATION ${NUCLEUS_CONFIG_FOLDER})

write_basic_package_version_file(nucleusConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/nucleusConfigVersion.cmake DESTINATION ${NUCLEUS_CONFIG_FOLDER})

# From the .pc file up to the prefix, so that an installation can be moved.
file(RELATIVE_PATH NUCLEUS_PREFIX /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
configure_file(${CMAKE_CURRENT_LIST_DIR}/nucleus.pc.in nucleus.pc @ONLY)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/nucleus.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
