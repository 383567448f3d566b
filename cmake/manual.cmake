# The manual page and the completions of shells, printed by the program itself.

function(polhode_manual kind file folder)
    set(output ${PROJECT_BINARY_DIR}/manual/${file})
    add_custom_command(OUTPUT ${output}
        COMMAND ${CMAKE_COMMAND} -E make_directory ${PROJECT_BINARY_DIR}/manual
        COMMAND polhode-program manual ${kind} > ${output}
        DEPENDS polhode-program
        VERBATIM)
    set_property(GLOBAL APPEND PROPERTY polhode_manual_files ${output})
    install(FILES ${output} DESTINATION ${folder} COMPONENT program)
endfunction()

polhode_manual(man polhode.1 ${CMAKE_INSTALL_MANDIR}/man1)
polhode_manual(bash polhode ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
polhode_manual(zsh _polhode ${CMAKE_INSTALL_DATADIR}/zsh/site-functions)
polhode_manual(fish polhode.fish ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d)

get_property(files GLOBAL PROPERTY polhode_manual_files)
add_custom_target(polhode-manual ALL DEPENDS ${files})
