package io.linkteller.models.statedict;

import static io.linkteller.testing.Refusal.assertRefused;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.linkteller.feature.FeatureMatrix;
import io.linkteller.graph.Graph;
import io.linkteller.models.architecture.Gcn;
import io.linkteller.models.architecture.GnnModel;
import io.linkteller.models.numpy.NumpyArchiveWriter;
import io.linkteller.models.numpy.NumpyArray;
import io.linkteller.models.outside.PlainSage;
import io.linkteller.models.parameter.Parameters;
import io.linkteller.models.program.RandomCases;
import io.linkteller.parallel.Workers;
import io.linkteller.testing.RandomGraphs;
import it.unimi.dsi.fastutil.ints.IntList;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;

/** Reads state dicts that are created with the names of PyTorch Geometric and DGL. */
class StateDictImportTest {

  private static final GnnModel GCN = Gcn.builder().layers(3, 4, 2).build();

  /** Converts the parameters of a model of this library to the names of PyTorch's modules. */
  private static final class Exported {

    private final Parameters parameters;
    private final Map<String, NumpyArray> arrays = new LinkedHashMap<>();

    Exported(Parameters parameters) {
      this.parameters = parameters;
    }

    Exported transposed(String name, String theirs) {
      return matrix(theirs, CommonOps_DDRM.transpose(parameters.get(name), null));
    }

    Exported asIs(String name, String theirs) {
      return matrix(theirs, parameters.get(name));
    }

    private Exported matrix(String theirs, DMatrixRMaj matrix) {
      return put(theirs, matrix, matrix.numRows, matrix.numCols);
    }

    Exported row(String name, String theirs) {
      DMatrixRMaj row = parameters.get(name);
      return put(theirs, row, row.numCols);
    }

    Exported attention(String name, String theirs) {
      DMatrixRMaj vectors = parameters.get(name);
      return put(theirs, vectors, 1, vectors.numRows, vectors.numCols);
    }

    private Exported put(String theirs, DMatrixRMaj matrix, int... shape) {
      arrays.put(theirs, NumpyArray.of(IntList.of(shape), matrix.data));
      return this;
    }

    boolean has(String name) {
      return parameters.names().contains(name);
    }
  }

  private static StateDict dictOf(GnnModel model, boolean dgl) {
    Exported out = new Exported(model.parameters());
    int depth = model.settings().integers("layers").length - 1;
    for (int l = 1; l <= depth; l++) {
      String conv = (dgl ? "layers." : "conv") + l;
      switch (model.settings().architecture()) {
        case "gcn" -> {
          if (dgl) {
            out.asIs("W" + l, conv + ".weight").row("b" + l, conv + ".bias");
          } else {
            out.row("b" + l, conv + ".bias").transposed("W" + l, conv + ".lin.weight");
          }
        }
        case "gat" -> {
          out.attention("aSrc" + l, conv + (dgl ? ".attn_l" : ".att_src"));
          out.attention("aDst" + l, conv + (dgl ? ".attn_r" : ".att_dst"));
          out.row("b" + l, conv + ".bias");
          out.transposed("W" + l, conv + (dgl ? ".fc.weight" : ".lin.weight"));
          if (out.has("S" + l)) {
            out.transposed("S" + l, conv + (dgl ? ".res_fc.weight" : ".res.weight"));
          }
        }
        case "sage" -> {
          out.transposed("N" + l, conv + (dgl ? ".fc_neigh.weight" : ".lin_l.weight"));
          out.row("b" + l, conv + (dgl ? ".bias" : ".lin_l.bias"));
          out.transposed("W" + l, conv + (dgl ? ".fc_self.weight" : ".lin_r.weight"));
        }
        case "gin" -> {
          String first = l < depth ? conv + ".nn.0" : "lin";
          if (l < depth) {
            out.row("eps" + l, conv + ".eps");
          }
          out.transposed("W" + l, first + ".weight").row("b" + l, first + ".bias");
          if (l < depth) {
            out.transposed("V" + l, conv + ".nn.2.weight").row("c" + l, conv + ".nn.2.bias");
          }
        }
        case "deep-gcn" -> {
          boolean linear = l == 1 || l == depth;
          String module = linear ? "lin" + l : conv;
          out.transposed("W" + l, module + (linear ? ".weight" : ".lin.weight"));
          out.row("b" + l, module + ".bias");
          if (out.has("gamma" + l)) {
            out.row("gamma" + l, "norms." + l + ".weight").row("beta" + l, "norms." + l + ".bias");
          }
          if (out.has("mean" + l)) {
            out.row("mean" + l, "norms." + l + ".running_mean");
            out.row("var" + l, "norms." + l + ".running_var");
            out.arrays.put("norms." + l + ".num_batches_tracked", NumpyArray.of(IntList.of(), 100));
          }
        }
        default -> out.transposed("W" + l, "lin" + l + ".weight").row("b" + l, "lin" + l + ".bias");
      }
    }
    return StateDict.of(out.arrays);
  }

