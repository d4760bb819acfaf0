package io.linkteller.spark;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTag;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** Users who do not ask for Spark get nothing of it. */
@ArchTag("thorough")
@AnalyzeClasses(packages = "io.linkteller", importOptions = DoNotIncludeTests.class)
final class SparkStaysHereTest {

  @ArchTest
  static final ArchRule NO_OTHER_MODULE_KNOWS_SPARK =
      noClasses()
          .that()
          .resideOutsideOfPackage("io.linkteller.spark..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("org.apache.spark..", "scala..", "io.linkteller.spark..");

  @ArchTest
  static final ArchRule THIS_MODULE_KNOWS_SPARK_AND_ITS_OWN_DEPENDENCIES =
      classes()
          .that()
          .resideInAPackage("io.linkteller.spark..")
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage(
              "it.unimi.dsi.fastutil..",
              "java..",
              "org.apache.spark..",
              "org.jspecify.annotations..",
              "picocli..",
              "scala..",
              "io.linkteller..");
}
