package io.linkteller.testing.export;

import io.linkteller.graph.Graph;
import io.linkteller.matrix.CsrMatrix;
import io.linkteller.models.operator.OnnxNodes;
import io.linkteller.models.operator.RowGroups;
import io.linkteller.models.program.Program;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.ejml.data.DMatrixRMaj;
import org.jspecify.annotations.Nullable;

/**
 * Writes the program of a model on one graph, and recognizes what of it is the graph:
 *
 * <ol>
 *   <li>Groups that are the sources or targets of all arcs, with or without a self-loop at each
 *       node, become rows of {@code edge_index}, followed by all nodes if there are self-loops.
 *   <li>Entries of a matrix at these arcs become c f(degree of the target) g(degree of the source),
 *       where f and g are powers with exponents 0, -1/2 or -1 of the degree or the degree plus 1,
 *       and those at self-loops become p + q / (degree + 1).
 *   <li>All else is written as a constant. If it depends on the graph, traces on two graphs differ,
 *       which {@link #requireSame} finds.
 * </ol>
 */
final class OnnxTrace implements OnnxNodes {

  /** The relative error up to which entries are functions of degrees. */
  private static final double CLOSE = 1e-12;

  /** Shift of degrees, exponent at the target, exponent at the source. */
  private static final double[][] FORMS = {
    {0, 0, 0}, {0, -0.5, -0.5}, {1, -0.5, -0.5}, {0, -1, 0}, {1, -1, 0}, {0, 0, -1}, {1, 0, -1}
  };

  private final OnnxGraph file = new OnnxGraph();
  private final OnnxGraph.Type type;
  private final Graph graph;
  private final boolean edgesAreInput;
  private final int[] arcSources;
  private final int[] arcTargets;
  private final int[] loopedSources;
  private final int[] loopedTargets;
  private final List<String> constants = new ArrayList<>();

  // What is computed from the graph, at its first use.
  private @Nullable String senders;
  private @Nullable String receivers;
  private @Nullable String nodes;
  private @Nullable String degrees;

  OnnxTrace(Graph graph, boolean edgesAreInput, OnnxGraph.Type type) {
    this.graph = graph.requireSimple("export to ONNX");
    this.edgesAreInput = edgesAreInput;
    this.type = type;
    int n = graph.nodeCount();
    int m = 2 * graph.edgeCount();
    arcSources = new int[m];
    arcTargets = new int[m];
    loopedSources = new int[m + n];
    loopedTargets = new int[m + n];
    int arc = 0;
    int looped = 0;
    for (int u = 0; u < n; u++) {
      boolean isLooped = false;
      for (int i = 0; i < graph.degree(u); i++) {
        int w = graph.neighbor(u, i);
        if (w > u && !isLooped) {
          loopedSources[looped] = u;
          loopedTargets[looped++] = u;
          isLooped = true;
        }
        loopedSources[looped] = w;
        loopedTargets[looped++] = u;
        arcSources[arc] = w;
        arcTargets[arc++] = u;
      }
      if (!isLooped) {
        loopedSources[looped] = u;
        loopedTargets[looped++] = u;
      }
    }
  }

  /** Returns a graph whose nodes have many different degrees, among them 0. */
  static Graph probe(int nodes) {
    Graph.Builder builder = Graph.builder(nodes);
    for (int v = 1; v < nodes - 1; v++) {
      builder.addEdge(v, v / 2);
      if (v % 3 == 0 && v > 8) {
        builder.addEdge(v, v / 5);
      }
    }
    return builder.build();
  }

  void follow(Program program, int inputWidth) {
    String x = file.input("x", type, "n", Integer.toString(inputWidth));
    String logits = program.export(this, x);
    file.output(logits, "logits", type, "n", Integer.toString(program.outputWidth()));
  }

  byte[] toBytes() {
    return file.toBytes();
  }

