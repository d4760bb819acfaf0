package io.linkteller.onnx;

import ai.onnxruntime.NodeInfo;
import ai.onnxruntime.OnnxJavaType;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession;
import ai.onnxruntime.TensorInfo;
import io.linkteller.graph.Graph;
import io.linkteller.inference.ModelFormatException;
import io.linkteller.inference.tensor.EdgeWeighting;
import io.linkteller.inference.tensor.TensorModel;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The roles of a model's inputs and outputs, which are determined from their names, types and
 * shapes.
 *
 * @param features the input for the features
 * @param batched whether the first axis of the features is a batch axis: queries x n x d
 * @param edges the input for the edges
 * @param byEntry whether the edges are m x 2 instead of 2 x m
 * @param longs whether the edges are 64-bit instead of 32-bit integers
 * @param entries the number of entries of the edges, if it is fixed
 * @param weights the input for the weights of the edges
 * @param columnOfWeights whether the weights are m x 1 instead of m numbers
 * @param singleWeights whether the weights are {@code float} instead of {@code double}
 * @param types the input for the types of the edges
 * @param output the output that contains the logits
 * @param tensors the shapes that the model accepts
 */
record OnnxSignature(
    String features,
    boolean batched,
    Optional<String> edges,
    boolean byEntry,
    boolean longs,
    Optional<Integer> entries,
    Optional<String> weights,
    boolean columnOfWeights,
    boolean singleWeights,
    Optional<String> types,
    String output,
    TensorModel.Signature tensors) {

  private static final Set<OnnxJavaType> FEATURE_TYPES =
      Set.of(OnnxJavaType.FLOAT, OnnxJavaType.DOUBLE);
  private static final Set<OnnxJavaType> EDGE_TYPES =
      Set.of(OnnxJavaType.INT64, OnnxJavaType.INT32);
  private static final Set<OnnxJavaType> OUTPUT_TYPES =
      Set.of(
          OnnxJavaType.FLOAT,
          OnnxJavaType.DOUBLE,
          OnnxJavaType.FLOAT16,
          OnnxJavaType.BFLOAT16,
          OnnxJavaType.INT64,
          OnnxJavaType.INT32);

  static OnnxSignature of(
      Path file,
      OrtSession session,
      OnnxNames names,
      Optional<Graph> graph,
      Optional<EdgeWeighting> weighting,
      int batch)
      throws OrtException {
    return new Reader(file, tensors(session.getInputInfo()), tensors(session.getOutputInfo()))
        .read(names, graph, weighting, batch);
  }

  private static Map<String, TensorInfo> tensors(Map<String, NodeInfo> nodes) {
    Map<String, TensorInfo> tensors = new LinkedHashMap<>();
    nodes.forEach(
        (name, node) -> {
          if (node.getInfo() instanceof TensorInfo info) {
            tensors.put(name, info);
          }
        });
    return tensors;
  }

  private static final class Reader {

    private final Path file;
    private final Map<String, TensorInfo> inputs;
    private final Map<String, TensorInfo> outputs;

    Reader(Path file, Map<String, TensorInfo> inputs, Map<String, TensorInfo> outputs) {
      this.file = file;
      this.inputs = inputs;
      this.outputs = outputs;
    }

    OnnxSignature read(
        OnnxNames names, Optional<Graph> graph, Optional<EdgeWeighting> weighting, int batch) {
      Map<String, TensorInfo> open = new LinkedHashMap<>(inputs);
      names.edges.ifPresent(name -> require(inputs, name, "input", "edgeInputName"));
      names.weights.ifPresent(name -> require(inputs, name, "input", "edgeWeightInputName"));
      names.edges.ifPresent(open::remove);
      names.weights.ifPresent(open::remove);
      String features =
          names.features.isPresent()
              ? require(inputs, names.features.get(), "input", "inputName")
              : oneOfFeatures(open, Reader::wide)
                  // One column: features, if nothing else can be.
                  .or(() -> oneOfFeatures(open, info -> true))
                  .orElseThrow(
                      () ->
                          problem(
                              "no input takes features, n x d of FLOAT or DOUBLE; the inputs are "
                                  + described(inputs)));
      open.remove(features);
      TensorInfo x = info(inputs, features);
      requireType(features, x, FEATURE_TYPES);
      boolean batched = rank(x) == 3;
      if (rank(x) != 2 && !batched) {
        throw problem(
            "input "
                + described(features, x)
                + " does not have the shape of features, n x d or queries x n x d");
      }
      int rowAxis = batched ? 1 : 0;
      long fixedRows = x.getShape()[rowAxis];
      long width = x.getShape()[rowAxis + 1];
      Optional<Integer> copies = Optional.empty();
      if (batched && x.getShape()[0] >= 0) {
        copies = Optional.of(Math.toIntExact(x.getShape()[0]));
      } else if (!batched && fixedRows >= 0 && batch > 1) {
        throw problem(
            "takes "
                + fixedRows
                + " nodes only, so several queries cannot be answered in one run: batch = "
                + batch
                + " is not 1");
      }

      Optional<String> edges =
          names.edges.isPresent()
              ? names.edges
              : one(
                  open,
                  "edge_index",
                  info -> EDGE_TYPES.contains(info.type) && rank(info) == 2,
                  "input",
                  "edgeInputName");
      edges.ifPresent(open::remove);
      boolean byEntry = false;
      boolean longs = true;
      Optional<Integer> entries = Optional.empty();
      if (edges.isPresent()) {
        TensorInfo info = info(inputs, edges.get());
        requireType(edges.get(), info, EDGE_TYPES);
        longs = info.type == OnnxJavaType.INT64;
        long[] shape = info.getShape();
        boolean pairs = rank(info) == 2;
        byEntry = pairs && shape[0] != 2 && shape[1] == 2;
        if (!pairs || !(byEntry || shape[0] == 2 || shape[0] < 0)) {
          throw problem(
              "input " + described(edges.get(), info) + " does not have the shape of edges, 2 x m");
        }
        long fixedEntries = shape[byEntry ? 0 : 1];
        if (fixedEntries >= 0) {
          if (!batched && batch > 1) {
            throw problem(
                "input "
                    + described(edges.get(), info)
                    + " takes a fixed number of entries, so several queries cannot be answered in"
                    + " one run: batch = "
                    + batch
                    + " is not 1");
          }
          entries = Optional.of(Math.toIntExact(fixedEntries));
        }
        if (graph.isEmpty()) {
          throw problem(
              "input " + described(edges.get(), info) + " takes edges, so a graph must be set");
        }
      }

      Optional<String> weights = names.weights;
      if (weights.isEmpty()) {
        weights =
            one(
                open,
                open.containsKey("edge_weight") ? "edge_weight" : "edge_attr",
                info -> FEATURE_TYPES.contains(info.type) && isPerEdge(info),
                "input",
                "edgeWeightInputName");
      }
      weights.ifPresent(open::remove);
      boolean typed = graph.filter(each -> !each.relations().isEmpty()).isPresent();
      Optional<String> types = Optional.empty();
      if (typed) {
        types =
            one(
                open,
                "edge_type",
                info -> info.type == OnnxJavaType.INT64 && rank(info) == 1,
                "input",
                "the name edge_type");
        types.ifPresent(open::remove);
      }
      if (typed && types.isEmpty()) {
        throw problem("no input takes the relations of the graph");
      }
      if (!typed && open.containsKey("edge_type")) {
        throw problem(
            "input edge_type takes edge types, which are not given: give the graph relations"
                + " (edgeType(...), types(...))");
      }
      if (!open.isEmpty()) {
        throw problem(
            "needs more than features and a graph: "
                + described(open)
                + (open.containsKey("batch") ? "; ONNX Runtime is given no batch" : "")
                + "; export the model without these inputs");
      }
      boolean column = false;
      boolean singleWeights = true;
      if (weights.isPresent()) {
        TensorInfo info = info(inputs, weights.get());
        requireType(weights.get(), info, FEATURE_TYPES);
        if (!isPerEdge(info)) {
          throw problem(
              "input "
                  + described(weights.get(), info)
                  + " does not have the shape of edge weights, m numbers");
        }
        column = rank(info) == 2;
        singleWeights = info.type == OnnxJavaType.FLOAT;
        if (weighting.isEmpty()) {
          throw problem(
              "input "
                  + described(weights.get(), info)
                  + " takes edge weights, which are not given: give the graph some (edgeWeight(...),"
                  + " weights(...)), or choose them with edgeWeights(...)");
        }
        if (edges.isEmpty()) {
          throw problem("takes edge weights but no edges");
        }
      } else if (weighting.isPresent()) {
        throw problem(
            "edgeWeights is set, but no input takes weights; the inputs are " + described(inputs));
      }

      String output =
          names.output.isPresent()
              ? require(outputs, names.output.get(), "output", "outputName")
              : one(
                      outputs,
                      "logits",
                      info -> OUTPUT_TYPES.contains(info.type),
                      "output",
                      "outputName")
                  .orElseThrow(
                      () -> problem("no output has a numeric type: " + described(outputs)));
      requireType(output, info(outputs, output), OUTPUT_TYPES);

      return new OnnxSignature(
          features,
          batched,
          edges,
          byEntry,
          longs,
          entries,
          weights,
          column,
          singleWeights,
          types,
          output,
          new TensorModel.Signature(
              width > 0 ? Math.toIntExact(width) : 0,
              x.type == OnnxJavaType.FLOAT,
              fixedRows >= 0 ? Optional.of(Math.toIntExact(fixedRows)) : Optional.empty(),
              copies));
    }

    private interface Test {
      boolean fits(TensorInfo info);
    }

    private Optional<String> oneOfFeatures(Map<String, TensorInfo> among, Test test) {
      return one(
          among,
          "x",
          info -> FEATURE_TYPES.contains(info.type) && rank(info) >= 2 && test.fits(info),
          "input",
          "inputName");
    }

    /** Returns the tensor with a conventional name, or else the only one that fits. */
    private Optional<String> one(
        Map<String, TensorInfo> among, String customary, Test test, String kind, String option) {
      List<String> fitting =
          among.keySet().stream().filter(name -> test.fits(info(among, name))).toList();
      if (fitting.contains(customary)) {
        return Optional.of(customary);
      }
      if (fitting.size() > 1) {
        throw problem(
            "the "
                + kind
                + " is ambiguous among "
                + described(among)
                + "; choose one with "
                + option
                + (option.contains(" ") ? "" : "(...)"));
      }
      return fitting.stream().findFirst();
    }

    private static int rank(TensorInfo info) {
      return info.getShape().length;
    }

    /** Returns whether a tensor is not a column with one number per edge. */
    private static boolean wide(TensorInfo info) {
      long[] shape = info.getShape();
      return shape.length != 2 || shape[1] != 1;
    }

    private static boolean isPerEdge(TensorInfo info) {
      return rank(info) == 1 || (rank(info) == 2 && !wide(info));
    }

    private String require(Map<String, TensorInfo> among, String name, String kind, String option) {
      if (!among.containsKey(name)) {
        throw problem(
            option + " = " + name + " is not an " + kind + " of the model: " + described(among));
      }
      return name;
    }

    private void requireType(String name, TensorInfo info, Set<OnnxJavaType> types) {
      if (!types.contains(info.type)) {
        throw problem(
            described(name, info)
                + " has an unsupported type; supported are "
                + types.stream().map(Enum::name).sorted().collect(Collectors.joining(", ")));
      }
    }

    private static TensorInfo info(Map<String, TensorInfo> among, String name) {
      TensorInfo info = among.get(name);
      if (info == null) {
        throw new IllegalStateException(name);
      }
      return info;
    }

    private static String described(Map<String, TensorInfo> tensors) {
      return tensors.entrySet().stream()
          .map(entry -> described(entry.getKey(), entry.getValue()))
          .collect(Collectors.joining(", ", "[", "]"));
    }

    private static String described(String name, TensorInfo info) {
      return name
          + " ("
          + info.type
          + " "
          + Arrays.stream(info.getShape())
              .mapToObj(length -> length < 0 ? "?" : Long.toString(length))
              .collect(Collectors.joining(" x "))
          + ")";
    }

    private ModelFormatException problem(String problem) {
      return new ModelFormatException(file, problem);
    }
  }
}
