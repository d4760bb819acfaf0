package io.linkteller.fuzz;

import static io.linkteller.fuzz.Mutator.ascii;

import com.sun.net.httpserver.HttpServer;
import io.linkteller.build.Repository;
import io.linkteller.cli.CommandReaders;
import io.linkteller.data.DatasetFormatException;
import io.linkteller.data.EdgeDirection;
import io.linkteller.data.csv.CsvDataset;
import io.linkteller.data.csv.EdgeListFile;
import io.linkteller.data.csv.EdgeListReader;
import io.linkteller.data.graphsaint.GraphSaintDataset;
import io.linkteller.data.onnx.OnnxProgram;
import io.linkteller.data.onnx.UnsupportedOperatorException;
import io.linkteller.data.planetoid.PlanetoidDataset;
import io.linkteller.data.statedict.StateDictFile;
import io.linkteller.data.twitch.TwitchDataset;
import io.linkteller.dp.EdgeRand;
import io.linkteller.dp.session.LedgerTamperedException;
import io.linkteller.dp.session.PrivacyLedger;
import io.linkteller.dp.session.PrivateSession;
import io.linkteller.eval.cell.CellStore;
import io.linkteller.eval.cell.FinishedCell;
import io.linkteller.eval.cell.Observation;
import io.linkteller.eval.cell.ResultKey;
import io.linkteller.feature.FeatureEdit;
import io.linkteller.feature.FeatureMatrix;
import io.linkteller.feature.FeatureScaler;
import io.linkteller.graph.Graph;
import io.linkteller.graph.NodeNames;
import io.linkteller.inference.InferenceApi;
import io.linkteller.inference.InferenceException;
import io.linkteller.inference.InferenceNodes;
import io.linkteller.inference.InferenceQuery;
import io.linkteller.inference.ModelFormatException;
import io.linkteller.inference.journal.QueryJournal;
import io.linkteller.jgrapht.GraphFile;
import io.linkteller.models.architecture.Gat;
import io.linkteller.models.architecture.Gcn;
import io.linkteller.models.architecture.UnknownArchitectureException;
import io.linkteller.models.numpy.NumpyArchiveWriter;
import io.linkteller.models.numpy.NumpyFile;
import io.linkteller.models.numpy.NumpyFormatException;
import io.linkteller.models.weights.ModelWeights;
import io.linkteller.models.weights.WeightFormatException;
import io.linkteller.parallel.Workers;
import io.linkteller.remote.JsonModel;
import io.linkteller.remote.OpenInferenceModel;
import io.linkteller.testing.NumpyMatrix;
import io.linkteller.testing.export.GraphSaintFiles;
import it.unimi.dsi.fastutil.ints.IntList;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import java.util.zip.CRC32C;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** All readers of files and answers, with valid inputs. */
final class Readers implements AutoCloseable {

  private static final String FILE = "file";
  private static final List<byte[]> NO_TOKENS = List.of();

  private static final InferenceNodes NODES =
      InferenceNodes.of(FeatureMatrix.dense(new double[][] {{1, 2}, {3, 4}, {5, 6}}))
          .targeting(0, 2);

  private final Path directory;
  private final HttpServer server;
  private final Map<String, byte[]> served = new LinkedHashMap<>();

