package io.linkteller.architecture;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.methods;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.GeneralCodingRules.ACCESS_STANDARD_STREAMS;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaCall;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaMethod;
import com.tngtech.archunit.core.domain.properties.HasName;
import com.tngtech.archunit.core.domain.properties.HasOwner;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import com.tngtech.archunit.lang.conditions.ArchConditions;
import io.linkteller.inference.InferenceApi;
import io.linkteller.inference.InferenceQuery;
import java.io.File;
import java.io.FileOutputStream;
import java.io.FileWriter;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The rules for the code below a base package: {@code io.linkteller} for the repository, and
 * another one for the classes that prove that each rule can fail.
 */
final class ArchitectureRules {

  /**
   * The modules, their packages below the base package, and the modules that they may use. Modules
   * that all users need never use optional ones; no module uses the command line, the experiments,
   * the examples, Spark or the test kit.
   */
  private static final String MODULES =
      """
      linkteller-core | graph feature matrix inference attack privacy parallel file defense |
      linkteller-models | models | linkteller-core
      linkteller-dp | dp | linkteller-core
      linkteller-testkit | testkit | linkteller-core linkteller-models linkteller-dp linkteller-eval
      linkteller-remote | remote | linkteller-core
      linkteller-onnx | onnx | linkteller-core linkteller-models linkteller-data
      linkteller-data | data | linkteller-core linkteller-models
      linkteller-jgrapht | jgrapht | linkteller-core linkteller-data
      linkteller-spark | spark | linkteller-core linkteller-models linkteller-data
      linkteller-eval | eval | linkteller-core linkteller-models linkteller-dp
      linkteller-report | report | linkteller-core linkteller-models linkteller-dp linkteller-eval
      linkteller-bom | |
      linkteller-cli | cli | COMMON linkteller-jgrapht
      linkteller-experiments | experiment | COMMON
      examples | examples | COMMON
      """
          .replace(
              "COMMON",
              "linkteller-core linkteller-models linkteller-dp linkteller-remote linkteller-onnx"
                  + " linkteller-data linkteller-eval linkteller-report");

  /** The packages of each module, below the base package. */
  static final Map<String, List<String>> PACKAGES = column(1);

  private static final Map<String, List<String>> USED = column(2);

  private final String base;

  ArchitectureRules(String base) {
    this.base = base;
  }

  private static Map<String, List<String>> column(int number) {
    Map<String, List<String>> column = new LinkedHashMap<>();
    for (String line : MODULES.lines().toList()) {
      String[] cells = line.split("\\|", -1);
      column.put(
          cells[0].strip(),
          Stream.of(cells[number].strip().split(" ")).filter(word -> !word.isEmpty()).toList());
    }
    return column;
  }

  /** Each module uses only the modules that the table allows. */
  ArchRule modulesDependInOneDirection() {
    return classes()
        .should(
            new ArchCondition<>("use only modules that theirs may use") {
              @Override
              public void check(JavaClass type, ConditionEvents events) {
                String module = moduleOf(type.getPackageName());
                for (Dependency use : type.getDirectDependenciesFromSelf()) {
                  String used =
                      moduleOf(use.getTargetClass().getBaseComponentType().getPackageName());
                  if (!module.isEmpty()
                      && !used.isEmpty()
                      && !used.equals(module)
                      && !USED.getOrDefault(module, List.of()).contains(used)) {
                    events.add(SimpleConditionEvent.violated(type, use.getDescription()));
                  }
                }
              }
            });
  }

  /** Returns the module of a package, or an empty string if it belongs to none. */
  private String moduleOf(String name) {
    String first = below(name).split("\\.", -1)[0];
    return first.isEmpty()
        ? "linkteller-core"
        : PACKAGES.keySet().stream()
            .filter(module -> PACKAGES.getOrDefault(module, List.of()).contains(first))
            .findFirst()
            .orElse("");
  }

  ArchRule everyClassBelongsToAModule() {
    return classes()
        .that()
        .resideInAPackage(base + "..")
        .should()
        .resideInAnyPackage(
            PACKAGES.keySet().stream().flatMap(this::packagesOf).toArray(String[]::new));
  }

  ArchRule coreKnowsEjmlAndFastutilOnly() {
    return classes()
        .that()
        .resideInAnyPackage(in("linkteller-core"))
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage(
            "java..",
            "javax.crypto..",
            "org.ejml..",
            "it.unimi.dsi.fastutil..",
            "org.jspecify.annotations..",
            base + "..");
  }

  /** Only the session's package and the values that it fills use entries of a ledger. */
  ArchRule onlyTheSessionHasEntriesOfALedger() {
    return noClasses()
        .that()
        .resideOutsideOfPackages(base + ".privacy", base + ".privacy.ledger", base + ".dp.session")
        .should()
        .dependOnClassesThat()
        .resideInAPackage(base + ".privacy.ledger");
  }

  /**
   * Attacks and audits query through a session, which counts; wrappers of an API pass queries on.
   */
  ArchRule attacksAskThroughASession() {
    return noClasses()
        .that()
        .resideInAnyPackage(base + ".attack..", base + ".eval.audit..")
        .and()
        .haveNameNotMatching(".*\\.QuerySession(\\$.*)?")
        .and()
        .areNotAssignableTo(InferenceApi.class)
        .should()
        .callMethodWhere(
            JavaCall.Predicates.target(
                    HasOwner.Predicates.With.owner(
                        JavaClass.Predicates.assignableTo(InferenceApi.class)))
                .and(JavaCall.Predicates.target(HasName.Predicates.nameMatching("predict(All)?"))))
        .orShould()
        .callMethodWhere(
            JavaCall.Predicates.target(
                    HasOwner.Predicates.With.owner(JavaClass.Predicates.type(InferenceQuery.class)))
                .and(JavaCall.Predicates.target(HasName.Predicates.nameMatching("ask(All)?"))));
  }