  @Property
  void everyModelIsReadFromItsPytorchNames(
      @ForAll @IntRange(min = 1, max = 3) int depth, @ForAll boolean dgl, @ForAll long seed) {
    GnnModel model = RandomCases.model(depth, 0, new SplittableRandom(seed));
    if (model.settings().architecture().equals("gin") && depth == 1) {
      // The mapping does not recognize a single linear layer as a GIN.
      return;
    }
    if (dgl
        && model.settings().architecture().equals("gcn")
        && Arrays.stream(model.settings().integers("layers")).distinct().count() == 1) {
      // Square weights may be transposed.
      refused("lin.weight", "gcn", dictOf(model, true));
      return;
    }
    StateDictImport port = StateDictImport.of(model.settings().architecture());
    for (Map.Entry<String, String> each : model.settings().byName().entrySet()) {
      if (!each.getKey().equals("architecture") && !each.getKey().equals("layers")) {
        port = port.setting(each.getKey(), each.getValue());
      }
    }
    GnnModel read = port.read(dictOf(model, dgl)).model();
    assertEquals(model.settings(), read.settings());
    for (String name : model.parameters().names()) {
      DMatrixRMaj expected = model.parameters().get(name);
      assertArrayEquals(expected.data, read.parameters().get(name).data, model + " " + name);
    }
  }

  @Example
  void linearLayersAreTransposedIfOnlyThatFits() {
    GnnModel model = Gcn.builder().layers(5, 4, 3).seed(7).build();
    Exported linear = new Exported(model.parameters());
    Exported withoutBias = new Exported(model.parameters());
    for (int l = 1; l <= 2; l++) {
      linear.transposed("W" + l, "w" + l + ".weight").row("b" + l, "w" + l + ".bias");
      withoutBias.transposed("W" + l, "w" + l + ".weight");
    }
    assertParameters(model, StateDict.of(linear.arrays), "W1", "b1", "W2", "b2");
    assertParameters(model, StateDict.of(withoutBias.arrays), "W1", "W2");
    // A square weight fits both ways, unless the next layer or its name decides.
    GnnModel square = Gcn.builder().layers(4, 4).seed(7).build();
    Map<String, NumpyArray> arrays =
        new Exported(square.parameters()).asIs("W1", "lin1.weight").row("b1", "lin1.bias").arrays;
    refused("lin.weight", "gcn", StateDict.of(arrays));
    GnnModel head = Gcn.builder().layers(4, 4, 3).seed(7).build();
    Exported both = new Exported(head.parameters());
    both.transposed("W1", "lin1.weight").row("b1", "lin1.bias");
    both.transposed("W2", "lin2.weight").row("b2", "lin2.bias");
    assertParameters(head, StateDict.of(both.arrays), "W1", "b1", "W2", "b2");
    assertParameters(
        square,
        StateDict.of(
            new Exported(square.parameters())
                .transposed("W1", "lin1.lin.weight")
                .row("b1", "lin1.bias")
                .arrays),
        "W1",
        "b1");
  }

