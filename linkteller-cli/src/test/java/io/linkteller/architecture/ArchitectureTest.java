package io.linkteller.architecture;

import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** The code of all modules keeps the rules. */
@AnalyzeClasses(packages = "io.linkteller", importOptions = DoNotIncludeTests.class)
final class ArchitectureTest {

  private static final ArchitectureRules RULES = new ArchitectureRules("io.linkteller");

  @ArchTest static final ArchRule MODULES = RULES.modulesDependInOneDirection();
  @ArchTest static final ArchRule MEMBERSHIP = RULES.everyClassBelongsToAModule();
  @ArchTest static final ArchRule LEAN_CORE = RULES.coreKnowsEjmlAndFastutilOnly();
  @ArchTest static final ArchRule CYCLES = RULES.packagesAreFreeOfCycles();
  @ArchTest static final ArchRule FIELDS = RULES.publicFieldsAreConstant();
  @ArchTest static final ArchRule STREAMS = RULES.librariesLeaveStandardStreamsAlone();
  @ArchTest static final ArchRule NAMES = RULES.packagesAreNamedAfterProblems();
}
