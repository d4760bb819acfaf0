package io.linkteller.testkit.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.linkteller.dp.sampling.Probability;
import io.linkteller.privacy.NeighboringGraphs;
import io.linkteller.privacy.PrivacyGuarantee;
import io.linkteller.testkit.proof.PrivacyProof;
import io.linkteller.testkit.proof.PrivacyProof.Finding;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The programs of the guide compile and prove what the guide says they prove. */
@Tag("thorough")
class ProveYourMechanismTest {

  private static final String IMPORTS =
      """
      import io.linkteller.dp.*;
      import io.linkteller.dp.sampling.*;
      import io.linkteller.graph.*;
      import io.linkteller.privacy.*;
      import io.linkteller.testkit.contract.*;
      import io.linkteller.testkit.proof.*;
      """;

  private static String page() throws IOException {
    Path root = Path.of(System.getProperty("linkteller.root", ".."));
    return Files.readString(root.resolve("docs/prove-your-mechanism.md"));
  }

  /** Returns the Java blocks of the page. */
  private static List<String> blocks() throws IOException {
    return Arrays.stream(page().split("```java\n"))
        .skip(1)
        .map(rest -> rest.substring(0, rest.indexOf("```")))
        .toList();
  }

  private static Class<?> compiled(String source, String name, Path directory) throws Exception {
    Path file = Files.writeString(directory.resolve(name + ".java"), source);
    int result =
        ToolProvider.getSystemJavaCompiler()
            .run(
                null,
                null,
                null,
                "-proc:none",
                "-cp",
                System.getProperty("java.class.path"),
                "-d",
                directory.toString(),
                file.toString());
    assertEquals(0, result, source);
    URLClassLoader loader =
        new URLClassLoader(
            new URL[] {directory.toUri().toURL()}, ProveYourMechanismTest.class.getClassLoader());
    return loader.loadClass(name);
  }

  @Test
  void theMechanismOfTheGuideKeepsItsContract(@TempDir Path directory) throws Exception {
    Class<?> test = compiled(IMPORTS + blocks().get(0), "KeepOrFlipTest", directory);
    assertEquals(Map.of(), Contracts.failures(test));
  }

  @Test
  void theDefectOfTheGuideIsFoundWithTheMessageOfTheGuide(@TempDir Path directory)
      throws Exception {
    String kept = "chance.happens(Probability.logistic(EPSILON))";
    String block = blocks().get(0);
    assertTrue(block.contains(kept));
    Class<?> test =
        compiled(
            IMPORTS + block.replace(kept, "chance.happens(Probability.logistic(1.05 * EPSILON))"),
            "KeepOrFlipTest",
            directory);
    String message = Contracts.failures(test).get("theGuaranteeHoldsOnAllSmallGraphs");
    String said = Objects.requireNonNull(message).replaceFirst("^[^:]*: ", "");
    assertTrue(page().replace('\n', ' ').contains(said), said);
  }

  @Test
  void theNoisyBitOfTheGuideIsProved(@TempDir Path directory) throws Exception {
    String block = blocks().get(1);
    String asProof = block.replace("    .find()\n    .summary();", "    ;");
    int at = asProof.indexOf("PrivacyProof.of(");
    Class<?> compiled =
        compiled(
            IMPORTS
                + "public final class NoisyBit {\n  public static PrivacyProof proof() {\n"
                + asProof.substring(0, at)
                + "return "
                + asProof.substring(at)
                + "  }\n}\n",
            "NoisyBit",
            directory);
    PrivacyProof proof = (PrivacyProof) compiled.getMethod("proof").invoke(null);
    Finding finding = Objects.requireNonNull(proof).find();
    assertTrue(finding.isProof(), finding::summary);
    assertEquals(1, finding.epsilon(), 1e-9);
  }

  @Test
  void theSignedGeometricNoiseOfTheGuideIsWorseThanItLooks() {
    PrivacyGuarantee claimed = new PrivacyGuarantee("degree", 1, NeighboringGraphs.ONE_EDGE);
    Finding finding =
        PrivacyProof.of(
                claimed,
                (graph, chance) -> {
                  int noise = 0;
                  while (chance.happens(Probability.expOfMinus(1))) {
                    noise++;
                  }
                  boolean negative = chance.happens(Probability.of(0.5));
                  return graph.degree(0) + (negative ? -noise : noise);
                })
            .negligible(1e-12)
            .find();
    assertTrue(finding.isViolation(), finding::summary);
    assertEquals(1 + Math.log(2), finding.epsilon(), 1e-6);
  }
}
