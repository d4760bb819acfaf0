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
  void anEntryOfALedgerOutsideTheSessionIsFound() {
    assertFound(RULES.onlyTheSessionHasEntriesOfALedger(), "models.aggregate.ForgedSession");
  }

  @Test
  void aModelOnSumsThatIsGivenAGraphIsFound() {
    assertFound(RULES.modelsOnSumsAreNotGivenGraphs(), "models.aggregate.ForgedSession.read");
  }

  @Test
  void packageCyclesAreFound() {
    assertFound(RULES.packagesAreFreeOfCycles(), "dp.Mechanism", "stray.OfNoModule");
  }

  @Test
  void anAttackThatKnowsWhatLiesAboveIsFound() {
    assertFound(RULES.attacksUseOnlyWhatLiesBelow(), "attack.KnowsReading", "reading.Reading");
    assertEquals(
        List.of(),
        violations(RULES.attacksUseOnlyWhatLiesBelow()).stream()
            .filter(line -> !line.contains("KnowsReading") && !line.contains("unplaced"))
            .toList());
  }

  @Test
  void aPackageOfAttacksWithoutALevelIsFound() {
    assertFound(RULES.attacksUseOnlyWhatLiesBelow(), "unplaced.Unplaced", "without a level");
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
  void filesThatOthersCanReadAreFound() {
    assertFound(RULES.filesAreWrittenInOnePlace(), "graph.WritesFiles", "Files.writeString");
    assertFound(RULES.filesAreWrittenInOnePlace(), "graph.WritesFiles", "FileOutputStream");
    assertEquals(2, violations(RULES.filesAreWrittenInOnePlace()).size());
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
