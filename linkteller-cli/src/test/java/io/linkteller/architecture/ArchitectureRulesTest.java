package io.linkteller.architecture;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.ArchRule;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Each rule finds, among classes that break one rule each, the one that breaks it. */
final class ArchitectureRulesTest {

  static final String BROKEN = "io.linkteller.architecture.broken";
  private static final ArchitectureRules RULES = new ArchitectureRules(BROKEN);
  private static final JavaClasses CLASSES = new ClassFileImporter().importPackages(BROKEN);

  @Test
  void coreThatKnowsModelsIsFound() {
    assertFound(RULES.modulesDependInOneDirection(), "graph.KnowsModels", "models.KnowsMechanism");
  }

  @Test
  void modelsThatKnowDifferentialPrivacyAreFound() {
    assertFound(RULES.modulesDependInOneDirection(), "models.KnowsMechanism", "dp.Mechanism");
  }

  @Test
  void theCommandLineMayKnowEveryModule() {
    assertTrue(
        violations(RULES.modulesDependInOneDirection()).stream()
            .noneMatch(line -> line.contains("cli.Command")));
  }

  @Test
  void aPackageOfNoModuleIsFound() {
    assertFound(RULES.everyClassBelongsToAModule(), "stray.OfNoModule");
  }

  @Test
  void coreThatKnowsAnotherLibraryIsFound() {
    assertFound(RULES.coreKnowsEjmlAndFastutilOnly(), "graph.KnowsAnotherLibrary", "picocli");
  }

  @Test
  void packageCyclesAreFound() {
    assertFound(RULES.packagesAreFreeOfCycles(), "dp.Mechanism", "stray.OfNoModule");
  }

  @Test
  void publicFieldsThatCanChangeAreFound() {
    assertFound(RULES.publicFieldsAreConstant(), "OpenFields.shared");
    assertFound(RULES.publicFieldsAreConstant(), "OpenFields.open");
    assertFound(RULES.publicFieldsAreConstant(), "OpenFields.elements");
    assertEquals(3, violations(RULES.publicFieldsAreConstant()).size());
  }

  @Test
  void printingIsFoundInLibrariesOnly() {
    List<String> found = violations(RULES.librariesLeaveStandardStreamsAlone());
    assertEquals(2, found.size(), found::toString);
    assertFound(RULES.librariesLeaveStandardStreamsAlone(), "graph.Prints", "System.out");
    assertFound(RULES.librariesLeaveStandardStreamsAlone(), "graph.Prints", "System.err");
  }

  @Test
  void aPackageNamedAfterNothingIsFound() {
    assertFound(RULES.packagesAreNamedAfterProblems(), "util.Misplaced");
  }

  private static void assertFound(ArchRule rule, String... names) {
    List<String> violations = violations(rule);
    assertTrue(
        violations.stream().anyMatch(line -> List.of(names).stream().allMatch(line::contains)),
        () -> List.of(names) + " is not in " + violations);
  }

  private static List<String> violations(ArchRule rule) {
    return rule.evaluate(CLASSES).getFailureReport().getDetails();
  }
}
