package io.linkteller.architecture;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.linkteller.build.Repository;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Packages lie in the module that owns them and are null-marked, in main and in test code. */
final class SourceTreeTest {

  private static final Map<String, List<String>> MODULES = Map.of("core", List.of("graph"));

  @Test
  void everyPackageLiesInItsModuleAndIsNullMarked() throws IOException {
    assertEquals(List.of(), SourceTree.faults(Repository.root(), ArchitectureRules.PACKAGES));
  }

  @Test
  void theRulesNameThePackagesOfEveryModule() throws IOException {
    assertEquals(Set.copyOf(Repository.modules()), ArchitectureRules.PACKAGES.keySet());
  }

  @Test
  void aMarkedPackageAndItsTestsPass(@TempDir Path root) throws IOException {
    write(root, "core/src/main/java/io/linkteller/graph/package-info.java", "@NullMarked\n");
    write(root, "core/src/main/java/io/linkteller/graph/Graph.java", "");
    write(root, "core/src/test/java/io/linkteller/graph/GraphTest.java", "");
    assertEquals(List.of(), SourceTree.faults(root, MODULES));
  }

  @Test
  void aPackageInAnotherModuleIsFound(@TempDir Path root) throws IOException {
    write(root, "core/src/main/java/io/linkteller/graphs/package-info.java", "@NullMarked\n");
    assertEquals(
        List.of("package io.linkteller.graphs does not belong to module core"),
        SourceTree.faults(root, MODULES));
  }

  @Test
  void aPackageWithoutPackageInfoIsFound(@TempDir Path root) throws IOException {
    write(root, "core/src/main/java/io/linkteller/graph/Graph.java", "@NullMarked\n");
    assertEquals(
        List.of("package io.linkteller.graph of core is not @NullMarked"),
        SourceTree.faults(root, MODULES));
  }

  @Test
  void aPackageOfTestsThatIsNotMarkedIsFound(@TempDir Path root) throws IOException {
    write(root, "core/src/test/java/io/linkteller/laws/package-info.java", "// @NullMarked\n");
    assertEquals(
        List.of("package io.linkteller.laws of core is not @NullMarked"),
        SourceTree.faults(root, MODULES));
  }

  private static void write(Path root, String file, String text) throws IOException {
    Path path = root.resolve(file);
    Files.createDirectories(path.getParent());
    Files.writeString(path, text);
  }
}
