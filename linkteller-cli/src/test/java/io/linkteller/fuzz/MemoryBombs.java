package io.linkteller.fuzz;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.linkteller.cli.CommandReaders;
import io.linkteller.data.DatasetFormatException;
import io.linkteller.data.EdgeDirection;
import io.linkteller.data.csv.CsvDataset;
import io.linkteller.data.csv.EdgeListFile;
import io.linkteller.data.csv.EdgeListReader;
import io.linkteller.data.graphsaint.GraphSaintDataset;
import io.linkteller.data.planetoid.PlanetoidDataset;
import io.linkteller.data.statedict.StateDictFile;
import io.linkteller.dp.session.PrivacyLedger;
import io.linkteller.feature.FeatureMatrix;
import io.linkteller.inference.InferenceNodes;
import io.linkteller.inference.ModelFormatException;
import io.linkteller.inference.journal.QueryJournal;
import io.linkteller.jgrapht.GraphFile;
import io.linkteller.models.numpy.NumpyFile;
import io.linkteller.models.numpy.NumpyFormatException;
import io.linkteller.models.weights.ModelWeights;
import io.linkteller.models.weights.WeightFormatException;
import io.linkteller.testing.export.GraphSaintFiles;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;
import java.util.zip.CRC32;
import java.util.zip.CRC32C;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/**
 * Reads files whose contents need much more memory than this program has, one after another, and
 * prints the answer of each reader.
 */
public final class MemoryBombs {

  private static final int MEGA = 1 << 20;

  private static final Set<Class<? extends RuntimeException>> DOCUMENTED =
      Set.of(
          DatasetFormatException.class,
          IllegalArgumentException.class,
          ModelFormatException.class,
          NumpyFormatException.class,
          WeightFormatException.class);

  private final Path directory;
  private final Map<String, Bomb> bombs = new LinkedHashMap<>();

  /** Writes a file and reads it. */
  private interface Bomb {
    void read() throws IOException;
  }

  private interface Contents {
    void writeTo(OutputStream out) throws IOException;
  }

  private MemoryBombs(Path directory) {
    this.directory = directory;
  }

  /**
   * Reads the files.
   *
   * @param args a directory for them
   */
  public static void main(String[] args) throws IOException {
    PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    new MemoryBombs(Path.of(args[0])).run(out);
  }

