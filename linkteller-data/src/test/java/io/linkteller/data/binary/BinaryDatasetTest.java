package io.linkteller.data.binary;

import static io.linkteller.testing.Refusal.assertRefused;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.linkteller.data.Dataset;
import io.linkteller.data.DatasetFormatException;
import io.linkteller.data.NodeSplit;
import io.linkteller.data.synthetic.SyntheticDataset;
import io.linkteller.feature.DenseFeatures;
import io.linkteller.feature.FeatureMatrix;
import io.linkteller.feature.FeatureScaler;
import io.linkteller.feature.MappedFeatures;
import io.linkteller.feature.SparseFeatures;
import io.linkteller.graph.Graph;
import io.linkteller.matrix.CsrMatrix;
import io.linkteller.models.architecture.Normalization;
import io.linkteller.models.train.Labels;
import io.linkteller.parallel.Workers;
import io.linkteller.testing.Thorough;
import it.unimi.dsi.fastutil.ints.IntList;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.ejml.data.DMatrixRMaj;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BinaryDatasetTest {

  private static final Graph GRAPH =
      Graph.builder(4).addEdge(0, 1).addEdge(1, 3).addEdge(2, 3).build();

  @TempDir private Path directory;

  private static Dataset small(FeatureMatrix features, Labels labels) {
    NodeSplit split = new NodeSplit(IntList.of(0), IntList.of(1, 3), IntList.of(2));
    return new Dataset("small", GRAPH, features, labels).withSplit(split);
  }

  private static FeatureMatrix dense() {
    return FeatureMatrix.dense(new double[][] {{1, 2}, {0.1, -3}, {0, 1e300}, {4, 5}});
  }

  private static FeatureMatrix sparse() {
    return SparseFeatures.of(
        CsrMatrix.of(3, new int[] {0, 1, 1, 3, 3}, new int[] {2, 0, 1}, new double[] {1, -0.1, 2}));
  }

  @Test
  void onlyTheirOwnerCanReadTheFiles() throws IOException {
    BinaryDataset.write(small(dense(), Labels.single(new int[] {0, -1, 2, 1}, 3)), directory);
    try (Stream<Path> files = Files.list(directory)) {
      for (Path file : files.toList()) {
        assertEquals(
            PosixFilePermissions.fromString("rw-------"), Files.getPosixFilePermissions(file));
      }
    }
  }

  @Test
  void writingADatasetWithoutSplitRemovesAnOldSplit() {
    Labels labels = Labels.single(new int[] {0, -1, 2, 1}, 3);
    BinaryDataset.write(small(dense(), labels), directory);
    assertTrue(BinaryDataset.load(directory).split().isPresent());
    BinaryDataset.write(new Dataset("other", GRAPH, dense(), labels), directory);
    assertTrue(BinaryDataset.load(directory).split().isEmpty());
  }

  /** Flips bits and truncates files at random places from a fixed seed. */
  @Test
  void damagedFilesAreRejectedOrReadAsAnotherDataset() throws IOException {
    SplittableRandom random = new SplittableRandom(4);
    int rejected = 0;
    for (FeatureMatrix x : List.of(sparse(), dense())) {
      BinaryDataset.write(small(x, Labels.single(new int[] {0, -1, 2, 1}, 3)), directory);
      for (int trial = 0; trial < Thorough.size(200, 5000); trial++) {
        Path file =
            directory.resolve(
                List.of("graph.bin", "features.bin", "labels.bin", "split.bin").get(trial % 4));
        byte[] whole = Files.readAllBytes(file);
        byte[] bytes = whole.clone();
        int at = random.nextInt(bytes.length);
        bytes[at] ^= (byte) (1 << random.nextInt(8));
        int length = random.nextInt(4) == 0 ? at : bytes.length;
        Files.write(file, Arrays.copyOf(bytes, length));
        try {
          Dataset read = BinaryDataset.load(directory);
          assertEquals(read.graph().nodeCount(), read.features().rows());
        } catch (DatasetFormatException e) {
          rejected++;
          assertTrue(e.file().startsWith(directory), e.getMessage());
          assertTrue(
              String.valueOf(e.getMessage()).startsWith(e.file().toString()), e.getMessage());
        }
        Files.write(file, whole);
      }
    }
    assertTrue(rejected > 100, rejected + " were rejected");
  }

  @Property(tries = 20)
  void writtenFilesAreRead(
      @ForAll @IntRange(min = 3, max = 60) int n,
      @ForAll @IntRange(min = 1, max = 3) int classes,
      @ForAll boolean single,
      @ForAll long seed)
      throws IOException {
    Path files = Files.createTempDirectory("binary");
    SplittableRandom random = new SplittableRandom(seed);
    Dataset drawn =
        SyntheticDataset.builder()
            .nodes(n)
            .edges(Math.min(20, (n / classes) * (n / classes - 1) / 10))
            .classes(classes)
            .homophily(1)
            .featureColumns(7)
            .featuresPerNode(2)
            .build()
            .generate("drawn", seed);
    Dataset written =
        random.nextBoolean() ? drawn : drawn.withFeatures(numbers(n, 5, single, random));
    BinaryDataset.write(written, files);
    Dataset read = BinaryDataset.load(files);
    assertEquals(written.graph(), read.graph());
    assertArrayEquals(written.features().toDense().data, read.features().toDense().data);
    assertEquals(
        written.features() instanceof SparseFeatures, read.features() instanceof SparseFeatures);
    for (int u = 0; u < n; u++) {
      assertEquals(
          written.labels().requireSingle().classOf(u), read.labels().requireSingle().classOf(u));
    }
    assertEquals(classes, read.labels().classCount());
    assertTrue(read.split().isEmpty());
    for (String name : new String[] {"graph.bin", "features.bin", "labels.bin"}) {
      Files.delete(files.resolve(name));
    }
    Files.delete(files);
  }

  private static DenseFeatures numbers(int n, int d, boolean single, SplittableRandom random) {
    DMatrixRMaj values = new DMatrixRMaj(n, d);
    for (int i = 0; i < values.getNumElements(); i++) {
      double value = random.nextDouble(-2, 2);
      values.data[i] = single ? (float) value : value;
    }
    return DenseFeatures.of(values);
  }

  @Test
  void labelsOfSeveralClassesAndPartsAreRead() {
    BinaryDataset.write(
        small(
            dense(),
            Labels.multi(
                new boolean[][] {{true, false}, {true, true}, {false, false}, {false, true}})),
        directory);
    Dataset read = BinaryDataset.load(directory);
    assertTrue(read.labels().isMultiLabel());
    assertTrue(read.labels().has(1, 0) && read.labels().has(3, 1));
    assertFalse(read.labels().has(2, 0) || read.labels().has(0, 1));
    assertEquals(IntList.of(1, 3), read.split().orElseThrow().validation());
  }

  @Test
  void labelsMayBeMissing() throws IOException {
    BinaryDataset.write(small(sparse(), Labels.single(new int[4], 1)), directory);
    Files.delete(directory.resolve("labels.bin"));
    assertFalse(BinaryDataset.load(directory).labels().isKnown(0));
  }

  /** The bytes of the format, written by hand. */
  @Test
  void aFileIsLaidOutAsDocumented() throws IOException {
    BinaryDataset.write(small(dense(), Labels.single(new int[4], 1)), directory);
    ByteBuffer graph =
        ByteBuffer.wrap(Files.readAllBytes(directory.resolve("graph.bin")))
            .order(ByteOrder.LITTLE_ENDIAN);
    byte[] magic = new byte[8];
    graph.get(magic);
    assertArrayEquals("LINKTELL".getBytes(StandardCharsets.US_ASCII), magic);
    assertEquals(1, graph.getInt());
    assertEquals(1, graph.getInt());
    long[] expected = {4, 4, 6, 0, 0, 0, 0, 1, 3, 4, 6};
    for (long value : expected) {
      assertEquals(value, graph.getLong());
    }
    for (int neighbor : new int[] {1, 0, 3, 3, 1, 2}) {
      assertEquals(neighbor, graph.getInt());
    }
    assertFalse(graph.hasRemaining());
  }

  @Property(tries = 20)
  void mappedFeaturesComputeLikeDenseOnes(
      @ForAll @IntRange(min = 1, max = 600) int n,
      @ForAll @IntRange(min = 1, max = 20) int d,
      @ForAll @IntRange(min = 1, max = 20) int width,
      @ForAll @IntRange(min = 1, max = 3) int threads,
      @ForAll boolean standardized,
      @ForAll long seed)
      throws IOException {
    SplittableRandom random = new SplittableRandom(seed);
    DenseFeatures x = numbers(n, d, random.nextBoolean(), random);
    Path file = Files.createTempFile("features", ".bin");
    BinaryWriter.writeFeatures(x, file);
    FeatureMatrix mapped = BinaryDataset.readFeatures(file);
    FeatureMatrix expected = x;
    if (standardized) {
      FeatureScaler scaler = FeatureScaler.fit(x);
      assertArrayEquals(scaler.mean(), FeatureScaler.fit(mapped).mean());
      assertArrayEquals(scaler.deviation(), FeatureScaler.fit(mapped).deviation());
      expected = scaler.transform(x);
      mapped = scaler.transform(mapped);
    }
    assertInstanceOf(MappedFeatures.class, mapped);
    Workers workers = Workers.of(threads);
    DMatrixRMaj w = numbers(d, width, false, random).toDense();
    assertEquals(d, mapped.cols());
    assertArrayEquals(
        product(expected, w, Workers.sequential()).data, product(mapped, w, workers).data);
    DMatrixRMaj g = numbers(n, width, false, random).toDense();
    DMatrixRMaj one = new DMatrixRMaj(0, 0);
    DMatrixRMaj other = new DMatrixRMaj(0, 0);
    expected.multiplyTransposed(g, one, workers);
    mapped.multiplyTransposed(g, other, workers);
    assertArrayEquals(one.data, other.data);
    CsrMatrix left = Normalization.AUG_NORM_ADJ.of(ring(n));
    expected.multiplyBy(left, one, workers);
    mapped.multiplyBy(left, other, workers);
    assertArrayEquals(
        Arrays.copyOf(one.data, one.getNumElements()),
        Arrays.copyOf(other.data, other.getNumElements()));
    int row = random.nextInt(n);
    assertEquals(expected.get(row, d - 1), mapped.get(row, d - 1));
    assertEquals(expected.isZeroRow(row), mapped.isZeroRow(row));
    assertArrayEquals(
        expected.selectRows(IntList.of(row)).toDense().data,
        mapped.selectRows(IntList.of(row)).toDense().data);
    Files.delete(file);
  }

  private static DMatrixRMaj product(FeatureMatrix x, DMatrixRMaj w, Workers workers) {
    DMatrixRMaj out = new DMatrixRMaj(0, 0);
    x.multiply(w, out, workers);
    return out;
  }

  private static Graph ring(int n) {
    Graph.Builder graph = Graph.builder(n).mergingDuplicates();
    for (int u = 0; u + 1 < n; u++) {
      graph.addEdge(u, u + 1).addEdge(0, u + 1);
    }
    return graph.build();
  }

  @Test
  void featuresThatDoNotFitTheFileAreRejected() throws IOException {
    Path file = directory.resolve("numbers");
    Files.write(file, new byte[64]);
    assertEquals(0, MappedFeatures.open(file, 0, 4, 2, false).get(3, 1));
    assertRefused(() -> MappedFeatures.open(file, 8, 4, 2, false));
    assertRefused(() -> MappedFeatures.open(file, 4, 1, 1, true));
    assertRefused(() -> MappedFeatures.open(file, 0, -1, 1, true));
    ByteBuffer bytes = ByteBuffer.allocate(64).order(ByteOrder.LITTLE_ENDIAN);
    bytes.putFloat(12, Float.NaN);
    Files.write(file, bytes.array());
    String message =
        assertThrows(IllegalArgumentException.class, () -> MappedFeatures.open(file, 0, 2, 2, true))
            .getMessage();
    assertTrue(String.valueOf(message).contains("row 1, column 1 is NaN"), message);
  }

  @Test
  void anAsymmetricGraphIsRejected() throws IOException {
    BinaryDataset.write(small(dense(), Labels.single(new int[4], 1)), directory);
    Path file = directory.resolve("graph.bin");
    byte[] bytes = Files.readAllBytes(file);
    // The only neighbor of node 0 becomes 2, whose only neighbor is 3.
    bytes[64 + 40] = 2;
    Files.write(file, bytes);
    String message =
        assertThrows(DatasetFormatException.class, () -> BinaryDataset.load(directory))
            .getMessage();
    assertTrue(String.valueOf(message).contains("node 2 is a neighbor of 0"), message);
  }
}
