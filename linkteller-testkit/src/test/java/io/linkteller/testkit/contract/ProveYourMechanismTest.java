package io.linkteller.testkit.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.linkteller.testkit.contract.PrivacyProof.Finding;
import java.io.IOException;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The programs of the guide compile and prove what the guide says they prove. */
class ProveYourMechanismTest {

  private static String page() throws IOException {
    Path root = Path.of(System.getProperty("linkteller.root", ".."));
    return Files.readString(root.resolve("docs/extend.md"));
  }

  /** Returns the Java block of the page that contains a text. */
  private static String block(String text) throws IOException {
    return Arrays.stream(page().split("```java\n"))
        .map(rest -> rest.replaceFirst("(?s)```.*", ""))
        .filter(block -> block.contains(text))
        .findFirst()
        .orElseThrow();
  }

  /** Compiles a program into a directory of its own and loads its class. */
  private static Class<?> compiled(String source, String name, Path directory) throws Exception {
    String importsFirst =
        Stream.concat(
                source.lines().filter(line -> line.startsWith("import ")).distinct(),
                source.lines().filter(line -> !line.startsWith("import ")))
            .collect(Collectors.joining("\n"));
    Path file = Files.writeString(directory.resolve(name + ".java"), importsFirst);
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

  /** The first program is correct, its defect is found, and the second is an expression. */
  @Test
  void theProgramsOfTheGuideProveItsClaims(@TempDir Path one, @TempDir Path other)
      throws Exception {
    String proof = "theGuaranteeHoldsOnAllSmallGraphs";
    String mechanism = block("class KeepOrFlipTest");
    String bit = block("is node 0 alone?").replace("    .find()\n    .summary();", "    ;");
    String asMethod =
        "final class NoisyBit { static PrivacyProof proof() {\n"
            + bit.replace("PrivacyProof.of(", "return PrivacyProof.of(")
            + "}}";
    Class<?> correct = compiled(mechanism + asMethod, "KeepOrFlipTest", one);
    assertEquals(Map.of(), Contracts.failures(correct, proof));
    String kept = "chance.happens(Probability.logistic(EPSILON))";
    String defect = kept.replace("EPSILON", "1.05 * EPSILON");
    assertTrue(mechanism.contains(kept));
    Class<?> broken = compiled(mechanism.replace(kept, defect), "KeepOrFlipTest", other);
    String message = Objects.requireNonNull(Contracts.failures(broken, proof).get(proof));
    String said = message.replaceFirst("^[^:]*: ", "");
    assertTrue(page().replace('\n', ' ').contains(said), said);
    Method noisyBit =
        Objects.requireNonNull(correct.getClassLoader())
            .loadClass("NoisyBit")
            .getDeclaredMethod("proof");
    noisyBit.setAccessible(true);
    Finding finding = ((PrivacyProof) Objects.requireNonNull(noisyBit.invoke(null))).find();
    assertTrue(finding.isProof(), finding::summary);
    assertEquals(1, finding.epsilon(), 1e-9);
  }
}