  private void run(PrintStream out) throws IOException {
    bombs.put("npz of 60 arrays", () -> NumpyFile.readArchive(arrays(60, "<f8"), names(60)));
    bombs.put("npz of bytes", () -> NumpyFile.readArchive(arrays(4, "|i1"), names(4)));
    bombs.put("npz as a state dict", () -> StateDictFile.read(arrays(60, "<f8")));
    bombs.put("npz as weights", () -> ModelWeights.read(arrays(60, "<f8")));
    bombs.put("bytes as weights", () -> ModelWeights.read(weights(5 * MEGA, "")));
    bombs.put(
        "steps of a model", () -> weightsOf("appnp\nteleport=0.1\nlayers=1,1\nsteps=2000000000"));
    bombs.put(
        "bases of a model", () -> weightsOf("rgcn\nlayers=1,1\nrelations=10000\nbases=10000"));
    bombs.put("settings of a model", () -> weightsOf("gcn\nlayers=1" + ",1".repeat(2_000_000)));
    bombs.put("npz of 200,000 names", () -> NumpyFile.names(archiveOfNames()));
    bombs.put("npy", () -> NumpyFile.readArray(file("a.npy", o -> npy(o, "|i1", 24 * MEGA))));
    bombs.put("class map", this::readClassMap);
    bombs.put("adjacency", this::readAdjacency);
    bombs.put("features in CSV", () -> features(csv("node,a", ",1\n", true)));
    bombs.put(
        "edges in CSV", () -> EdgeListFile.read(csv("from,to", ",9999999\n", true), 10_000_000));
    bombs.put(
        "edges in GML",
        () -> GraphFile.read(file("a.gml", o -> repeat(o, "graph [", "edge[]", 20))));
    bombs.put("one record of CSV", () -> features(csv("node,a", ",1", false)));
    bombs.put("pickle of dictionaries", () -> planetoid(o -> repeat(o, "\u0080\2(", "}", 24)));
    bombs.put("pickle of lists in lists", () -> planetoid(MemoryBombs::listsInLists));
    bombs.put("pickle that encodes a text often", () -> planetoid(MemoryBombs::encodings));
    bombs.put("guarantee", this::readGuarantee);
    bombs.put(
        "identifiers",
        () -> CommandReaders.countIdentifiers(file("ids", o -> repeat(o, "", "a\n", 1))));
    bombs.put("token", () -> CommandReaders.readText(file("token", o -> repeat(o, "", "a", 24))));
    bombs.put("relations of many nodes", () -> readGraph("relations", MEGA / 2, 100));
    bombs.put("features of many nodes", () -> readGraph("features", 9 * MEGA / 2, 1));
    bombs.put("torch with strides of 0", () -> StateDictFile.read(torch()));
    bombs.put("safetensors of bytes", () -> StateDictFile.read(safetensors()));
    bombs.put("header of safetensors", () -> StateDictFile.read(longHeader()));
    bombs.put("line of a ledger", this::openLedger);
    bombs.put("journal of small answers", () -> openJournal(0, 500_000));
    bombs.put("journal of a large answer", () -> openJournal(3 * MEGA, 1));
    for (Map.Entry<String, Bomb> bomb : bombs.entrySet()) {
      String answer;
      try {
        bomb.getValue().read();
        answer = "accepted";
      } catch (RuntimeException | OutOfMemoryError | StackOverflowError e) {
        answer = (DOCUMENTED.contains(e.getClass()) ? "refused: " : "failed: ") + e.getMessage();
      }
      out.println(bomb.getKey() + " " + answer);
    }
  }