  /** Refuses a program that differs in more than edges and degrees from that on another graph. */
  void requireSame(OnnxTrace other) {
    if (Arrays.equals(toBytes(), other.toBytes())) {
      return;
    }
    int i = 0;
    int most = Math.min(constants.size(), other.constants.size());
    while (i < most && constants.get(i).equals(other.constants.get(i))) {
      i++;
    }
    String which = i < most ? "its value " + constants.get(i).split("=", 2)[0] : "its structure";
    throw new UnsupportedOperationException(
        "the program depends on the graph otherwise than through edges and degrees, "
            + which
            + " differs from graph to graph; export it for one graph with on(graph)");
  }

  @Override
  public String apply(String operator, List<String> inputs, Map<String, Object> attributes) {
    OnnxGraph.Attribute[] written =
        attributes.entrySet().stream()
            .sorted(Map.Entry.comparingByKey())
            .map(
                each ->
                    each.getValue() instanceof Number number
                        ? OnnxGraph.Attribute.of(each.getKey(), number.longValue())
                        : OnnxGraph.Attribute.of(each.getKey(), each.getValue().toString()))
            .toArray(OnnxGraph.Attribute[]::new);
    return file.apply(operator, inputs, written);
  }

  private String constant(String name, OnnxGraph.Type of, double[] values, long... shape) {
    String unique = file.constant(name, of, values, shape);
    constants.add(unique + "=" + Arrays.toString(shape) + Arrays.hashCode(values));
    return unique;
  }

  @Override
  public String matrix(String name, DMatrixRMaj matrix) {
    double[] values = Arrays.copyOf(matrix.data, matrix.getNumElements());
    return constant(name, type, values, matrix.numRows, matrix.numCols);
  }

  @Override
  public String number(double number) {
    return constant("number", type, new double[] {number}, 1);
  }

  @Override
  public String integers(long... integers) {
    double[] values = Arrays.stream(integers).asDoubleStream().toArray();
    return constant("integers", OnnxGraph.Type.INT64, values, values.length);
  }

  @Override
  public String rowCount(int rows) {
    if (rows != graph.nodeCount() || !edgesAreInput) {
      return integers(rows);
    }
    String known = nodes;
    if (known == null) {
      known = apply("Slice", apply("Shape", "x"), integers(0), integers(1));
      nodes = known;
    }
    return known;
  }

  @Override
  public String index(RowGroups groups) {
    if (edgesAreInput) {
      for (boolean looped : new boolean[] {false, true}) {
        if (matches(groups, looped ? loopedSources : arcSources)) {
          return withLoops(sources(), looped);
        }
        if (matches(groups, looped ? loopedTargets : arcTargets)) {
          return withLoops(targets(), looped);
        }
      }
    }
    double[] index = new double[groups.rowCount()];
    Arrays.setAll(index, groups::groupOf);
    return constant("index", OnnxGraph.Type.INT64, index, index.length);
  }

  private static boolean matches(RowGroups groups, int[] index) {
    boolean same = groups.rowCount() == index.length;
    for (int e = 0; e < index.length && same; e++) {
      same = groups.groupOf(e) == index[e];
    }
    return same;
  }

  private String withLoops(String ends, boolean looped) {
    if (!looped) {
      return ends;
    }
    String zero = constant("start", OnnxGraph.Type.INT64, new double[] {0});
    String one = constant("step", OnnxGraph.Type.INT64, new double[] {1});
    String limit = apply("Squeeze", rowCount(graph.nodeCount()), integers(0));
    return concatenate(0, List.of(ends, apply("Range", zero, limit, one)));
  }

  private String sources() {
    String known = senders;
    if (known == null) {
      String edges = file.input("edge_index", OnnxGraph.Type.INT64, "2", "m");
      known = edgeRow(edges, 0);
      senders = known;
      receivers = edgeRow(edges, 1);
    }
    return known;
  }

  private String targets() {
    sources();
    String known = receivers;
    return known == null ? "" : known;
  }

  private String edgeRow(String edges, int row) {
    String index = constant("row", OnnxGraph.Type.INT64, new double[] {row});
    return gather(edges, index, 0);
  }

