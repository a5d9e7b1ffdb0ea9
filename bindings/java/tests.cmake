# The tests of the binding. What needs a jar that is missing is left out.
function(add_java_test name)
  add_test(NAME java_${name} COMMAND ${ARGN})
  set_tests_properties(java_${name} PROPERTIES LABELS once SKIP_RETURN_CODE 77)
endfunction()

if(junit)
  compile_java(tests src/test/java CLASS_PATH ${jar} ${junit} DEPENDS ${jar})
  add_custom_target(onemodel_java_tests ALL DEPENDS ${tests_stamp})
  list(JOIN junit : junit_path)
  # The heap is small and touched at once, so that what grows is native memory.
  add_java_test(junit ${Java_JAVA_EXECUTABLE} -Xms256m -Xmx256m -XX:+AlwaysPreTouch -XX:MaxDirectMemorySize=256m
    -cp ${jar}:${tests_classes}:${junit_path} org.junit.platform.console.ConsoleLauncher --disable-banner
    --disable-ansi-colors --fail-if-no-tests --scan-classpath ${tests_classes})
  set_tests_properties(java_junit PROPERTIES ENVIRONMENT MALLOC_ARENA_MAX=2)
  # What native code is given is checked: what is no array, say, might otherwise pass for one.
  add_java_test(checked_jni ${Java_JAVA_EXECUTABLE} -Xcheck:jni -cp ${jar}:${tests_classes}:${junit_path}
    org.junit.platform.console.ConsoleLauncher --disable-banner --disable-ansi-colors
    --select-class org.onemodel.tests.TensorTest)
endif()

if(jackson)
  list(JOIN jackson : jackson_path)
  set(runner ${Java_JAVA_EXECUTABLE} -cp ${conformance_jar}:${jar}:${jackson_path}
    org.onemodel.conformance.ConformanceRunner)
  set(program)
  if(ONEMODEL_PROGRAM)
    set(program $<TARGET_FILE:onemodel_program>)
  endif()
  add_java_test(conformance sh ${CMAKE_CURRENT_SOURCE_DIR}/conformance.sh ${PROJECT_SOURCE_DIR}/conformance "${program}"
    ${runner})
endif()

# What is documented is what the module exports.
add_java_test(javadoc ${Java_JAVADOC_EXECUTABLE} -quiet -Xdoclint:all -Werror --no-platform-links -encoding UTF-8
  -d ${CMAKE_CURRENT_BINARY_DIR}/javadoc
  --module-source-path org.onemodel=${CMAKE_CURRENT_SOURCE_DIR}/src/main/java:${generated} --module org.onemodel)

add_java_test(consumer sh ${CMAKE_CURRENT_SOURCE_DIR}/consumer/consumer.sh ${Java_JAVA_EXECUTABLE}
  ${Java_JAVAC_EXECUTABLE} ${jar} $<TARGET_FILE:onemodel_java>)

# The native library stands on its own and shows nothing but what Java calls.
add_java_test(exports sh ${CMAKE_CURRENT_SOURCE_DIR}/exports.sh $<TARGET_FILE:onemodel_java>)

# Times are not looked at here, the machine may be busy; garbage is always the same.
add_java_test(benchmark ${Java_JAVA_EXECUTABLE} -cp ${jar}:${benchmark_classes} org.onemodel.benchmark.Benchmark --quick
  --c $<TARGET_FILE:onemodel_java_benchmark_c>)