  private Path file(String name, Contents contents) throws IOException {
    Path file = directory.resolve(name);
    Files.createDirectories(file.getParent());
    try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(file), 1 << 16)) {
      contents.writeTo(out);
    }
    return file;
  }

  private static void repeat(OutputStream out, String start, String part, int megabytes)
      throws IOException {
    out.write(start.getBytes(ISO_8859_1));
    byte[] block = part.repeat((1 << 16) / part.length()).getBytes(ISO_8859_1);
    for (long written = 0; written < (long) megabytes * MEGA; written += block.length) {
      out.write(block);
    }
  }

  private static List<String> names(int count) {
    return IntStream.range(0, count).mapToObj(i -> "a" + i).toList();
  }

  /** An archive of arrays of 8 MB of zeros each, which take 8 kB. */
  private Path arrays(int count, String type) throws IOException {
    return file(
        "arrays.npz",
        out -> {
          try (ZipOutputStream zip = new ZipOutputStream(out)) {
            for (String name : names(count)) {
              zip.putNextEntry(new ZipEntry(name + ".npy"));
              npy(zip, type, 8 * MEGA / (type.endsWith("8") ? 8 : 1));
            }
          }
        });
  }

  private void weightsOf(String settings) throws IOException {
    ModelWeights.read(
        weights(
            1,
            "format=2\nnormalization=FIRST_ORDER_GCN\ninputDropout=0\ndropout=0\narchitecture="
                + settings));
  }

  /** An archive with one parameter, and with settings unless they are empty. */
  private Path weights(int length, String settings) throws IOException {
    return file(
        "weights.npz",
        out -> {
          try (ZipOutputStream zip = new ZipOutputStream(out)) {
            zip.putNextEntry(new ZipEntry("W1.npy"));
            npy(zip, "|i1", length);
            if (!settings.isEmpty()) {
              zip.putNextEntry(new ZipEntry("settings.npy"));
              header(zip, "|S" + settings.length(), "");
              zip.write(settings.getBytes(ISO_8859_1));
            }
          }
        });
  }

  private static void npy(OutputStream out, String type, int length) throws IOException {
    header(out, type, length + ",");
    byte[] block = new byte[1 << 16];
    long size = (long) length * (type.endsWith("8") ? 8 : 1);
    for (long written = 0; written < size; written += block.length) {
      out.write(block, 0, (int) Math.min(block.length, size - written));
    }
  }

  private static void header(OutputStream out, String type, String shape) throws IOException {
    String header = "{'descr': '" + type + "', 'fortran_order': False, 'shape': (" + shape + "), }";
    out.write(new byte[] {(byte) 0x93, 'N', 'U', 'M', 'P', 'Y', 1, 0});
    out.write(new byte[] {(byte) header.length(), (byte) (header.length() >> 8)});
    out.write(header.getBytes(ISO_8859_1));
  }

  private Path archiveOfNames() throws IOException {
    return file(
        "names.npz",
        out -> {
          try (ZipOutputStream zip = new ZipOutputStream(out)) {
            for (int i = 0; i < 200_000; i++) {
              zip.putNextEntry(new ZipEntry(i + ".npy"));
            }
          }
        });
  }

  private Path graphSaint() {
    Path set = directory.resolve("graphsaint");
    GraphSaintFiles.writeSmall(set);
    return set;
  }

  private void readClassMap() throws IOException {
    Path set = graphSaint();
    file("graphsaint/class_map.json", out -> repeat(out, "{\"0\":[", "0,", 120));
    GraphSaintDataset.load(set);
  }

  private void readAdjacency() throws IOException {
    Path set = graphSaint();
    file(
        "graphsaint/adj_full.npz",
        out -> {
          try (ZipOutputStream zip = new ZipOutputStream(out)) {
            for (String name : List.of("indptr", "indices", "data", "shape")) {
              zip.putNextEntry(new ZipEntry(name + ".npy"));
              npy(zip, "|i1", 4 * MEGA);
            }
          }
        });
    GraphSaintDataset.load(set);
  }

  private void readGuarantee() throws IOException {
    file("guarantees/a.csv.guarantee.json", out -> repeat(out, "{\"graph\":[", "[],", 8));
    CommandReaders.isGuaranteeOfAnother(directory.resolve("guarantees/a.csv"));
  }

  /** A graph with as many relations as edges. */
  private void readGraph(String name, int nodes, int edges) throws IOException {
    file(name + "/x.npy", out -> matrix(out, nodes, 1, i -> 0));
    file(name + "/y.npy", out -> npy(out, "|i1", nodes));
    file(name + "/edge_index.npy", out -> matrix(out, 2, edges, i -> i / edges));
    file(name + "/edge_type.npy", out -> matrix(out, edges, 1, i -> i));
    CommandReaders.readArrays(directory.resolve(name));
  }

  private static void matrix(OutputStream out, int rows, int cols, IntUnaryOperator number)
      throws IOException {
    header(out, "|i1", rows + ", " + cols);
    for (int i = 0; i < rows * cols; i++) {
      out.write(number.applyAsInt(i));
    }
  }

  private void features(Path table) {
    CsvDataset.load(
        table,
        Optional.empty(),
        Optional.empty(),
        names -> EdgeListReader.of(EdgeDirection.DIRECTED).read(table, names));
  }

  private Path csv(String header, String end, boolean counted) throws IOException {
    return file(
        "table.csv",
        out -> {
          out.write((header + "\n").getBytes(ISO_8859_1));
          if (!counted) {
            repeat(out, "0", end, 20);
          }
          for (int i = 0; counted && i < 3_000_000; i++) {
            out.write((i + end).getBytes(ISO_8859_1));
          }
        });
  }

  private void planetoid(Contents pickle) throws IOException {
    file("ind.bomb.allx", pickle);
    PlanetoidDataset.load(directory, "bomb");
  }

  /** Writes lists that contain only one memoized list. */
  private static void listsInLists(OutputStream out) throws IOException {
    repeat(out, "\u0080\2]q\0b(", "]h\0a", 24);
  }

  /** Encodes a text of a megabyte a thousand times. */
  private static void encodings(OutputStream out) throws IOException {
    out.write("\u0080\2c_codecs\nencode\nq\0X".getBytes(ISO_8859_1));
    out.write(ByteBuffer.allocate(4).order(ByteOrder.LITTLE_ENDIAN).putInt(MEGA).array());
    repeat(out, "", "x", 1);
    out.write("q\1X\6\0\0\0latin1q\2\u0086q\3".getBytes(ISO_8859_1));
    for (int i = 0; i < 1000; i++) {
      out.write("h\0h\1h\2\u0086R".getBytes(ISO_8859_1));
    }
  }

  private Path torch() throws IOException {
    String tensors = "";
    for (int i = 0; i < 40; i++) {
      tensors +=
          "X\1\0\0\0"
              + (char) ('0' + i)
              + "ctorch._utils\n_rebuild_tensor_v2\n((X\7\0\0\0storagectorch\nFloatStorage\n"
              + "X\1\0\0\0000X\3\0\0\0cpuK\1tQK\0J"
              // Lengths differ, because equal views share an array.
              + (char) i
              + "\0\20\0\u0085K\0\u0085\u0089}tR";
    }
    byte[] pickle = ("\u0080\2}(" + tensors + "u.").getBytes(ISO_8859_1);
    return file(
        "bomb.pt",
        out -> {
          try (ZipOutputStream zip = new ZipOutputStream(out)) {
            stored(zip, "archive/data.pkl", pickle);
            // Makes the file large enough to allow for some hundred megabytes.
            stored(zip, "archive/data/0", new byte[2 * MEGA]);
          }
        });
  }

  private static void stored(ZipOutputStream zip, String name, byte[] bytes) throws IOException {
    ZipEntry entry = new ZipEntry(name);
    CRC32 checksum = new CRC32();
    checksum.update(bytes);
    entry.setMethod(ZipEntry.STORED);
    entry.setSize(bytes.length);
    entry.setCrc(checksum.getValue());
    zip.putNextEntry(entry);
    zip.write(bytes);
  }

  private Path safetensors() throws IOException {
    int size = 24 * MEGA;
    String header =
        "{\"a\":{\"dtype\":\"U8\",\"shape\":[" + size + "],\"data_offsets\":[0," + size + "]}}";
    return file(
        "bytes.safetensors",
        out -> {
          out.write(length(header.length()));
          repeat(out, header, "\0", 24);
        });
  }

  private Path longHeader() throws IOException {
    return file(
        "header.safetensors",
        out -> {
          out.write(length(20 * MEGA));
          repeat(out, "{\"a\":{\"shape\":[", "1,", 21);
        });
  }

  private void openLedger() throws IOException {
    Path key = directory.resolve("key");
    Path ledger = directory.resolve("ledger");
    PrivacyLedger.builder(1).file(ledger, key).build();
    try (OutputStream out = Files.newOutputStream(ledger, StandardOpenOption.APPEND)) {
      repeat(out, "", "a", 60);
    }
    PrivacyLedger.builder(1).file(ledger, key).build();
  }

  /** Opens a journal of answers of a number of rows. Answers without rows equal another one. */
  private void openJournal(int rows, int answers) throws IOException {
    Path journal = directory.resolve("journal" + rows);
    InferenceNodes nodes = InferenceNodes.of(FeatureMatrix.dense(new double[][] {{1}}));
    QueryJournal.open(journal, nodes, "").close();
    ByteBuffer record = ByteBuffer.allocate(36 + Double.BYTES * rows);
    int body = record.capacity() - 8;
    try (OutputStream out =
        new BufferedOutputStream(Files.newOutputStream(journal, StandardOpenOption.APPEND))) {
      for (long key = 0; key < answers; key++) {
        record.clear().putInt(body).putLong(key).putLong(key);
        record.putInt(Math.max(1, rows)).putInt(1).putInt(rows == 0 ? 0 : -1);
        CRC32C checksum = new CRC32C();
        checksum.update(record.array(), 0, body + 4);
        out.write(record.putInt(body + 4, (int) checksum.getValue()).array());
      }
    }
    QueryJournal.open(journal, nodes, "").close();
  }

  private static byte[] length(long value) {
    return ByteBuffer.allocate(8).order(ByteOrder.LITTLE_ENDIAN).putLong(value).array();
  }
}
