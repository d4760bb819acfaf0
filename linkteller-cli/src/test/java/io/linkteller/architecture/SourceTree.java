package io.linkteller.architecture;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Rules that only the sources show: the locations of packages, and that each is null-marked. */
final class SourceTree {

  private static final Pattern NULL_MARKED = Pattern.compile("(?m)^@NullMarked$");

  private SourceTree() {}

  /** Returns one sentence for each package that breaks a rule. */
  static List<String> faults(Path root, Map<String, List<String>> packagesOfModules)
      throws IOException {
    List<String> faults = new ArrayList<>();
    for (Map.Entry<String, List<String>> module : packagesOfModules.entrySet()) {
      Path sources = root.resolve(module.getKey()).resolve("src");
      Map<String, Boolean> main = packages(sources.resolve("main/java"));
      for (String name : main.keySet()) {
        boolean isFacade =
            module.getKey().equals("linkteller-core") && name.equals("io.linkteller");
        if (!isFacade
            && module.getValue().stream()
                .noneMatch(own -> (name + ".").startsWith("io.linkteller." + own + "."))) {
          faults.add("package " + name + " does not belong to module " + module.getKey());
        }
      }
      Map<String, Boolean> all = new TreeMap<>(main);
      packages(sources.resolve("test/java"))
          .forEach((name, marked) -> all.merge(name, marked, Boolean::logicalOr));
      all.forEach(
          (name, marked) -> {
            if (!marked) {
              faults.add("package " + name + " of " + module.getKey() + " is not @NullMarked");
            }
          });
    }
    return faults;
  }

  /** Returns the packages with sources, and whether their package-info marks them. */
  private static Map<String, Boolean> packages(Path sources) throws IOException {
    Map<String, Boolean> packages = new TreeMap<>();
    if (!Files.isDirectory(sources)) {
      return packages;
    }
    List<Path> files;
    try (Stream<Path> tree = Files.walk(sources)) {
      files =
          tree.filter(file -> file.getFileName().toString().endsWith(".java"))
              // A module descriptor does not belong to a package.
              .filter(file -> !file.endsWith("module-info.java"))
              .toList();
    }
    for (Path file : files) {
      StringBuilder name = new StringBuilder();
      for (Path part : sources.relativize(file.getParent())) {
        name.append(name.isEmpty() ? "" : ".").append(part);
      }
      boolean marks =
          file.endsWith("package-info.java") && NULL_MARKED.matcher(Files.readString(file)).find();
      packages.merge(name.toString(), marks, Boolean::logicalOr);
    }
    return packages;
  }
}
