package io.linkteller.privacy;

import static io.linkteller.testing.Refusal.assertRefused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.linkteller.graph.Graph;
import io.linkteller.privacy.ledger.LedgerEntry;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.module.ModuleDescriptor;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Modifier;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ChargedGuaranteeTest {

  private static LedgerEntry entry(String ledger, int number, String part, Set<String> apart) {
    return new LedgerEntry(ledger, number, "", part, apart);
  }

  private static ChargedGuarantee of(
      String ledger, int number, String part, Set<String> apart, double epsilon) {
    return new ChargedGuarantee(
        entry(ledger, number, part, apart), claim("M" + number, epsilon, 0));
  }

  private static PrivacyGuarantee claim(String mechanism, double epsilon, double delta) {
    return new PrivacyGuarantee(
        mechanism, epsilon, delta, NeighboringGraphs.ONE_EDGE, PrivacyGuarantee.NoiseSource.SECURE);
  }

  @Test
  void chargesToOnePartAddUpAndAreRoundedUp() {
    ChargedGuarantee tenth = of("l", 0, "a", Set.of(), 0.1);
    ChargedGuarantee three =
        tenth.and(of("l", 1, "a", Set.of(), 0.1)).and(of("l", 2, "a", Set.of(), 0.1));
    assertEquals(Math.nextUp(0.3), three.guarantee().epsilon());
    assertEquals("M0, then M1, then M2", three.guarantee().mechanism());
    assertTrue(three.toString().endsWith("composed of 3 charges"), three.toString());
    assertTrue(tenth.toString().endsWith("composed of 1 charge"), tenth.toString());
    assertEquals(three, three.and(tenth));
    assertEquals(tenth, of("l", 0, "a", Set.of(), 0.1));
  }

  @Test
  void theLargestEpsilonOfDisjointPartsCounts() {
    ChargedGuarantee a = of("l", 0, "a", Set.of(), 2);
    ChargedGuarantee b = of("l", 1, "b", Set.of("a"), 3);
    assertEquals(3, a.and(b).guarantee().epsilon());
    assertEquals(3, b.and(a).guarantee().epsilon());
    // A part that may overlap both merges them.
    ChargedGuarantee c = of("l", 2, "c", Set.of(), 1);
    assertEquals(6, a.and(b).and(c).guarantee().epsilon());
    // The names of parts are local to a ledger.
    assertEquals(5, a.and(of("other", 1, "b", Set.of("a"), 3)).guarantee().epsilon());
  }

  /** Part a has grown before the later charge, so it may overlap part b. */
  @Test
  void disjointnessDoesNotExtendToLaterCharges() {
    ChargedGuarantee b = of("l", 1, "b", Set.of("a"), 3);
    ChargedGuarantee grown = of("l", 2, "a", Set.of(), 2);
    assertEquals(5, b.and(grown).guarantee().epsilon());
  }

  @Test
  void theComposedRelationIsIncludedInAllClaims() {
    PrivacyGuarantee node = new PrivacyGuarantee("M", 1, NeighboringGraphs.ONE_NODE);
    PrivacyGuarantee two = new PrivacyGuarantee("M", 1, NeighboringGraphs.edges(2));
    PrivacyGuarantee three = new PrivacyGuarantee("M", 1, NeighboringGraphs.edges(3));
    assertEquals(NeighboringGraphs.ONE_NODE, relation(node, node));
    assertEquals(NeighboringGraphs.edges(2), relation(three, two));
    assertEquals(NeighboringGraphs.ONE_EDGE, relation(node, three));
    // Two changed edges may be in different graphs.
    assertEquals(
        NeighboringGraphs.ONE_EDGE, PrivacyGuarantee.inParallel(List.of(two, two)).neighbors());
    assertEquals(NeighboringGraphs.edges(2), PrivacyGuarantee.inParallel(List.of(two)).neighbors());
  }

  private static NeighboringGraphs relation(PrivacyGuarantee a, PrivacyGuarantee b) {
    return PrivacyGuarantee.composed(List.of(a, b)).neighbors();
  }

  @Test
  void compositionsWithoutAGuaranteeAreRefused() {
    assertRefused(() -> PrivacyGuarantee.composed(List.of(claim("M", 1, 0.5), claim("M", 1, 0.5))));
    assertRefused(
        () ->
            PrivacyGuarantee.composed(
                List.of(claim("M", Double.MAX_VALUE, 0), claim("M", Double.MAX_VALUE, 0))));
    assertRefused(() -> ChargedGuarantee.together(List.of()));
    PrivacyGuarantee seeded = claim("M", 1, 0).seeded();
    assertEquals(true, PrivacyGuarantee.composed(List.of(claim("N", 1, 0), seeded)).isSeeded());
  }

  @Test
  void aChargeHasTheGuaranteeOfItsRelease() {
    PrivacyGuarantee claim = claim("M0", 2, 0);
    PerturbedGraph released =
        new PerturbedGraph(Graph.empty(2), claim, entry("l", 0, "a", Set.of()), Optional::empty);
    assertEquals(claim, released.guarantee());
    assertEquals(claim, released.charge().orElseThrow().guarantee());
    assertEquals(Optional.empty(), new PerturbedGraph(Graph.empty(2), claim).charge());
  }

  /** A module other than the session's compiles against core but cannot name an entry. */
  @Test
  void aChargeForgedByAnotherModuleDoesNotCompile(@TempDir Path sources) throws IOException {
    assertEquals("", compiled(sources, "io.linkteller.privacy.ChargedGuarantee charged;"));
    String errors =
        compiled(sources, "io.linkteller.privacy.ledger.LedgerEntry entry; int charged;");
    assertTrue(errors.contains("io.linkteller.privacy.ledger is not visible"), errors);
  }

  private static String compiled(Path sources, String member) throws IOException {
    Path module =
        Files.writeString(
            sources.resolve("module-info.java"),
            "module stranger { requires io.linkteller.core; }");
    Path type =
        Files.writeString(
            Files.createDirectories(sources.resolve("stranger")).resolve("Forger.java"),
            "package stranger; abstract class Forger { " + member + " }");
    String modules =
        Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
            .filter(entry -> entry.contains("ejml-") || entry.contains("fastutil"))
            .collect(Collectors.joining(File.pathSeparator));
    ByteArrayOutputStream errors = new ByteArrayOutputStream();
    ToolProvider.getSystemJavaCompiler()
        .run(
            null,
            OutputStream.nullOutputStream(),
            errors,
            "-Xlint:none",
            "--module-path",
            modules + File.pathSeparator + Path.of("target/classes"),
            "-d",
            sources.resolve("out").toString(),
            module.toString(),
            type.toString());
    return errors.toString(StandardCharsets.UTF_8);
  }

  /** The compiler and the virtual machine enforce this for every other module. */
  @Test
  void ledgerEntriesAreVisibleOnlyToTheModuleOfTheSession() throws IOException {
    try (InputStream compiled = Files.newInputStream(Path.of("target/classes/module-info.class"))) {
      assertEquals(
          List.of(Set.of("io.linkteller.dp")),
          ModuleDescriptor.read(compiled).exports().stream()
              .filter(export -> export.source().equals("io.linkteller.privacy.ledger"))
              .map(ModuleDescriptor.Exports::targets)
              .toList());
    }
  }

  /** A module can pass null even for a type that it cannot name. */
  @Test
  void aNullEntryIsRejected() {
    Map<Class<?>, Object> others =
        Map.of(Graph.class, Graph.empty(2), PrivacyGuarantee.class, claim("M", 1, 0), int.class, 1);
    int tried = 0;
    for (Class<?> type : List.of(ChargedGuarantee.class, NoisySums.class, PerturbedGraph.class)) {
      for (Constructor<?> constructor : type.getConstructors()) {
        Class<?>[] parameters = constructor.getParameterTypes();
        if (Arrays.asList(parameters).contains(LedgerEntry.class)) {
          Object[] arguments = new Object[parameters.length];
          Arrays.setAll(arguments, i -> others.get(parameters[i]));
          assertThrows(InvocationTargetException.class, () -> constructor.newInstance(arguments));
          tried++;
        }
      }
    }
    assertEquals(3, tried);
  }

  /** Code without an entry can neither state a charge nor attach one to a result. */
  @Test
  void everyConstructorOfAChargedResultRequiresAnEntry() {
    for (Class<?> type : List.of(ChargedGuarantee.class, NoisySums.class, PerturbedGraph.class)) {
      assertTrue(Modifier.isFinal(type.getModifiers()), type.getName());
      for (Constructor<?> constructor : type.getConstructors()) {
        List<Class<?>> given = List.of(constructor.getParameterTypes());
        assertEquals(
            !given.equals(List.of(Graph.class, PrivacyGuarantee.class)),
            given.contains(LedgerEntry.class),
            constructor.toString());
      }
    }
  }
}