  /** A model with other arrays is a different model, whichever order of layers is given. */
  @Example
  void unusedArraysAreRefusedWithTheAdviceToExport() {
    StateDict equal = dictOf(Gcn.builder().layers(3, 3, 3).build(), false);
    for (String layers : List.of("", "conv1,conv2,fc", "conv1.lin,conv2.lin,fc")) {
      for (String more : List.of("fc.weight", "bn1.running_mean")) {
        Map<String, NumpyArray> arrays = new LinkedHashMap<>();
        equal.names().forEach(name -> arrays.put(name, equal.get(name)));
        arrays.put(
            more,
            more.endsWith("weight")
                ? NumpyArray.of(IntList.of(3, 3), new double[9])
                : NumpyArray.of(IntList.of(3), new double[3]));
        StateDictImport port =
            StateDictImport.of("gcn")
                .layers(layers.isEmpty() ? List.of() : List.of(layers.split(",", -1)));
        assertRefused(
            StateDictFormatException.class,
            "unexpected arrays ["
                + more
                + "], which the architecture does not use; if the model does, export it to ONNX",
            () -> port.read(StateDict.of(arrays)));
      }
    }
  }

  private static void assertParameters(GnnModel expected, StateDict dict, String... names) {
    var found = StateDictImport.of("gcn").read(dict).model().parameters();
    for (String name : names) {
      assertArrayEquals(expected.parameters().get(name).data, found.get(name).data, name);
    }
  }

  @Example
  void theMessageNamesUnexpectedMissingAndTransposedArrays() {
    Map<String, NumpyArray> more = new LinkedHashMap<>();
    StateDict dict = dictOf(GCN, false);
    dict.names().forEach(name -> more.put(name, dict.get(name)));
    more.put("bn.weight", NumpyArray.of(IntList.of(4), 1, 1, 1, 1));
    refused("bn.weight", "gcn", StateDict.of(more));
    refused("found no layer of gat", "gat", dict);
    more.remove("bn.weight");
    more.put("conv2.lin.weight", NumpyArray.of(IntList.of(4, 2), new double[8]));
    refused("conv2.lin.weight is read as W2", "gcn", StateDict.of(more));
  }

  @Example
  void blockDiagonalWeightsAreReportedAsUnsupported() {
    Map<String, NumpyArray> arrays = new LinkedHashMap<>();
    arrays.put("conv1.weight", NumpyArray.of(IntList.of(3, 2, 4, 1), new double[24]));
    arrays.put("conv1.root", NumpyArray.of(IntList.of(8, 2), new double[16]));
    String said = "conv1.weight has the shape [3, 2, 4, 1], block-diagonal weights (num_blocks)";
    refused(said, "rgcn", StateDict.of(arrays));
    arrays.put("conv1.weight", NumpyArray.of(IntList.of(8, 2), new double[16]));
    refused("conv1.weight has the shape [8, 2], which does not fit", "rgcn", StateDict.of(arrays));
  }

  private static void refused(String named, String architecture, StateDict dict) {
    assertRefused(
        StateDictFormatException.class, named, () -> StateDictImport.of(architecture).read(dict));
  }

  @Example
  void anArchitectureFromOutsideIsReadByTheNamesThatItDeclares() {
    GnnModel model = PlainSage.of(new int[] {5, 4, 3}, 0);
    Exported out = new Exported(model.parameters());
    for (int l = 1; l <= 2; l++) {
      out.transposed("W" + l, "layers." + l + ".own.weight");
      out.transposed("N" + l, "layers." + l + ".near.weight").row("b" + l, "layers." + l + ".bias");
    }
    GnnModel read = StateDictImport.of("plain-sage").read(StateDict.of(out.arrays)).model();
    for (String name : model.parameters().names()) {
      assertArrayEquals(model.parameters().get(name).data, read.parameters().get(name).data, name);
    }
  }

  @Example
  void aModelIsAcceptedOnlyIfItReproducesTheLogits() {
    SplittableRandom random = new SplittableRandom(3);
    Graph graph = RandomGraphs.uniform(9, 0.4, random);
    FeatureMatrix x =
        FeatureMatrix.dense(
            new double[][] {
              {1, 2, 3}, {0, 1, 0}, {4, 1, 1}, {1, 0, 0}, {2, 2, 2}, {0, 0, 1}, {1, 1, 0},
              {3, 1, 2}, {0, 2, 0}
            });
    StateDict dict = dictOf(GCN, false);
    ImportedModel port =
        StateDictImport.of("gcn").setting("normalization", "FIRST_ORDER_GCN").read(dict);
    DMatrixRMaj logits = GCN.on(graph, Workers.sequential()).predict(x).copy();
    assertEquals(2, port.verifyAgainst(graph, x, graph.nodes(), logits).outputWidth());
    logits.data[5] += 1e-3;
    assertRefused(
        PortMismatchException.class,
        "logit 1 of node 2",
        () -> port.verifyAgainst(graph, x, graph.nodes(), logits));
    logits.data[5] = Double.NaN;
    assertThrows(
        PortMismatchException.class, () -> port.verifyAgainst(graph, x, graph.nodes(), logits));
  }

