package io.linkteller.architecture;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import io.linkteller.graph.Graph;
import java.io.IOException;
import java.io.InputStream;
import java.lang.module.ModuleDescriptor;
import java.net.URL;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/** The code of all modules obeys the rules, and each module exports its public packages. */
@AnalyzeClasses(packages = "io.linkteller", importOptions = DoNotIncludeTests.class)
final class ArchitectureTest {

  /** Packages that are public only for other packages of their module. */
  private static final Set<String> SHARED_INSIDE_A_MODULE =
      Set.of(
          "io.linkteller.attack.chosen",
          "io.linkteller.attack.compressed",
          "io.linkteller.data.source");

  private static final ArchitectureRules RULES = new ArchitectureRules("io.linkteller");

  @ArchTest static final ArchRule MODULES = RULES.modulesDependInOneDirection();
  @ArchTest static final ArchRule MEMBERSHIP = RULES.everyClassBelongsToAModule();
  @ArchTest static final ArchRule LEAN_CORE = RULES.coreKnowsEjmlAndFastutilOnly();
  @ArchTest static final ArchRule SESSION = RULES.onlyTheSessionHasEntriesOfALedger();
  @ArchTest static final ArchRule SUMS = RULES.modelsOnSumsAreNotGivenGraphs();
  @ArchTest static final ArchRule CYCLES = RULES.packagesAreFreeOfCycles();
  @ArchTest static final ArchRule ATTACKS = RULES.attacksUseOnlyWhatLiesBelow();
  @ArchTest static final ArchRule ASKING = RULES.attacksAskThroughASession();
  @ArchTest static final ArchRule FIELDS = RULES.publicFieldsAreConstant();
  @ArchTest static final ArchRule STREAMS = RULES.librariesLeaveStandardStreamsAlone();
  @ArchTest static final ArchRule WRITING = RULES.filesAreWrittenInOnePlace();
  @ArchTest static final ArchRule NAMES = RULES.packagesAreNamedAfterProblems();

  @ArchTest
  static void theClassesOfThisRepositoryAreAnalyzed(JavaClasses classes) {
    assertTrue(classes.contain(Graph.class));
  }

  @ArchTest
  static void everyLibraryIsAModule(JavaClasses classes) throws IOException {
    assertEquals(
        List.of(
            "io.linkteller.core",
            "io.linkteller.data",
            "io.linkteller.dp",
            "io.linkteller.eval",
            "io.linkteller.jgrapht",
            "io.linkteller.models",
            "io.linkteller.onnx",
            "io.linkteller.remote",
            "io.linkteller.report",
            "io.linkteller.testkit"),
        descriptors().stream().map(ModuleDescriptor::name).sorted().toList());
  }

  @ArchTest
  static void everyPackageWithAPublicTypeIsExportedAndNoOther(JavaClasses classes)
      throws IOException {
    Set<String> exported = new TreeSet<>();
    for (ModuleDescriptor descriptor : descriptors()) {
      descriptor.exports().forEach(export -> exported.add(export.source()));
    }
    Set<String> wanted = new TreeSet<>();
    classes.stream()
        .filter(type -> type.getModifiers().contains(JavaModifier.PUBLIC))
        .map(type -> type.getPackageName())
        .filter(name -> !isOfAProgram(name) && !SHARED_INSIDE_A_MODULE.contains(name))
        .forEach(wanted::add);
    assertEquals(wanted, exported);
  }

  /** The command line and the examples are programs, which have no module descriptors. */
  private static boolean isOfAProgram(String packageName) {
    return Stream.of("linkteller-cli", "examples")
        .flatMap(module -> ArchitectureRules.PACKAGES.getOrDefault(module, List.of()).stream())
        .map(name -> "io.linkteller." + name)
        .anyMatch(name -> packageName.equals(name) || packageName.startsWith(name + "."));
  }

  private static List<ModuleDescriptor> descriptors() throws IOException {
    List<ModuleDescriptor> descriptors = new ArrayList<>();
    ClassLoader loader = ArchitectureTest.class.getClassLoader();
    for (URL url : Collections.list(loader.getResources("module-info.class"))) {
      try (InputStream in = url.openStream()) {
        ModuleDescriptor descriptor = ModuleDescriptor.read(in);
        if (descriptor.name().startsWith("io.linkteller.")) {
          descriptors.add(descriptor);
        }
      }
    }
    return descriptors;
  }
}