  /** Returns the degrees, n x 1. */
  private String degrees() {
    String known = degrees;
    if (known == null) {
      String ends = apply("Unsqueeze", targets(), integers(1));
      String one = number(1);
      String ones = apply("Expand", one, apply("Shape", ends));
      String size = concatenate(0, List.of(rowCount(graph.nodeCount()), integers(1)));
      known =
          apply(
              "ScatterElements",
              List.of(apply("Expand", number(0), size), ends, ones),
              Map.of("axis", 0, "reduction", "add"));
      degrees = known;
    }
    return known;
  }

  @Override
  public String entries(CsrMatrix matrix) {
    boolean looped = matrix.entryCount() == loopedSources.length;
    RowGroups sources = RowGroups.sources(matrix);
    if (edgesAreInput
        && matches(sources, looped ? loopedSources : arcSources)
        && matches(RowGroups.targets(matrix), looped ? loopedTargets : arcTargets)) {
      for (double[] form : FORMS) {
        double factor = factor(matrix, sources, form);
        double[] own = looped ? own(matrix) : new double[2];
        if (!Double.isNaN(factor) && !Double.isNaN(own[0])) {
          String edges = edgeWeights(form, factor);
          return looped ? concatenate(0, List.of(edges, ownWeights(own))) : edges;
        }
      }
    }
    return constant("entries", type, matrix.copyValues(), matrix.entryCount(), 1);
  }

  /** Returns c if the entries off the diagonal are c times a form, or NaN. */
  private double factor(CsrMatrix matrix, RowGroups sources, double[] form) {
    double factor = Double.NaN;
    for (int u = 0; u < matrix.rows(); u++) {
      for (int e = matrix.offset(u); e < matrix.offset(u + 1); e++) {
        int w = sources.groupOf(e);
        if (w != u) {
          double unit =
              Math.pow(graph.degree(u) + form[0], form[1])
                  * Math.pow(graph.degree(w) + form[0], form[2]);
          if (Double.isNaN(factor)) {
            factor = rounded(matrix.value(e) / unit);
          }
          if (!isClose(matrix.value(e), factor * unit)) {
            return Double.NaN;
          }
        }
      }
    }
    return factor;
  }

  /** Returns p and q if the diagonal is p + q / (degree + 1), or NaN. */
  private double[] own(CsrMatrix matrix) {
    double[] diagonal = new double[matrix.rows()];
    for (int at = 0; at < loopedSources.length; at++) {
      if (loopedSources[at] == loopedTargets[at]) {
        diagonal[loopedSources[at]] = matrix.value(at);
      }
    }
    // The last node of a probe has no neighbors, its first one has some.
    double alone = diagonal[diagonal.length - 1];
    double q = rounded((alone - diagonal[0]) / (1 - 1.0 / (graph.degree(0) + 1)));
    double p = rounded(alone - q);
    for (int u = 0; u < diagonal.length; u++) {
      if (!isClose(diagonal[u], p + q / (graph.degree(u) + 1))) {
        return new double[] {Double.NaN, Double.NaN};
      }
    }
    return new double[] {p, q};
  }

  /** Removes rounding errors, which depend on the graph. */
  private static double rounded(double value) {
    return Math.abs(value) < 1e3 ? Math.rint(value * 1e12) / 1e12 : value;
  }

  private static boolean isClose(double a, double b) {
    return Math.abs(a - b) <= CLOSE * Math.max(1, Math.abs(a));
  }

  private String edgeWeights(double[] form, double factor) {
    String weights =
        apply("Expand", number(factor), apply("Shape", gather(degrees(), sources(), 0)));
    for (int end = 1; end <= 2; end++) {
      if (form[end] != 0) {
        String shifted = form[0] == 0 ? degrees() : apply("Add", degrees(), number(form[0]));
        String root = form[end] == -1 ? shifted : apply("Sqrt", shifted);
        weights = apply("Div", weights, gather(root, end == 1 ? targets() : sources(), 0));
      }
    }
    return weights;
  }

  private String ownWeights(double[] own) {
    String share = apply("Div", number(own[1]), apply("Add", degrees(), number(1)));
    return apply("Add", number(own[0]), share);
  }
}
