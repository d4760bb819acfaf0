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
  void modulesThatUseWhatTheyMayNotAreFound() {
    ArchRule rule = RULES.modulesDependInOneDirection();
    assertFound(rule, "graph.KnowsModels", "models.KnowsMechanism");
    assertFound(rule, "models.KnowsMechanism", "dp.Mechanism");
    assertTrue(violations(rule).stream().noneMatch(line -> line.contains("cli.Command")));
    assertFound(RULES.everyClassBelongsToAModule(), "stray.OfNoModule");
    assertFound(RULES.coreKnowsEjmlAndFastutilOnly(), "graph.KnowsAnotherLibrary", "picocli");
    assertFound(RULES.packagesAreFreeOfCycles(), "dp.Mechanism", "stray.OfNoModule");
    assertFound(RULES.packagesAreNamedAfterProblems(), "util.Misplaced");
  }

  @Test
  void privateGraphsThatPassTheSessionByAreFound() {
    assertFound(RULES.onlyTheSessionHasEntriesOfALedger(), "models.aggregate.ForgedSession");
    assertFound(RULES.modelsOnSumsAreNotGivenGraphs(), "models.aggregate.ForgedSession.read");
  }

  @Test
  void anAttackThatKnowsWhatLiesAboveOrHasNoLevelIsFound() {
    ArchRule rule = RULES.attacksUseOnlyWhatLiesBelow();
    assertFound(rule, "attack.KnowsReading", "reading.Reading");
    assertFound(rule, "unplaced.Unplaced", "without a level");
    assertEquals(
        List.of(),
        violations(rule).stream()
            .filter(line -> !line.contains("KnowsReading") && !line.contains("unplaced"))
            .toList());
  }

  @Test
  void anAttackThatAsksWithoutASessionIsFound() {
    assertFound(RULES.attacksAskThroughASession(), "attack.AsksItself", "predict");
  }

  @Test
  void publicFieldsThatCanChangeAreFound() {
    for (String field : List.of("shared", "open", "elements")) {
      assertFound(RULES.publicFieldsAreConstant(), "OpenFields." + field);
    }
    assertEquals(3, violations(RULES.publicFieldsAreConstant()).size());
  }

  @Test
  void printingIsFoundInLibrariesOnly() {
    ArchRule rule = RULES.librariesLeaveStandardStreamsAlone();
    assertFound(rule, "graph.Prints", "System.out");
    assertFound(rule, "graph.Prints", "System.err");
    assertEquals(2, violations(rule).size());
  }

  @Test
  void filesThatOthersCanReadAreFound() {
    ArchRule rule = RULES.filesAreWrittenInOnePlace();
    assertFound(rule, "graph.WritesFiles", "Files.writeString");
    assertFound(rule, "graph.WritesFiles", "FileOutputStream");
    assertEquals(2, violations(rule).size());
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
