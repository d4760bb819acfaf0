package org.example.outside;

import static io.linkteller.testing.Refusal.assertRefusal;
import static io.linkteller.testing.Refusal.assertRefused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.linkteller.dp.GraphMechanism;
import io.linkteller.dp.MechanismProvider;
import io.linkteller.dp.MechanismType;
import io.linkteller.dp.SmallGraphs.Kind;
import io.linkteller.dp.StandardMechanisms;
import io.linkteller.dp.audit.ExhaustiveAudit;
import io.linkteller.dp.session.PrivateSession;
import io.linkteller.graph.Graph;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An external mechanism is used and proved like those of the library. */
class OutsideMechanismTest {

  private static final Graph PATH = Graph.builder(4).addEdge(0, 1).addEdge(1, 2).build();

  @Test
  void aRegisteredMechanismIsFoundByName() {
    GraphMechanism found = MechanismType.named("Node-Blind").withEpsilon(2);
    assertEquals(new NodeBlindResponse(2), found);
    assertEquals(
        List.of("edgerand", "lapgraph", "node-blind", "tmf"),
        MechanismType.all().stream().map(MechanismType::name).toList());
    assertEquals(StandardMechanisms.LAP_GRAPH, MechanismType.named("LAPGRAPH"));
    assertEquals("LapGraph", MechanismType.named("lapgraph").title());
    assertEquals("lapgraph", MechanismType.named("LAPGRAPH").toString());
  }

  @Test
  void anUnknownNameListsTheKnownOnes() {
    assertRefusal(
        "no mechanism is named 'laplace'; there are edgerand, lapgraph, node-blind, tmf",
        () -> MechanismType.named("laplace"));
    assertRefused(() -> new MechanismType("Node Blind", "", NodeBlindResponse::new));
  }

  /** Registered in addition to the others by {@link #duplicateNamesAreRefused}. */
  public static final class SecondLapGraph implements MechanismProvider {

    @Override
    public List<MechanismType> mechanisms() {
      return List.of(new MechanismType("lapgraph", "Another", NodeBlindResponse::new));
    }
  }

  @Test
  void duplicateNamesAreRefused(@TempDir Path directory) throws IOException {
    Path services = Files.createDirectories(directory.resolve("META-INF/services"));
    Files.writeString(
        services.resolve(MechanismProvider.class.getName()), SecondLapGraph.class.getName());
    Thread thread = Thread.currentThread();
    ClassLoader before = thread.getContextClassLoader();
    try (URLClassLoader more = new URLClassLoader(new URL[] {directory.toUri().toURL()}, before)) {
      thread.setContextClassLoader(more);
      assertRefused(
          IllegalStateException.class, "two mechanisms are named lapgraph", MechanismType::all);
    } finally {
      thread.setContextClassLoader(before);
    }
  }

  @Test
  void exhaustiveEnumerationProvesItsGuarantee() {
    for (double epsilon : new double[] {0.1, 1, 6}) {
      ExhaustiveAudit audit =
          ExhaustiveAudit.of(new NodeBlindResponse(epsilon), new Kind(3, false, 0));
      assertTrue(audit.isProof(), audit::toString);
      assertEquals(epsilon, audit.epsilon(), 1e-9);
    }
  }

  @Test
  void itAcceptsSeedsAndLedgersLikeTheOthers() {
    GraphMechanism mechanism = new NodeBlindResponse(1);
    assertEquals(
        mechanism.forExperiments(7).perturb(PATH), mechanism.forExperiments(7).perturb(PATH));
    assertNotEquals(
        mechanism.forExperiments(7).perturb(PATH).guarantee(), mechanism.perturb(PATH).guarantee());
    PrivateSession session = PrivateSession.withBudget(PATH, 2);
    session.perturb(mechanism);
    assertEquals(1, session.ledger().spent());
  }
}