  /** Classes that train and serve on noisy sums get a private graph, never the graph itself. */
  ArchRule modelsOnSumsAreNotGivenGraphs() {
    return methods()
        .that()
        .areDeclaredInClassesThat()
        .resideInAPackage(base + ".models.aggregate..")
        .should(
            ArchConditions.not(
                ArchConditions.have(
                    DescribedPredicate.describe(
                        "a parameter that is a graph",
                        (JavaMethod method) ->
                            method.getRawParameterTypes().stream()
                                .anyMatch(type -> type.getName().equals(base + ".graph.Graph"))))));
  }

  ArchRule packagesAreFreeOfCycles() {
    return slices().matching(base + ".(**)").should().beFreeOfCycles();
  }

  /** All packages of the attacks, bottom up: each uses only those before it. */
  private static final List<String> ATTACKS =
      List.of(
          "attack",
          "attack.influence",
          "attack.reading",
          "attack.direct",
          "attack.prior",
          "attack.compressed",
          "attack.chosen",
          "attack.own",
          "attack.choice");

  /** The vocabulary of the attacks is at the bottom, and no dependency points up. */
  ArchRule attacksUseOnlyWhatLiesBelow() {
    return classes()
        .that()
        .resideInAPackage(base + ".attack..")
        .should(
            new ArchCondition<>("use only packages of attacks that lie below") {
              @Override
              public void check(JavaClass type, ConditionEvents events) {
                int level = ATTACKS.indexOf(below(type.getPackageName()));
                if (level < 0) {
                  events.add(
                      SimpleConditionEvent.violated(
                          type, type.getName() + " is in a package of attacks without a level"));
                }
                for (Dependency use : type.getDirectDependenciesFromSelf()) {
                  String used = below(use.getTargetClass().getPackageName());
                  boolean isFacade = used.isEmpty();
                  if (isFacade || ATTACKS.indexOf(used) > level) {
                    events.add(SimpleConditionEvent.violated(type, use.getDescription()));
                  }
                }
              }
            });
  }

  /** Returns the name of a package below the base, empty for the base, "elsewhere" if not below. */
  private String below(String name) {
    return name.equals(base)
        ? ""
        : name.startsWith(base + ".") ? name.substring(base.length() + 1) : "elsewhere";
  }

  ArchRule publicFieldsAreConstant() {
    return fields()
        .that()
        .arePublic()
        .should()
        .beFinal()
        .andShould(notBeArrays())
        // Classes with public fields are the exception, so there may be none.
        .allowEmptyShould(true);
  }

  ArchRule librariesLeaveStandardStreamsAlone() {
    return noClasses()
        .that()
        .resideOutsideOfPackages(applications())
        .should(ACCESS_STANDARD_STREAMS);
  }

  /**
   * Only the package {@code file} writes files, which only their owner can read. Spark and the
   * loader of ONNX Runtime's libraries copy into temporary directories that only their owner can
   * read.
   */
  ArchRule filesAreWrittenInOnePlace() {
    return noClasses()
        .that()
        .resideOutsideOfPackages(base + ".file..", base + ".spark..", base + ".onnx..")
        .should()
        .callMethodWhere(
            JavaCall.Predicates.target(
                    HasOwner.Predicates.With.owner(JavaClass.Predicates.type(Files.class)))
                .and(
                    JavaCall.Predicates.target(
                        HasName.Predicates.nameMatching(
                            "new(Output|BufferedWriter).*|write.*|copy|create(File|Temp).*|newByteChannel"))))
        .orShould()
        .callConstructor(FileOutputStream.class, String.class)
        .orShould()
        .callConstructor(FileOutputStream.class, File.class)
        .orShould()
        .dependOnClassesThat()
        .areAssignableTo(FileWriter.class)
        .orShould()
        .dependOnClassesThat()
        .areAssignableTo(RandomAccessFile.class);
  }

  ArchRule packagesAreNamedAfterProblems() {
    return noClasses()
        .should()
        .resideInAnyPackage("..util..", "..helper..", "..manager..", "..impl..");
  }

  private static ArchCondition<JavaField> notBeArrays() {
    return ArchConditions.not(
        ArchConditions.have(
            DescribedPredicate.describe(
                "a raw type that is an array, whose elements anyone can change",
                (JavaField field) -> field.getRawType().isArray())));
  }

  private String[] applications() {
    return Stream.of("linkteller-cli", "linkteller-experiments", "examples")
        .flatMap(this::packagesOf)
        .toArray(String[]::new);
  }

  private String[] in(String module) {
    return packagesOf(module).toArray(String[]::new);
  }

  private Stream<String> packagesOf(String module) {
    Stream<String> below =
        PACKAGES.getOrDefault(module, List.of()).stream().map(name -> base + "." + name + "..");
    // The base package itself contains the facade of core.
    return module.equals("linkteller-core") ? Stream.concat(Stream.of(base), below) : below;
  }
}