  @Example
  void theMessageNamesADamagedFile() throws IOException {
    Path file = Files.createTempFile("state", ".npz");
    try {
      new NumpyArchiveWriter().add("conv1.bias", new double[] {1, 2}).write(file);
      assertEquals(2, StateDict.read(file).row("conv1.bias").data[1]);
      Files.writeString(file, "no archive");
      assertRefused(StateDictFormatException.class, file.toString(), () -> StateDict.read(file));
    } finally {
      Files.delete(file);
    }
  }

  /** Three layers of equal width, given by the names of their modules in the order of the model. */
  @Example
  void onlyNumbersThatCountLayersDetermineTheirOrder() {
    String inOrder = "is the order of the model";
    Map<String, List<String>> ofSorted =
        Map.of(
            "conv1,conv2,conv3", List.of(inOrder, inOrder),
            "net.0,net.3,net.6", List.of(inOrder, inOrder),
            "gcn64,gcn32,gcn16", List.of(inOrder, "agree with their names and shapes"),
            "l9,l10,l11", List.of(inOrder, "agree with their names and shapes"),
            "hop2,hop1,hop3", List.of("by their numbers", "is another order"));
    GnnModel model = Gcn.builder().layers(3, 3, 3, 3).build();
    ofSorted.forEach(
        (modules, expected) -> {
          Exported out = new Exported(model.parameters());
          String[] names = modules.split(",", -1);
          for (int l = 1; l <= names.length; l++) {
            out.row("b" + l, names[l - 1] + ".bias");
            out.transposed("W" + l, names[l - 1] + ".lin.weight");
          }
          assertEquals(expected.get(0), found(model, StateDict.of(out.arrays), expected.get(0)));
          StateDict unordered = StateDict.unordered(new TreeMap<>(out.arrays));
          assertEquals(expected.get(1), found(model, unordered, expected.get(1)));
        });
  }

  /** If only a convention determines the order or the kind of layers, a doubt reports this. */
  @Example
  void anOrderInferredFromConventionIsReported() {
    assertEquals(List.of(), doubts("first", "second", "end"));
    assertDoubt("also alphabetical", "decode", "encode", "middle");
    assertEquals(List.of(), doubts("conv1", "conv2", "conv3"));
    assertDoubt("layers of one kind", "conv1", "conv2", "classifier");
  }

  private static void assertDoubt(String expected, String... modules) {
    List<String> doubts = doubts(modules);
    assertTrue(doubts.size() == 1 && doubts.get(0).contains(expected), doubts::toString);
  }

  private static List<String> doubts(String... modules) {
    Exported out = new Exported(Gcn.builder().layers(3, 3, 3, 3).build().parameters());
    for (int l = 1; l <= modules.length; l++) {
      out.row("b" + l, modules[l - 1] + ".bias");
      out.transposed("W" + l, modules[l - 1] + ".lin.weight");
    }
    return StateDictImport.of("gcn").read(StateDict.of(out.arrays)).doubts();
  }

  private static String found(GnnModel model, StateDict dict, String expected) {
    try {
      GnnModel read = StateDictImport.of("gcn").read(dict).model();
      boolean same =
          Arrays.equals(read.parameters().get("W1").data, model.parameters().get("W1").data)
              && Arrays.equals(read.parameters().get("W3").data, model.parameters().get("W3").data);
      return same ? "is the order of the model" : "is another order";
    } catch (StateDictFormatException e) {
      String message = String.valueOf(e.getMessage());
      return message.contains(expected) ? expected : message;
    }
  }
}