  Readers() throws IOException {
    directory = Files.createTempDirectory("seeds");
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          exchange.getRequestBody().readAllBytes();
          String path = exchange.getRequestURI().getPath();
          byte[] body =
              served.getOrDefault(
                  path.endsWith("/infer") || path.equals("/json")
                      ? "answer"
                      : path.equals("/v2") ? "server" : "model",
                  new byte[0]);
          byte[] length = served.get("header length");
          if (length != null && path.endsWith("/infer")) {
            exchange
                .getResponseHeaders()
                .set(
                    "Inference-Header-Content-Length",
                    new String(length, StandardCharsets.ISO_8859_1).replaceAll("[^ -~]", "?"));
          }
          exchange.sendResponseHeaders(200, body.length == 0 ? -1 : body.length);
          try (OutputStream out = exchange.getResponseBody()) {
            out.write(body);
          }
        });
    server.start();
  }

  @Override
  public void close() throws IOException {
    server.stop(0);
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }

  /** Returns all readers. */
  List<Reader> all() throws IOException {
    return List.of(
        edgeList(),
        namedEdges(),
        graphs(),
        csv(),
        twitch(),
        planetoid(),
        graphSaint(),
        npy(),
        arrays(),
        guarantee(),
        npz(),
        rawNpz(),
        weights(),
        safetensors(),
        torch(),
        onnx(),
        rawTorch(),
        journal(),
        rawJournal(),
        ledger(),
        rawLedger(),
        cells(),
        json(),
        openInference());
  }

  // Data sets.

  private static long size(Map<String, byte[]> parts) {
    return parts.values().stream().mapToLong(part -> part.length).sum();
  }

  private static byte[] part(Map<String, byte[]> parts, String name) {
    return parts.getOrDefault(name, new byte[0]);
  }

  private static Path write(Map<String, byte[]> parts, Path directory) throws IOException {
    for (Map.Entry<String, byte[]> part : parts.entrySet()) {
      Files.write(directory.resolve(part.getKey()), part.getValue());
    }
    return directory;
  }

  private static List<byte[]> tokens(String... texts) {
    return Stream.of(texts).map(text -> text.getBytes(StandardCharsets.UTF_8)).toList();
  }

  private static List<byte[]> words(String text) {
    return tokens(text.split(" "));
  }

  private static List<byte[]> csvTokens() {
    return words(", \n \r\n \" \"\" from,to 0,1 \ufeff \0 =1+1 NaN True");
  }

  private static List<byte[]> jsonTokens() {
    return words(
        "{ } [ ] \" : , null true NaN Infinity \\u0000 1e999 "
            + "[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[ \"a\": 0.1 \ufeff //");
  }

  private static Reader edgeList() {
    return new Reader(
        "edges.csv",
        List.of(Map.of(FILE, ascii("from,to\n0,1\n5,2\n7,9\n"))),
        csvTokens(),
        (parts, where) -> {
          EdgeListFile.read(write(parts, where).resolve(FILE), 10);
          return size(parts);
        },
        Set.of(DatasetFormatException.class));
  }

  private static Reader namedEdges() {
    NodeNames names = NodeNames.of(List.of("ann", "bob", "cy"));
    EdgeListReader reader =
        EdgeListReader.of(EdgeDirection.DIRECTED)
            .weights("sum")
            .types("kind")
            .repeated(EdgeListReader.Repeated.SUM);
    return new Reader(
        "edges with names",
        List.of(
            Map.of(FILE, ascii("source;target;sum;kind\nann;bob;1.5;wire\nann;bob;2;card\n")),
            Map.of(FILE, ascii("# sums\nsum kind src dst\n1 0 \"cy\" ann\n3 7 ann cy\n"))),
        csvTokens(),
        (parts, where) -> {
          reader.read(write(parts, where).resolve(FILE), names);
          return size(parts);
        },
        Set.of(DatasetFormatException.class));
  }

  private static Reader graphs() {
    String gml =
        "graph [\n directed 1\n node [ id 0 label \"a&#228;\" ]\n node [ id 7 label \"b\" ]\n"
            + " edge [ source 0 target 7 weight 1.5E-5 kind \"x\" ]\n]";
    String xml =
        "<graphml xmlns='http://graphml.graphdrawing.org/xmlns'><key id='w' for='edge'"
            + " attr.name='weight' attr.type='double'/><graph edgedefault='undirected'>"
            + "<node id='a'/><node id='b'/><edge source='a' target='b'><data key='w'>2</data></edge>"
            + "</graph></graphml>";
    EdgeListReader reader = EdgeListReader.of(EdgeDirection.SYMMETRIC);
    return new Reader(
        "GML and GraphML",
        List.of(Map.of(FILE, ascii(gml)), Map.of(FILE, ascii(xml))),
        Stream.concat(
                words("[ ] source 1e999 -1 \" &#9999999; <graph> </").stream(),
                tokens("node [ id 1 ]").stream())
            .toList(),
        (parts, where) -> {
          Path file = write(parts, where).resolve(FILE);
          GraphFile.isGraph(file);
          GraphFile graph = GraphFile.read(file);
          graph.graph(reader, graph.names());
          return size(parts);
        },
        Set.of(DatasetFormatException.class));
  }

  private static Reader csv() {
    Map<String, byte[]> seed = new LinkedHashMap<>();
    seed.put("edges.csv", ascii("from,to\n0,1\n2,1\n"));
    seed.put("features.csv", ascii("node,a,b\n0,1,2.5\n2,0,0\n1,-3,1e-3\n"));
    seed.put("labels.csv", ascii("node,label\n0,1\n1,\n2,0\n"));
    seed.put("split.csv", ascii("node,part\n0,train\n1,validation\n2,test\n"));
    Map<String, byte[]> multi = new LinkedHashMap<>(seed);
    multi.put("labels.csv", ascii("node,x,y\n0,1,0\n1,1,1\n2,0,0\n"));
    Map<String, byte[]> named = new LinkedHashMap<>();
    named.put("edges.csv", ascii("target|source\nann|bob\nbob|ann\n"));
    named.put("features.csv", ascii("person\tage\nbob\t1\nann\t2\n"));
    named.put("split.csv", ascii("node,part\nann,train\n"));
    return new Reader(
        "csv",
        List.of(seed, multi, named),
        csvTokens(),
        (parts, where) -> {
          CsvDataset.load(write(parts, where));
          return size(parts);
        },
        Set.of(DatasetFormatException.class));
  }

  private static Reader twitch() {
    Map<String, byte[]> seed = new LinkedHashMap<>();
    seed.put("musae_XX_edges.csv", ascii("from,to\n0,1\n2,1\n3,0\n"));
    seed.put(
        "musae_XX_target.csv",
        ascii(
            """
            id,days,mature,views,partner,new_id
            105,77,False,1200,False,3
            101,1500,True,4405,False,0
            104,61,False,9,True,2
            102,768,False,1,True,1
            """));
    seed.put(
        "musae_XX_features.json",
        ascii("{'2': [0, 1], '0': [5, 2, 5], '1': [3169, 3169], '3': []}".replace('\'', '"')));
    return new Reader(
        "twitch",
        List.of(seed),
        Stream.concat(csvTokens().stream(), jsonTokens().stream()).toList(),
        (parts, where) -> {
          write(parts, Files.createDirectory(where.resolve("XX")));
          TwitchDataset.load(where, "XX");
          return size(parts);
        },
        Set.of(DatasetFormatException.class));
  }

  private static Path resources(String module, String path) {
    return Repository.root().resolve(module).resolve("src/test/resources").resolve(path);
  }

  private static Reader planetoid() throws IOException {
    List<Map<String, byte[]>> seeds = new ArrayList<>();
    for (String name : List.of("tiny", "newer")) {
      Map<String, byte[]> seed = new LinkedHashMap<>();
      for (String part : List.of("x", "y", "tx", "ty", "allx", "ally", "graph", "test.index")) {
        seed.put(
            part,
            Files.readAllBytes(resources("linkteller-data", "planetoid/ind." + name + "." + part)));
      }
      seeds.add(seed);
    }
    return new Reader(
        "planetoid",
        seeds,
        pickleTokens(),
        (parts, where) -> {
          for (Map.Entry<String, byte[]> part : parts.entrySet()) {
            Files.write(where.resolve("ind.tiny." + part.getKey()), part.getValue());
          }
          PlanetoidDataset.load(where, "tiny");
          return size(parts);
        },
        Set.of(DatasetFormatException.class));
  }

  private static List<byte[]> pickleTokens() {
    return words(
        "cos\nsystem\n ( ) t R b } ] a e u s N h\0 q\0 h\1 h\2 K\1 "
            + "J\u007f\u007f\u007f\u007f \u0085 \u0086 \u0087 0 2 cnumpy\ndtype\n "
            + "c_codecs\nencode\n ccollections\nOrderedDict\n X\4\0\0\0abcd "
            + "ctorch\nFloatStorage\n Q .");
  }

  private Reader graphSaint() throws IOException {
    Path files = Files.createDirectory(directory.resolve("saint"));
    GraphSaintFiles.writeSmall(files);
    Map<String, byte[]> seed = new LinkedHashMap<>();
    try (Stream<Path> each = Files.list(files)) {
      for (Path file : each.sorted().toList()) {
        String name = String.valueOf(file.getFileName());
        if (name.endsWith(".npz")) {
          entries(Files.readAllBytes(file)).forEach((e, bytes) -> seed.put(name + "/" + e, bytes));
        } else {
          seed.put(name, Files.readAllBytes(file));
        }
      }
    }
    return new Reader(
        "graphsaint",
        List.of(seed),
        jsonTokens(),
        (parts, where) -> {
          Map<String, Map<String, byte[]>> archives = new LinkedHashMap<>();
          for (Map.Entry<String, byte[]> part : parts.entrySet()) {
            String[] path = part.getKey().split("/", 2);
            if (path.length == 2) {
              archives
                  .computeIfAbsent(path[0], name -> new LinkedHashMap<>())
                  .put(path[1], part.getValue());
            } else {
              Files.write(where.resolve(path[0]), part.getValue());
            }
          }
          for (Map.Entry<String, Map<String, byte[]>> archive : archives.entrySet()) {
            Files.write(where.resolve(archive.getKey()), archive(archive.getValue()));
          }
          GraphSaintDataset.load(where);
          return size(parts);
        },
        Set.of(DatasetFormatException.class));
  }

  // Arrays and models.

  private static Map<String, byte[]> entries(byte[] archive) throws IOException {
    Map<String, byte[]> entries = new LinkedHashMap<>();
    try (ZipInputStream zip = new ZipInputStream(new ByteArrayInputStream(archive))) {
      for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
        entries.put(entry.getName(), zip.readAllBytes());
      }
    }
    return entries;
  }

  /** Returns an archive of uncompressed entries, as PyTorch and NumPy write them. */
  private static byte[] archive(Map<String, byte[]> entries) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
      for (Map.Entry<String, byte[]> each : entries.entrySet()) {
        ZipEntry entry = new ZipEntry(each.getKey());
        entry.setMethod(ZipEntry.STORED);
        entry.setSize(each.getValue().length);
        CRC32 checksum = new CRC32();
        checksum.update(each.getValue());
        entry.setCrc(checksum.getValue());
        zip.putNextEntry(entry);
        zip.write(each.getValue());
      }
    }
    return bytes.toByteArray();
  }

  /** The number of bytes in an archive, as far as it can be read; at most a gigabyte. */
  private static long unpacked(byte[] archive) {
    long size = 0;
    byte[] chunk = new byte[1 << 16];
    try (ZipInputStream zip = new ZipInputStream(new ByteArrayInputStream(archive))) {
      for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
        for (int read = zip.read(chunk); read >= 0 && size < 1 << 30; read = zip.read(chunk)) {
          size += read;
        }
      }
    } catch (IOException | IllegalArgumentException damaged) {
      return size;
    }
    return size;
  }

  private static List<byte[]> numpyTokens() {
    return Stream.concat(
            words("'|i1' '>f2' '<u8' '|S5' '<U2' (0,) () True False (-1,) { }").stream(),
            tokens("'descr': '<f8'", "(2, 3)", "(4294967299, 2)", "(2147483647, 0)", "'shape': ")
                .stream())
        .toList();
  }

  private Reader npy() throws IOException {
    Path file = directory.resolve("x.npy");
    NumpyMatrix.write(file, new double[][] {{0, 0}, {1, 0}, {2, 0}});
    return new Reader(
        "npy",
        List.of(Map.of(FILE, Files.readAllBytes(file))),
        numpyTokens(),
        (parts, where) -> {
          NumpyFile.readArray(write(parts, where).resolve(FILE));
          return size(parts);
        },
        Set.of(NumpyFormatException.class));
  }

  /** A graph of three relations in arrays. */
  private Reader arrays() throws IOException {
    Map<String, byte[]> seed = new LinkedHashMap<>();
    for (String name : List.of("x", "edge_index", "edge_type", "y")) {
      Path file = directory.resolve(name + ".npy");
      double[][] column = {{0}, {1}, {2}};
      double[][] arcs = {{0, 1, 2}, {1, 2, 0}};
      NumpyMatrix.write(file, name.equals("edge_index") ? arcs : column);
      seed.put(name + ".npy", Files.readAllBytes(file));
    }
    return new Reader(
        "arrays",
        List.of(seed),
        numpyTokens(),
        (parts, where) -> {
          for (String name : seed.keySet()) {
            Files.write(where.resolve(name), part(parts, name));
          }
          CommandReaders.readArrays(where);
          return size(parts);
        },
        Set.of(DatasetFormatException.class));
  }

  private static Reader guarantee() {
    return new Reader(
        "guarantee",
        List.of(Map.of(FILE, ascii("{\"format\": 2, \"graph\": \"00ff\", \"epsilon\": 1.5}"))),
        jsonTokens(),
        (parts, where) -> {
          Files.write(where.resolve("a.csv.guarantee.json"), part(parts, FILE));
          if (!CommandReaders.isGuaranteeOfAnother(where.resolve("a.csv"))) {
            throw new IllegalArgumentException("it may be of any graph");
          }
          return size(parts);
        },
        Set.of(DatasetFormatException.class, IllegalArgumentException.class));
  }

  private byte[] smallNpz() throws IOException {
    Path file = directory.resolve("x.npz");
    new NumpyArchiveWriter()
        .add("a", new double[] {1, 2, 3})
        .add("i", new int[] {-7, 8})
        .add("t", "text")
        .write(file);
    return Files.readAllBytes(file);
  }

  private static void readNpz(Path file) {
    List<String> names = new ArrayList<>(NumpyFile.names(file));
    if (names.remove("t")) {
      NumpyFile.readText(file, "t");
    }
    NumpyFile.sizes(file, names);
    NumpyFile.readArchive(file, names);
  }

  private Reader npz() throws IOException {
    return new Reader(
        "npz",
        List.of(entries(smallNpz())),
        numpyTokens(),
        (parts, where) -> {
          readNpz(Files.write(where.resolve("a.npz"), archive(parts)));
          return size(parts);
        },
        Set.of(NumpyFormatException.class));
  }

  private Reader rawNpz() throws IOException {
    byte[] seed = smallNpz();
    return new Reader(
        "npz-raw",
        List.of(Map.of(FILE, seed), Map.of(FILE, archive(entries(seed)))),
        tokens("PK\1\2", "PK\3\4", "PK\5\6", "PK\6\6", "\1\0\20\0"),
        (parts, where) -> {
          readNpz(write(parts, where).resolve(FILE));
          return unpacked(part(parts, FILE));
        },
        Set.of(NumpyFormatException.class));
  }

  private Reader weights() throws IOException {
    List<Map<String, byte[]>> seeds = new ArrayList<>();
    Path file = directory.resolve("w.npz");
    ModelWeights.of(
            Gcn.builder().layers(3, 2, 2).build(),
            Optional.of(FeatureScaler.of(new double[3], new double[] {1, 1, 1})))
        .write(file);
    seeds.add(entries(Files.readAllBytes(file)));
    ModelWeights.of(
            Gat.builder().layers(3, 2, 2).with(Gat.HEADS, IntList.of(2, 1)).build(),
            Optional.empty())
        .write(file);
    seeds.add(entries(Files.readAllBytes(file)));
    return new Reader(
        "weights",
        seeds,
        Stream.concat(
                numpyTokens().stream(),
                words("layers= format=2 \n = heads=0 architecture=gat 3,2").stream())
            .toList(),
        (parts, where) -> {
          ModelWeights read =
              ModelWeights.read(Files.write(where.resolve("a.npz"), archive(parts)));
          if (read.settings().isPresent()) {
            read.model();
          }
          return size(parts);
        },
        Set.of(WeightFormatException.class, UnknownArchitectureException.class));
  }

  private static Reader safetensors() throws IOException {
    return new Reader(
        "safetensors",
        List.of(
            Map.of(
                FILE,
                Files.readAllBytes(resources("linkteller-data", "statedict/kinds.safetensors")))),
        Stream.concat(
                jsonTokens().stream(),
                tokens("\"dtype\":\"F64\"", "\"shape\":[]", "\"data_offsets\":[0,8]").stream())
            .toList(),
        (parts, where) -> {
          StateDictFile.read(write(parts, where).resolve(FILE));
          return size(parts);
        },
        Set.of(ModelFormatException.class));
  }

  private static Reader torch() throws IOException {
    List<Map<String, byte[]>> seeds = new ArrayList<>();
    for (String name : List.of("kinds.pt", "checkpoint.pt")) {
      seeds.add(entries(Files.readAllBytes(resources("linkteller-data", "statedict/" + name))));
    }
    return new Reader(
        "torch",
        seeds,
        pickleTokens(),
        (parts, where) -> {
          StateDictFile.read(Files.write(where.resolve("a.pt"), archive(parts)));
          return size(parts);
        },
        Set.of(ModelFormatException.class));
  }

  private static Reader rawTorch() throws IOException {
    return new Reader(
        "torch-raw",
        List.of(
            Map.of(FILE, Files.readAllBytes(resources("linkteller-data", "statedict/kinds.pt")))),
        tokens("PK\1\2", "PK\3\4", "PK\5\6"),
        (parts, where) -> {
          StateDictFile.read(write(parts, where).resolve(FILE));
          return unpacked(part(parts, FILE));
        },
        Set.of(ModelFormatException.class));
  }

  // Journals and ledgers.

  private static List<InferenceQuery> queries() {
    return List.of(
        NODES.query(),
        NODES.queryWith(FeatureEdit.scaling(0, 2)),
        NODES.queryWith(FeatureEdit.scaling(2, -3)),
        NODES.query().observing(NODES.targetRows()));
  }

  private static void ask(Path file) throws IOException {
    try (QueryJournal journal = QueryJournal.open(file, NODES, "settings")) {
      InferenceApi api = journal.recording(query -> query.features().toDense());
      for (InferenceQuery query : queries()) {
        api.predict(query);
      }
    } catch (RuntimeException | IOException e) {
      throw e;
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  private Reader journal() throws IOException {
    Path file = directory.resolve("journal");
    ask(file);
    ByteBuffer whole = ByteBuffer.wrap(Files.readAllBytes(file));
    Map<String, byte[]> seed = new LinkedHashMap<>();
    int header = 8 + 4 + 4 + 3 * 32 + "settings".length() + 4;
    seed.put("header", Arrays.copyOf(whole.array(), header));
    for (int at = header, i = 0; at < whole.capacity(); i++) {
      int size = whole.getInt(at);
      seed.put("record" + i, Arrays.copyOfRange(whole.array(), at + 4, at + 4 + size));
      at += 8 + size;
    }
    return new Reader(
        "journal",
        List.of(seed),
        NO_TOKENS,
        (parts, where) -> {
          ByteArrayOutputStream bytes = new ByteArrayOutputStream();
          for (Map.Entry<String, byte[]> part : parts.entrySet()) {
            if (part.getKey().equals("header")) {
              bytes.write(part.getValue());
              continue;
            }
            ByteBuffer record = ByteBuffer.allocate(part.getValue().length + 8);
            record.putInt(part.getValue().length).put(part.getValue());
            CRC32C checksum = new CRC32C();
            checksum.update(record.array(), 0, record.position());
            bytes.write(record.putInt((int) checksum.getValue()).array());
          }
          Path damaged = Files.write(where.resolve("journal"), bytes.toByteArray());
          ask(damaged);
          ask(damaged);
          return size(parts);
        },
        Set.of(IllegalArgumentException.class));
  }

  private Reader rawJournal() throws IOException {
    Path file = directory.resolve("journal-raw");
    ask(file);
    byte[] bytes = Files.readAllBytes(file);
    return new Reader(
        "journal-raw",
        List.of(Map.of(FILE, bytes)),
        List.of(Arrays.copyOfRange(bytes, 124, 132)),
        (parts, where) -> {
          Path damaged = write(parts, where).resolve(FILE);
          ask(damaged);
          ask(damaged);
          return size(parts);
        },
        Set.of(IllegalArgumentException.class));
  }

  private byte[] ledgerBytes() throws IOException {
    Path file = directory.resolve("ledger");
    for (String name : List.of("ledger", "key", "key.head")) {
      Files.deleteIfExists(directory.resolve(name));
    }
    PrivacyLedger ledger = PrivacyLedger.builder(5).file(file, directory.resolve("key")).build();
    Graph graph = Graph.builder(5).addEdge(0, 1).addEdge(2, 3).build();
    PrivateSession session =
        PrivateSession.builder(graph, ledger).nodes(List.of("a", "b", "c", "d", "e"), 0).open();
    session.perturb(EdgeRand.withEpsilon(1));
    session.perturb(EdgeRand.withEpsilon(0.5));
    return Files.readAllBytes(file);
  }

  private static void openLedger(Path file, byte[] key, byte[] head) throws IOException {
    Path keyFile = Files.write(file.resolveSibling("key"), key);
    Files.write(file.resolveSibling("key.head"), head);
    PrivacyLedger ledger = PrivacyLedger.builder(5).file(file, keyFile).build();
    ledger.spent();
    ledger.entries();
  }

  private Reader ledger() throws IOException {
    Map<String, byte[]> seed = new LinkedHashMap<>();
    List<String> lines = new String(ledgerBytes(), StandardCharsets.US_ASCII).lines().toList();
    for (int i = 0; i < lines.size(); i++) {
      String line = lines.get(i);
      seed.put("line" + i, ascii(line.substring(0, line.lastIndexOf('\t') + 1)));
    }
    byte[] keyBytes = Files.readAllBytes(directory.resolve("key"));
    byte[] key = hmac(keyBytes, ascii("lines"));
    return new Reader(
        "ledger",
        List.of(seed),
        words("\t charge spend nodes release % %zz 1e999999999 SECURE 0.1 -1"),
        (parts, where) -> {
          ByteArrayOutputStream bytes = new ByteArrayOutputStream();
          byte[] head = new byte[32];
          for (byte[] line : parts.values()) {
            ByteBuffer signed = ByteBuffer.allocate(head.length + line.length);
            head = hmac(key, signed.put(head).put(line).array());
            bytes.write(line);
            bytes.write(ascii(HexFormat.of().formatHex(head) + "\n"));
          }
          openLedger(
              Files.write(where.resolve("ledger"), bytes.toByteArray()),
              keyBytes,
              ascii(HexFormat.of().formatHex(head) + "\n"));
          return size(parts);
        },
        Set.of(IllegalArgumentException.class, LedgerTamperedException.class));
  }

  private static byte[] hmac(byte[] key, byte[] text) {
    try {
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(key, "HmacSHA256"));
      return mac.doFinal(text);
    } catch (GeneralSecurityException e) {
      throw new AssertionError(e);
    }
  }

  private Reader rawLedger() throws IOException {
    byte[] bytes = ledgerBytes();
    byte[] key = Files.readAllBytes(directory.resolve("key"));
    byte[] head = Files.readAllBytes(directory.resolve("key.head"));
    return new Reader(
        "ledger-raw",
        List.of(Map.of(FILE, bytes, "head", head)),
        tokens("\t", "\n", "spend"),
        (parts, where) -> {
          openLedger(
              write(parts, where).resolve(FILE), key, parts.getOrDefault("head", new byte[0]));
          return size(parts);
        },
        Set.of(IllegalArgumentException.class, LedgerTamperedException.class));
  }

  // Results of experiments.

  private Reader cells() throws IOException {
    ResultKey key = ResultKey.of("attack").with("seed", 42);
    Path where = Files.createDirectory(directory.resolve("cells"));
    CellStore.in(where)
        .keep(
            new FinishedCell(
                key, List.of(new Observation(Map.of("data set", "RU"), "precision", 0.5)), 1.25));
    String name = key.fileName() + ".json";
    return new Reader(
        "cells",
        List.of(Map.of(FILE, Files.readAllBytes(where.resolve(name)))),
        jsonTokens(),
        (parts, scratch) -> {
          Files.write(scratch.resolve(name), part(parts, FILE));
          CellStore.in(scratch).find(key);
          return size(parts);
        },
        Set.of(IllegalArgumentException.class));
  }

  // Answers of servers.

  private URI uri(String path) {
    return URI.create("http://localhost:" + server.getAddress().getPort() + path);
  }

  private static Reader onnx() throws IOException {
    Graph graph = Graph.builder(3).addEdge(0, 1).addEdge(1, 2).build();
    List<Map<String, byte[]>> seeds = new ArrayList<>();
    for (String architecture : List.of("gat", "sage", "gin")) {
      Path file = resources("linkteller-data", "onnx/" + architecture + "-2-2-2.onnx");
      seeds.add(Map.of(FILE, Files.readAllBytes(file)));
    }
    return new Reader(
        "onnx",
        seeds,
        NO_TOKENS,
        (parts, where) -> {
          Path written = write(parts, where).resolve(FILE);
          OnnxProgram model = OnnxProgram.read(written);
          int width = model.inputWidth();
          FeatureMatrix x =
              width == 2
                  ? FeatureMatrix.dense(new double[][] {{1, 2}, {3, 4}, {5, 6}})
                  : FeatureMatrix.zero(3, width);
          model.on(graph, Workers.sequential()).predict(x);
          return size(parts);
        },
        Set.of(ModelFormatException.class, UnsupportedOperatorException.class));
  }

  private Reader json() {
    JsonModel model = JsonModel.builder(uri("/json")).answerPointer("/logits").build();
    return new Reader(
        "json-answer",
        List.of(Map.of("answer", ascii("{\"logits\": [[1, 2.5], [-3e-2, 4], [5, 6]]}"))),
        jsonTokens(),
        (parts, where) -> {
          served.clear();
          served.putAll(parts);
          model.predict(NODES.query());
          return size(parts);
        },
        Set.of(InferenceException.class));
  }

  private Reader openInference() {
    Map<String, byte[]> seed = new LinkedHashMap<>();
    seed.put("server", ascii("{\"name\":\"s\",\"extensions\":[\"binary_tensor_data\"]}"));
    seed.put(
        "model",
        ascii(
            "{\"name\":\"m\",\"inputs\":[{\"name\":\"x\",\"datatype\":\"FP32\",\"shape\":[-1,2]}],"
                + "\"outputs\":[{\"name\":\"y\",\"datatype\":\"FP64\",\"shape\":[-1,2]}]}"));
    String head =
        "{\"outputs\":[{\"name\":\"y\",\"datatype\":\"FP64\",\"shape\":[3,2],"
            + "\"parameters\":{\"binary_data_size\":48}}]}";
    ByteBuffer answer = ByteBuffer.allocate(head.length() + 48).order(ByteOrder.LITTLE_ENDIAN);
    answer.put(ascii(head));
    for (int i = 0; i < 6; i++) {
      answer.putDouble(i);
    }
    seed.put("answer", answer.array());
    seed.put("header length", ascii(Integer.toString(head.length())));
    Map<String, byte[]> text = new LinkedHashMap<>(seed);
    text.remove("header length");
    text.put(
        "answer",
        ascii(
            "{\"outputs\":[{\"name\":\"y\",\"datatype\":\"FP64\",\"shape\":[3,2],"
                + "\"data\":[1,2,3,4,5,6]}]}"));
    return new Reader(
        "open-inference",
        List.of(seed, text),
        Stream.concat(
                jsonTokens().stream(),
                tokens("FP16", "INT64", "BYTES", "\"shape\":[8589934592,2147483648]").stream())
            .toList(),
        (parts, where) -> {
          served.clear();
          served.putAll(parts);
          OpenInferenceModel.builder(uri(""), "m").build().predict(NODES.query());
          return size(parts);
        },
        // A model that takes another number of features is an argument that does not fit.
        Set.of(InferenceException.class, IllegalArgumentException.class));
  }
}
