package io.linkteller.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.HttpExchange;
import io.linkteller.testing.fixture.RealData;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Graphs, models and servers in the forms that users have. Each directory states the expected
 * results and the library that computed them: NumPy, NetworkX or PyTorch.
 */
class CasesTest {

  private static final String GCN =
      "--state-dict %/gcn_pyg.npz --architecture gcn --undirected --features %/x.npy --attack"
          + " linkteller --edge-index ";

  private static final String ON_ARRAYS = "--features %/x.npy --edge-index %/ei.npy";

  private static Cli.Run attack(String directory, String options) {
    String where = RealData.reference("../cases/" + directory).toString();
    return Cli.run(("attack " + options.strip()).replace("%", where).split("\\s+"));
  }

  private static void assertSays(Cli.Run run, int code, String text) {
    assertEquals(code, run.exitCode(), run.out() + run.err());
    assertTrue((run.out() + run.err()).contains(text), () -> text + " in " + run.out() + run.err());
    assertFalse(run.err().contains("java."), run::err);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "convs3.pt      | convs3.y.npy",
        "convs3_cpu.pt  | convs3.y.npy",
        "pyg1.od.pt     | y.npy",
        "pyg1.pt        | y.npy",
        "dgl.pt         | y.npy"
      })
  void aPlainDictionaryIsReadInItsOrder(String file, String labels) {
    assertSays(
        attack(
            "state-dict-plain-dict",
            "--architecture gcn "
                + ON_ARRAYS
                + " --state-dict %/"
                + file
                + " --labels %/"
                + labels),
        0,
        "accuracy 1.000");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "named3.pt                                           | 0 | accuracy 1.000",
        "named3.safetensors                                  | 1 | with --layers",
        "named3.safetensors --layers input,hidden,output     | 0 | accuracy 1.000",
        "named3.safetensors --layers input,output,hidden     | 1 | in another order",
        "named3.safetensors --layers input,hidden            | 1 | of the layers hidden,input,output",
        "named3.safetensors --layers input,hidden,output,top | 1 | not one of the layers",
        "names.safetensors --layers input_conv,hidden_conv,conv_out | 0 | state dict"
      })
  void anAmbiguousLayerOrderMustBeGiven(String options, int code, String text) {
    String labels = options.startsWith("named3") ? "--labels %/named3.y.npy " : "";
    assertSays(
        attack(
            "state-dict-safetensors-order",
            "--architecture gcn " + ON_ARRAYS + " " + labels + "--state-dict %/" + options),
        code,
        text);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "gcn  | net.pt                                            | 0 | state dict",
        "gcn  | ns.pt                                             | 0 | state dict",
        "gcn  | npf.pt                                            | 0 | state dict",
        "gcn  | legacy.pt                                         | 1 | since PyTorch 1.6",
        "gat  | gat17.od.pt --labels %/gaty.npy                   | 0 | accuracy 1.000",
        "gat  | gat14.od.pt --labels %/gaty.npy                   | 0 | accuracy 1.000",
        "sage | sage14.od.pt                                      | 1 | aggregator=MEAN): say which model it is with --setting",
        "sage | sage14.od.pt --setting aggregator=MEAN            | 0 | state dict"
      })
  void checkpointsOfVariousLayoutsAndReleasesAreRead(
      String architecture, String file, int code, String text) {
    String options = "--architecture " + architecture + " " + ON_ARRAYS + " --state-dict %/" + file;
    assertSays(attack("state-dict-checkpoints", options), code, text);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "adj.npz     | 0",
        "adj.mtx     | 0",
        "snap.txt.gz | 0",
        "out.konect  | 0",
        "yelp.mat    | 1",
      })
  void adjacenciesAreReadInCommonFormats(String file, int code) {
    String right = code == 0 ? "142 |    70" : "numpy.savez('graph.npz', x=m['features']";
    assertSays(attack("adjacency-formats", GCN + "%/" + file), code, right);
  }

  @ParameterizedTest
  @CsvSource({"utf8", "latin1", "utf16", "utf8bom"})
  void graphMlIsReadInItsDeclaredEncoding(String name) {
    String options =
        "--attack linkteller --state-dict %/gcn_pyg.npz --architecture gcn --features"
            + " %/features.csv --edge-index %/"
            + name
            + ".graphml";
    assertSays(attack("graphml-encodings", options), 0, "142 |    70");
  }

  @ParameterizedTest
  @CsvSource({"own-shuffled-no-labels", "own-shuffled"})
  void labelsDoNotChangeWhichFeatureRowANodeGets(String name) {
    String options =
        "--state-dict %/gcn.npz --architecture gcn --features %/own-x.npy --labels %/own-y.npy"
            + " --edge-index %/"
            + name
            + ".graphml";
    assertSays(attack("graphml-ids-and-labels", options), 0, "accuracy 1.000");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "labels-top-class-absent | --state-dict %/gcn_pyg.npz --architecture gcn --labels %/y01.npy | accuracy 0.300",
        "labels-top-class-absent | --onnx %/gin.onnx --labels %/gin.y.npy | accuracy 1.000",
        "onnx-one-logit-accuracy | --onnx %/onets.onnx --labels %/onets.y.npy | accuracy 1.000",
        "onnx-one-logit-accuracy | --onnx %/argts.onnx --labels %/argts.y.npy | accuracy 1.000",
        "onnx-input-batch        | --onnx %/batchts.onnx | AUC"
      })
  void theAccuracyIsPrintedForEveryFormOfOutput(String directory, String options, String text) {
    assertSays(attack(directory, options + " " + ON_ARRAYS), 0, text);
  }

  @Test
  void nodesWithoutALabelAreLeftOut() {
    String graph =
        "--state-dict %/gcn_pyg.npz --architecture gcn --undirected --edge-columns txId1,txId2"
            + " --edge-index %/elliptic_txs_edgelist.csv --features ";
    assertSays(
        attack("labels-unknown", graph + "%/ell_feat12.csv --labels %/elliptic_txs_classes.csv"),
        0,
        "accuracy 0.");
    Cli.Run quiet =
        attack("labels-unknown", graph + "%/ell_feat12.csv --labels %/elliptic_txs_classes.csv -q");
    assertSays(quiet, 0, "warning: no node has class 0");
    // The table without a header has one column more than the model accepts.
    assertSays(
        attack("labels-unknown", graph + "%/elliptic_txs_features.csv"), 1, "has 13 features");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "missing-file-described-wrongly | --state-dict none.pt --architecture gcn --features %/names_f.csv --edge-index missing.csv | missing.csv: there is no such file",
        "missing-file-described-wrongly | --state-dict none.pt --architecture gcn --features missing.npy --edge-index missing2.npy | missing.npy: there is no such file",
        "onnx-messages-name-java-setters | --onnx %/twots.onnx --features %/x.npy --edge-index %/ei.npy | choose one with --output-name",
        "onnx-messages-name-java-setters | --onnx %/heterots.onnx --features %/x.npy --edge-index %/ei.npy | choose one with --edge-input-name",
        "onnx-messages-name-java-setters | --onnx %/heterots.onnx --features %/x.npy --edge-index %/ei.npy --edge-input-name e1 | e2 seems to be a second list of edges"
      })
  void messagesNameFilesAndOptions(String directory, String options, String text) {
    assertSays(attack(directory, options), 1, text);
  }

  /** Answers as KServe and MLServer do: absent fields are null, and metadata may be empty. */
  private static String answer(HttpExchange exchange, boolean described) throws IOException {
    String path = exchange.getRequestURI().getPath();
    String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
    if (path.endsWith("/infer")) {
      // Row i is i and the first feature plus i, so that answers depend on the features.
      double first = Double.parseDouble(body.replaceAll("(?s).*?\"data\":\\[([^,\\]]*).*", "$1"));
      String rows =
          IntStream.range(0, 60)
              .mapToObj(i -> i + "," + (first + i))
              .collect(Collectors.joining(","));
      return "{\"model_name\":\"m\",\"id\":null,\"parameters\":null,\"error\":null,\"outputs\":[{\"name\":"
          + "\"logits\",\"shape\":[60,2],\"datatype\":\"FP32\",\"parameters\":null,\"data\":["
          + rows
          + "]}]}";
    }
    return path.endsWith("/m") && described
        ? "{\"name\":\"m\",\"inputs\":[{\"name\":\"x\",\"datatype\":\"FP16\",\"parameters\":null,"
            + "\"shape\":[-1,12]},{\"name\":\"edge_index\",\"datatype\":\"INT64\",\"shape\":[2,-1]}],"
            + "\"outputs\":[{\"name\":\"logits\",\"datatype\":\"FP32\",\"shape\":[-1,2]}]}"
        : "{\"name\":\"m\",\"extensions\":null,\"inputs\":[],\"outputs\":null}";
  }

  @ParameterizedTest
  @CsvSource({"true", "false"})
  void serversWithNullFieldsOrNoMetadataAreAttacked(boolean described) throws IOException {
    Path directory = RealData.reference("../cases/oip-parameters-null");
    try (OwnServer server = new OwnServer(exchange -> answer(exchange, described))) {
      String names = "--input-name x --edge-input-name edge_index --output-name logits";
      String options =
          "--attack linkteller --model m --url "
              + server.uri()
              + " "
              + ON_ARRAYS
              + (described ? "" : " " + names);
      assertSays(attack(directory.getFileName().toString(), options), 0, "61 queries");
    }
  }
}
