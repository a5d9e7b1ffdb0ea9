package org.onemodel.internal;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/**
 * Finds and loads the native library: where the system property {@value #PATH_PROPERTY} says; else on {@code
 * java.library.path}; else the one that the jar carries for this machine.
 */
final class NativeLibrary {
  static final String PATH_PROPERTY = "org.onemodel.library";
  private static final String NAME = "onemodel_java";

  private NativeLibrary() {}

  static void load() {
    String path = System.getProperty(PATH_PROPERTY);
    if (path != null) {
      System.load(Path.of(path).toAbsolutePath().toString());
    } else if (!isOnLibraryPath()) {
      loadFromJar();
    }
  }

  private static boolean isOnLibraryPath() {
    try {
      System.loadLibrary(NAME);
      return true;
    } catch (UnsatisfiedLinkError notThere) {
      return false;
    }
  }

  /** Unpacks the library into a folder that only this user can read, and deletes it as soon as the system allows. */
  private static void loadFromJar() {
    String file = System.mapLibraryName(NAME);
    String resource = "/native/" + platform() + "/" + file;
    try (InputStream library = NativeLibrary.class.getResourceAsStream(resource)) {
      if (library == null) {
        throw new UnsatisfiedLinkError("there is no native library of onemodel for this machine: " + resource
            + " is not in the jar; set the system property " + PATH_PROPERTY + " to the path of one");
      }
      Path folder = Files.createTempDirectory("onemodel-");
      Path unpacked = folder.resolve(file);
      try {
        Files.copy(library, unpacked);
        System.load(unpacked.toString());
      } finally {
        delete(unpacked);
        delete(folder);
      }
    } catch (IOException failure) {
      throw (UnsatisfiedLinkError) new UnsatisfiedLinkError("the native library cannot be unpacked: " + failure)
          .initCause(failure);
    }
  }

  /** A library that is loaded can be deleted on most systems; on the others when the machine ends. */
  private static void delete(Path path) {
    try {
      Files.deleteIfExists(path);
    } catch (IOException inUse) {
      path.toFile().deleteOnExit();
    }
  }

  /** System and processor, such as {@code linux-x86_64}. */
  private static String platform() {
    String system = System.getProperty("os.name").toLowerCase(Locale.ROOT);
    String processor = System.getProperty("os.arch").toLowerCase(Locale.ROOT);
    return systemName(system) + "-" + (processor.equals("amd64") ? "x86_64" : processor);
  }

  private static String systemName(String system) {
    if (system.startsWith("windows")) {
      return "windows";
    }
    return system.startsWith("mac") ? "macos" : system;
  }
}
