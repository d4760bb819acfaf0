package io.linkteller.attack.choice;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.linkteller.attack.Access;
import io.linkteller.attack.AttackListener;
import io.linkteller.attack.AttackRequest;
import io.linkteller.attack.Finding;
import io.linkteller.attack.LinkAttack;
import io.linkteller.attack.LinkAttackProvider;
import io.linkteller.attack.LinkPrediction;
import io.linkteller.attack.PairScores;
import io.linkteller.feature.FeatureMatrix;
import io.linkteller.inference.InferenceApi;
import io.linkteller.inference.InferenceNodes;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.ejml.data.DMatrixRMaj;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The choice iterates over the catalogue, so an external attack is tried, compared and chosen. */
class CatalogueChoiceTest {

  private static final int NODES = 60;
  private static final double DENSITY = 2.0 / NODES;

  private static final double NOISE = 0.08;

  private static final InferenceNodes TARGETS = targets();

  @TempDir private Path directory;

  private final ClassLoader before = Thread.currentThread().getContextClassLoader();

  /** Sums tanh of the features over neighbors on a path of ids, and adds strong noise. */
  private static InferenceApi api() {
    AtomicInteger asked = new AtomicInteger();
    return query -> {
      Random random = new Random(asked.incrementAndGet());
      DMatrixRMaj x = query.features().toDense();
      DMatrixRMaj answer = new DMatrixRMaj(x.numRows, x.numCols);
      for (int i = 0; i < x.numRows; i++) {
        for (int j = 0; j < x.numRows; j++) {
          int distance = Math.abs(query.nodes().getInt(i) - query.nodes().getInt(j));
          for (int c = 0; c < x.numCols && distance <= 1; c++) {
            answer.add(i, c, Math.tanh(x.get(j, c)));
          }
        }
      }
      for (int i = 0; i < answer.getNumElements(); i++) {
        answer.data[i] += NOISE * random.nextGaussian();
      }
      return answer;
    };
  }

  private static InferenceNodes targets() {
    Random random = new Random(3);
    double[][] features = new double[NODES][2];
    for (double[] row : features) {
      Arrays.setAll(row, i -> 0.3 + 0.3 * random.nextDouble());
    }
    return InferenceNodes.of(FeatureMatrix.dense(features));
  }

  /** An external attack that knows that the graph is a path. */
  public static class NearIds implements LinkAttackProvider {

    @Override
    public String name() {
      return "path-of-ids";
    }

    @Override
    public String description() {
      return "ranks pairs by the distance of their ids";
    }

    @Override
    public Access needs() {
      return Access.NONE;
    }

    @Override
    public long expectedQueries(int targets) {
      return 0;
    }

    @Override
    public LinkAttack create(AttackRequest request) {
      return session -> Finding.of(PairScores.ofAll(session.targetCount(), this::score));
    }

    double score(int i, int j) {
      return 1.0 / (j - i);
    }
  }

  /** The same attack with a ranking that is unrelated to the graph. */
  public static final class FarIds extends NearIds {

    @Override
    double score(int i, int j) {
      return j - i;
    }
  }

  /** An attack with a random ranking that declares that it queries the black box. */
  public static final class Asking extends NearIds {

    @Override
    public Access needs() {
      return Access.needing().features(Access.Features.AS_THEY_ARE).build();
    }

    @Override
    public LinkAttack create(AttackRequest request) {
      return session ->
          Finding.of(
              PairScores.ofAll(
                  session.targetCount(),
                  (i, j) -> new SplittableRandom(100L * i + j).nextDouble()));
    }
  }

  /** An attack that fails although it has the access that it declares. */
  public static final class Failing extends NearIds {

    @Override
    public LinkAttack create(AttackRequest request) {
      throw new IllegalArgumentException("needs more than it declares");
    }
  }

  private void register(Class<? extends LinkAttackProvider> attack) throws IOException {
    Path services = Files.createDirectories(directory.resolve("META-INF/services"));
    Files.writeString(services.resolve(LinkAttackProvider.class.getName()), attack.getName());
    Thread.currentThread()
        .setContextClassLoader(new URLClassLoader(new URL[] {directory.toUri().toURL()}, before));
  }

  @AfterEach
  void forget() {
    Thread.currentThread().setContextClassLoader(before);
  }

  private static int right(LinkPrediction found) {
    return (int) found.guesses().stream().filter(pair -> pair.v() - pair.u() == 1).count();
  }

  private static LinkPrediction chosen(List<String> taken) {
    return chosen(TARGETS, taken);
  }

  private static LinkPrediction chosen(InferenceNodes nodes, List<String> taken) {
    AttackListener listener =
        new AttackListener() {
          @Override
          public void onAnswer(int answered, int total) {}

          @Override
          public void onChoice(String attack, boolean isTaken, String reason) {
            taken.add((isTaken ? "" : "not ") + attack);
          }
        };
    Access scaling =
        Access.builder().nodes(Access.Nodes.WHOLE_GRAPH).features(Access.Features.SCALED).build();
    return AttackRequest.builder()
        .access(scaling)
        .onProgress(listener)
        .attack("auto")
        .run(api(), nodes, DENSITY);
  }

  @Test
  void anExternalAttackThatExplainsHeldOutProbesBetterIsChosen() throws IOException {
    LinkPrediction ours = chosen(new ArrayList<>());
    assertTrue(right(ours) < 0.9 * NODES, () -> right(ours) + " of " + (NODES - 1));
    register(NearIds.class);
    List<String> taken = new ArrayList<>();
    LinkPrediction found = chosen(taken);
    assertEquals("path-of-ids", taken.get(taken.size() - 1));
    assertEquals("path-of-ids", found.attack());
    assertEquals(NODES - 1, right(found));
    double loss = found.finding().loss().orElseThrow();
    assertTrue(loss < ours.finding().loss().orElseThrow(), () -> "loss " + loss);
  }

  @Test
  void anExternalAttackThatExplainsLessIsNotChosen() throws IOException {
    LinkPrediction ours = chosen(new ArrayList<>());
    register(FarIds.class);
    LinkPrediction found = chosen(new ArrayList<>());
    assertEquals(ours.attack(), found.attack());
    assertEquals(ours.edges(), found.edges());
  }

  @Test
  void aRandomRankingIsNotChosenIfProbesPassThroughOtherNodes() throws IOException {
    InferenceNodes some = TARGETS.targeting(IntStream.range(0, 40).toArray());
    LinkPrediction ours = chosen(some, new ArrayList<>());
    register(Asking.class);
    List<String> taken = new ArrayList<>();
    LinkPrediction found = chosen(some, taken);
    assertEquals(ours.attack(), found.attack(), taken::toString);
    assertEquals(ours.edges(), found.edges());
  }

  @Test
  void aFailingExternalAttackDoesNotStopTheOthers() throws IOException {
    register(Failing.class);
    List<String> taken = new ArrayList<>();
    LinkPrediction found = chosen(taken);
    assertTrue(taken.contains("not path-of-ids"), taken::toString);
    assertFalse(found.edges().isEmpty());
  }
}
