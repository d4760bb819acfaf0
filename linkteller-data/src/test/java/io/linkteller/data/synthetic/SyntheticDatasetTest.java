package io.linkteller.data.synthetic;

import static io.linkteller.testing.Refusal.assertRefusal;
import static io.linkteller.testing.Refusal.assertRefused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.linkteller.data.Dataset;
import io.linkteller.data.InductivePair;
import io.linkteller.feature.SparseFeatures;
import io.linkteller.graph.Graph;
import io.linkteller.matrix.CsrMatrix;
import io.linkteller.models.train.Labels;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SyntheticDatasetTest {

  @Property(tries = 300)
  void aGeneratedDatasetHasTheSpecifiedCounts(
      @ForAll @IntRange(min = 30, max = 300) int nodes,
      @ForAll @IntRange(min = 1, max = 5) int classes,
      @ForAll @DoubleRange(max = 1) double homophily,
      @ForAll @DoubleRange(min = 2.05, max = 6) double degreeExponent,
      @ForAll long seed) {
    int edges = nodes / 2;
    double share = classes == 1 ? 1 : homophily;
    Dataset drawn =
        SyntheticDataset.builder()
            .nodes(nodes)
            .classes(classes)
            .edges(edges)
            .homophily(share)
            .degreeExponent(degreeExponent)
            .featureColumns(60)
            .featuresPerNode(6)
            .build()
            .generate("drawn", seed);
    assertEquals("drawn", drawn.name());
    assertEquals(nodes, drawn.graph().nodeCount());
    assertEquals(edges, drawn.graph().edgeCount());
    assertEquals(60, drawn.features().cols());
    assertEquals((long) Math.rint(share * edges), edgesWithin(drawn));
    int[] sizes = new int[classes];
    for (int node = 0; node < nodes; node++) {
      sizes[labels(drawn).classOf(node)]++;
    }
    for (int size : sizes) {
      assertTrue(size == nodes / classes || size == (nodes + classes - 1) / classes);
    }
  }

  @Test
  void theSameSeedGivesTheSameDataSetAndAnotherSeedAnother() {
    SyntheticDataset law = SyntheticDataset.builder().build();
    assertEquals(digest(law.generate("a", 7)), digest(law.generate("b", 7)));
    assertNotEquals(digest(law.generate("a", 7)), digest(law.generate("a", 8)));
  }

  /** Drawn once; fails if any Java platform draws anything else. */
  @Test
  void drawsAreEqualOnEveryJavaPlatform() {
    assertEquals(
        "d91302c7b0ce3b97cc84ecfcec99941603a2373dafef4fa6f54a69ff39865878",
        digest(SyntheticDataset.builder().build().generate("pinned", 42)));
  }

  @Test
  void differentFeaturesDoNotChangeTheGraph() {
    Graph few = SyntheticDataset.builder().featuresPerNode(5).build().generate("", 3).graph();
    Graph many = SyntheticDataset.builder().featuresPerNode(50).build().generate("", 3).graph();
    assertEquals(few, many);
  }

  /**
   * Equal weights give nearly Poisson degrees: the sum of (d - 10)²/10 is nearly chi-square with n
   * degrees of freedom, of standard deviation √(2n). Six of them: a false alarm has probability
   * 2e-9.
   */
  @Test
  void equalWeightsGiveBinomialDegrees() {
    int n = 20_000;
    Graph graph =
        SyntheticDataset.builder()
            .nodes(n)
            .classes(4)
            .averageDegree(10)
            .homophily(0.25)
            .degreeExponent(Double.POSITIVE_INFINITY)
            .build()
            .generate("", 1)
            .graph();
    double dispersion = 0;
    for (int node = 0; node < n; node++) {
      dispersion += Math.pow(graph.degree(node) - 10, 2) / 10;
    }
    assertEquals(n, dispersion, 6 * Math.sqrt(2.0 * n));
  }

  /**
   * Expected degrees are weights times 20 over the mean weight. Degrees of 60 and more stem from
   * weights above three times the mean; chance around the expected degree adds some 3 % to their
   * number. The tolerance of 25 % leaves six standard deviations: a false alarm has probability
   * below 1e-6.
   */
  @Test
  void theTailOfTheDegreesHasTheRequestedExponent() {
    int n = 20_000;
    Graph graph =
        SyntheticDataset.builder()
            .nodes(n)
            .averageDegree(20)
            .homophily(0.5)
            .degreeExponent(2.5)
            .build()
            .generate("", 2)
            .graph();
    double cutoff = n * 3 / Math.sqrt(20.0 * n);
    double tail = Math.pow(cutoff, -1.5);
    double meanWeight = 3 * (1 - Math.pow(cutoff, -0.5)) / (1 - tail);
    double expected = n * (Math.pow(3 * meanWeight, -1.5) - tail) / (1 - tail);
    int heavy = 0;
    int largest = 0;
    for (int node = 0; node < n; node++) {
      heavy += graph.degree(node) >= 60 ? 1 : 0;
      largest = Math.max(largest, graph.degree(node));
    }
    assertEquals(expected, heavy, 0.25 * expected);
    // √(2E) = 632 is the largest expected degree.
    assertTrue(largest > 300 && largest < 632 + 6 * Math.sqrt(632), "largest degree " + largest);
  }

  /** Both counts are binomial; six standard deviations: false alarms have probability 2e-9 each. */
  @Test
  void featuresDependOnTheClassInTheSameColumnsOfBothGraphs() {
    int n = 3000;
    int classes = 3;
    int columns = 301;
    double perNode = 24;
    double signal = 0.4;
    InductivePair pair =
        SyntheticDataset.builder()
            .nodes(n)
            .classes(classes)
            .featureColumns(columns)
            .featuresPerNode(perNode)
            .classSignal(signal)
            .build()
            .generatePair("pair", 5);
    assertEquals("pair-train", pair.train().name());
    assertEquals("pair-inference", pair.inference().name());
    assertNotEquals(pair.train().graph(), pair.inference().graph());
    for (Dataset dataset : new Dataset[] {pair.train(), pair.inference()}) {
      CsrMatrix x = entries(dataset);
      double[] own = new double[classes];
      double[] elsewhere = new double[classes];
      for (int node = 0; node < n; node++) {
        int label = labels(dataset).classOf(node);
        for (int e = x.offset(node); e < x.offset(node + 1); e++) {
          boolean inBlock =
              x.column(e) >= label * columns / classes
                  && x.column(e) < (label + 1) * columns / classes;
          (inBlock ? own : elsewhere)[label]++;
        }
      }
      for (int label = 0; label < classes; label++) {
        int block = (label + 1) * columns / classes - label * columns / classes;
        double background = (1 - signal) * perNode / columns;
        double boosted = background + signal * perNode / block;
        requireBinomial(own[label], n / 3.0 * block, boosted);
        requireBinomial(elsewhere[label], n / 3.0 * (columns - block), background);
      }
    }
  }

  @Test
  void certainFeaturesAreAlwaysSetAndImpossibleOnesNever() {
    Dataset full =
        SyntheticDataset.builder()
            .nodes(40)
            .classes(2)
            .averageDegree(2)
            .featureColumns(20)
            .featuresPerNode(10)
            .classSignal(1)
            .build()
            .generate("", 1);
    assertEquals(40 * 10, entries(full).entryCount());
    assertEquals(
        0,
        entries(SyntheticDataset.builder().featuresPerNode(0).build().generate("", 1))
            .entryCount());
  }

  @Test
  void theFlickrSizedDatasetHasItsExactCounts() {
    Dataset flickr = SyntheticDataset.flickrSized().generate("flickr-sized", 1);
    assertEquals(89_250, flickr.graph().nodeCount());
    assertEquals(449_878, flickr.graph().edgeCount());
    assertEquals(500, flickr.features().cols());
    assertEquals(7, flickr.labels().classCount());
  }

  @Test
  void invalidDistributionsAreRejected() {
    SyntheticDataset.Builder law = SyntheticDataset.builder();
    assertRefused(() -> law.nodes(1));
    assertRefused(() -> law.classes(0));
    assertRefused(() -> law.averageDegree(Double.NaN));
    assertRefused(() -> law.averageDegree(Double.POSITIVE_INFINITY));
    assertRefused(() -> law.edges(-1));
    assertRefused(() -> law.homophily(1.1));
    assertRefused(() -> law.degreeExponent(2));
    assertRefused(() -> law.degreeExponent(Double.NaN));
    assertRefused(() -> law.featureColumns(0));
    assertRefused(() -> law.featuresPerNode(-1));
    assertRefused(() -> law.classSignal(-0.1));
    refused("3 edges between classes", SyntheticDataset.builder().classes(1).edges(3).homophily(0));
    refused(
        "100000 edges within classes are more than a quarter",
        SyntheticDataset.builder().nodes(500).edges(100_000).homophily(1));
    refused("are more than the supported", SyntheticDataset.builder().averageDegree(1e300));
    refused("classes = 20 is more than nodes", SyntheticDataset.builder().nodes(10).classes(20));
    refused(
        "classes = 9 is more than featureColumns",
        SyntheticDataset.builder().classes(9).featureColumns(8));
    refused("would give a feature", SyntheticDataset.builder().featuresPerNode(900));
    refused("would give a feature", SyntheticDataset.builder().featuresPerNode(300).classSignal(1));
  }

  @Test
  void aPairWithMismatchedPartsIsRejected() {
    Dataset one = SyntheticDataset.builder().build().generate("one", 1);
    Dataset wider = SyntheticDataset.builder().featureColumns(501).build().generate("wider", 1);
    Dataset richer = SyntheticDataset.builder().classes(3).build().generate("richer", 1);
    assertRefusal("one has 500 features, but wider has 501", () -> new InductivePair(one, wider));
    assertRefusal("one has 2 classes, but richer has 3", () -> new InductivePair(one, richer));
    assertRefused(() -> new Dataset("", Graph.empty(3), one.features(), one.labels()));
  }

  private static void refused(String problem, SyntheticDataset.Builder law) {
    assertRefused(problem, law::build);
  }

  private static void requireBinomial(double count, double trials, double probability) {
    double sigma = Math.sqrt(trials * probability * (1 - probability));
    assertEquals(trials * probability, count, 6 * sigma);
  }

  private static Labels labels(Dataset dataset) {
    return dataset.labels().requireSingle();
  }

  /** If features state the class, the labels can be computed from the edges. */
  @ParameterizedTest
  @CsvSource({"true,false,0", "false,true,0", "false,false,3", "true,true,2"})
  void labelsFollowFromDirectionWeightsAndRelations(
      boolean directed, boolean weighted, int relations) {
    SyntheticDataset.Builder law =
        SyntheticDataset.builder()
            .nodes(400)
            .edges(2000)
            .classes(4)
            .homophily(0.25)
            .featureColumns(4)
            .featuresPerNode(1)
            .classSignal(1);
    law = directed ? law.directed() : law;
    law = weighted ? law.weighted() : law;
    law = relations > 0 ? law.relations(relations) : law;
    Dataset drawn = law.build().generate("drawn", 3);
    Graph graph = drawn.graph();
    assertEquals(directed, graph.isDirected());
    assertEquals(2000, graph.edgeCount());
    assertEquals(relations, graph.relations().size());
    List<Graph> each = relations > 0 ? graph.relations() : List.of(graph);
    each.forEach(relation -> assertEquals(weighted, relation.isWeighted()));
    assertEquals(1, sharePredicted(drawn, each), 1e-12);
    // Guessing would achieve a quarter.
    assertTrue(sharePredicted(drawn, List.of(graph.simple())) < 0.8);
  }

  private static double sharePredicted(Dataset drawn, List<Graph> relations) {
    CsrMatrix x = entries(drawn);
    int right = 0;
    for (int node = 0; node < x.rows(); node++) {
      double[] votes = new double[4];
      for (int r = 0; r < relations.size(); r++) {
        Graph graph = relations.get(r);
        for (int i = 0; i < graph.degree(node); i++) {
          int column = x.column(x.offset(graph.neighbor(node, i)));
          votes[(column + r) % 4] += graph.weight(node, i);
        }
      }
      double most = Arrays.stream(votes).max().orElseThrow();
      double of = votes[labels(drawn).classOf(node)];
      right += of >= most - 1e-12 ? 1 : 0;
    }
    return right / (double) x.rows();
  }

  private static CsrMatrix entries(Dataset dataset) {
    return ((SparseFeatures) dataset.features()).matrix();
  }

  private static long edgesWithin(Dataset dataset) {
    long[] within = new long[1];
    Labels labels = labels(dataset);
    dataset
        .graph()
        .forEachEdge(
            (u, v) -> {
              assertFalse(u == v);
              within[0] += labels.classOf(u) == labels.classOf(v) ? 1 : 0;
            });
    return within[0];
  }

  private static String digest(Dataset dataset) {
    StringBuilder text = new StringBuilder();
    dataset.graph().forEachEdge((u, v) -> text.append(u).append(' ').append(v).append('\n'));
    CsrMatrix x = entries(dataset);
    for (int node = 0; node < x.rows(); node++) {
      text.append(labels(dataset).classOf(node)).append(':');
      for (int e = x.offset(node); e < x.offset(node + 1); e++) {
        text.append(x.column(e)).append(' ');
      }
      text.append('\n');
    }
    try {
      return HexFormat.of()
          .formatHex(
              MessageDigest.getInstance("SHA-256")
                  .digest(text.toString().getBytes(StandardCharsets.US_ASCII)));
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError(e);
    }
  }
}
