package io.linkteller.architecture;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.linkteller.build.Repository;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Packages lie in the module that owns them and are null-marked, in main and in test code. */
final class SourceTreeTest {

  @Test
  void everyPackageLiesInItsModuleAndIsNullMarked() throws IOException {
    assertEquals(List.of(), SourceTree.faults(Repository.root(), ArchitectureRules.PACKAGES));
  }

  @Test
  void theRulesNameThePackagesOfEveryModule() throws IOException {
    assertEquals(Set.copyOf(Repository.modules()), ArchitectureRules.PACKAGES.keySet());
  }
}
