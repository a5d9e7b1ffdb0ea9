package org.onemodel.conformance;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.onemodel.Operator;

/** Runs the conformance corpus through the public classes of the binding. */
public final class ConformanceRunner {
  private static final String HELP = """
      Usage: ConformanceRunner [--filter TEXT] PATH...

      Runs cases of the conformance corpus and compares bit by bit. A PATH is a file of cases, a folder of such files, or the
      corpus, whose folders operators and graphs are taken. Each case of an operator is invoked by name at its opset, inferred,
      and called through the operator's own method where that can say it; each graph runs as a session.

        --filter TEXT  only cases whose id contains TEXT
        --help         this text

      One line for each finding, "FAILED id: way: what"; the last line is "N passed, N failed, N skipped". Skipped are cases
      of operators that the library does not have.

      Exit codes: 0 all passed, 1 some failed or none passed, 2 wrong command line, 3 a file cannot be read.""";

  private static final int FAILED = 1;
  private static final int WRONG_COMMAND_LINE = 2;
  private static final int UNREADABLE = 3;

  private final ObjectMapper mapper = new ObjectMapper();
  private final String filter;
  private long passed;
  private long failed;
  private long skipped;

  private ConformanceRunner(String filter) {
    this.filter = filter;
  }

  /**
   * The program.
   *
   * @param arguments as {@code --help} says
   */
  public static void main(String[] arguments) {
    System.exit(run(arguments));
  }

  private static int run(String[] arguments) {
    List<String> given = Arrays.asList(arguments);
    if (given.contains("--help")) {
      System.out.println(HELP);
      return 0;
    }
    boolean isFiltered = !given.isEmpty() && given.get(0).equals("--filter");
    List<String> paths = given.subList(Math.min(isFiltered ? 2 : 0, given.size()), given.size());
    if (paths.isEmpty() || paths.stream().anyMatch(path -> path.startsWith("--"))) {
      System.err.println(HELP);
      return WRONG_COMMAND_LINE;
    }
    ConformanceRunner runner = new ConformanceRunner(isFiltered ? given.get(1) : "");
    try {
      for (Path file : files(paths)) {
        runner.runFile(file);
      }
    } catch (IllegalArgumentException malformed) {
      System.err.println("malformed: " + malformed.getMessage());
      return UNREADABLE;
    } catch (IOException unreadable) {
      System.err.println("cannot read " + unreadable.getMessage());
      return UNREADABLE;
    }
    System.out.println(runner.passed + " passed, " + runner.failed + " failed, " + runner.skipped + " skipped");
    return runner.failed == 0 && runner.passed > 0 ? 0 : FAILED;
  }

  /** The files of cases: those named, and those in the folders named. */
  private static Iterable<Path> files(List<String> paths) throws IOException {
    TreeSet<Path> files = new TreeSet<>();
    for (String name : paths) {
      Path path = Path.of(name);
      if (!Files.isDirectory(path)) {
        files.add(path.toRealPath());
        continue;
      }
      List<Path> folders = Stream.of("operators", "graphs").map(path::resolve).filter(Files::isDirectory).toList();
      for (Path folder : folders.isEmpty() ? List.of(path) : folders) {
        try (Stream<Path> entries = Files.list(folder)) {
          for (Path entry : entries.filter(file -> file.toString().endsWith(".json")).toList()) {
            files.add(entry.toRealPath());
          }
        }
      }
    }
    if (files.isEmpty()) {
      throw new NoSuchFileException("a file of cases in " + paths.get(0));
    }
    return files;
  }

  private void runFile(Path path) throws IOException {
    String place = path.toString();
    try {
      JsonNode file = mapper.readTree(path.toFile());
      Optional<Operator> operator = Operator.find(Json.text(file.required(file.has("topic") ? "topic" : "operator")));
      for (JsonNode one : Json.elements(file.required("cases"))) {
        place = path.toString();
        String id = Json.text(one.required("id"));
        place += ": " + id;
        if (id.contains(filter)) {
          runCase(file, operator, id, one);
        }
      }
    } catch (JsonProcessingException | IllegalArgumentException malformed) {
      throw new IllegalArgumentException(place + ": " + malformed.getMessage(), malformed);
    }
  }

  private void runCase(JsonNode file, Optional<Operator> operator, String id, JsonNode one) {
    if (file.has("topic")) {
      judge(id, GraphCase.check(one));
    } else if (operator.isPresent()) {
      judge(id, OperatorCase.check(operator.get(), one));
    } else {
      ++skipped;
    }
  }

  private void judge(String id, List<String> findings) {
    if (findings.isEmpty()) {
      ++passed;
    } else {
      ++failed;
      findings.forEach(finding -> System.out.println("FAILED " + id + ": " + finding));
    }
  }
}
