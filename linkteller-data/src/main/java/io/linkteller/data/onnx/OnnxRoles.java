package io.linkteller.data.onnx;

import io.linkteller.inference.ModelFormatException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The roles of the inputs and outputs of a model, determined by their names, types and shapes. They
 * are used by all engines that run ONNX files.
 *
 * @param features the input for the features, n x d or queries x n x d
 * @param edges the input for the edges, if there is one: 2 x m or m x 2
 * @param weights the input for the weights of the edges, m numbers, if there is one
 * @param types the input for the types of the edges, m numbers, if there is one
 * @param batch the input for the graph to which each node belongs, n numbers, if there is one
 * @param output the output that contains the logits
 */
public record OnnxRoles(
    OnnxSlot features,
    Optional<OnnxSlot> edges,
    Optional<OnnxSlot> weights,
    Optional<OnnxSlot> types,
    Optional<OnnxSlot> batch,
    String output) {

  /** The setting with the name of the input for the features. */
  static final String FEATURES = "inputName";

  /** The setting with the name of the input for the edges. */
  static final String EDGES = "edgeInputName";

  /** The setting with the name of the input for the weights. */
  static final String WEIGHTS = "edgeWeightInputName";

  /** The setting with the name of the output. */
  static final String OUTPUT = "outputName";

  /** The message, with advice, if a model has an input for weights but there are no weights. */
  static final String NO_WEIGHTS =
      "requires edge weights, but there are none; add them to the graph (edgeWeight(...),"
          + " weights(...)), or choose them with edgeWeights(...)";

  /** The message, with advice, if a model has an input for types but there are no types. */
  static final String NO_TYPES =
      "requires edge types, but there are none; add relations to the graph (edgeType(...),"
          + " types(...))";

  /**
   * Determines the roles.
   *
   * @param names the known names of inputs and of the output, by the settings {@link #FEATURES},
   *     {@link #EDGES}, {@link #WEIGHTS} and {@link #OUTPUT}
   * @throws ModelFormatException if the roles are ambiguous or not those of a node classifier; the
   *     message states the reason
   */
  static OnnxRoles of(OnnxFile model, Path file, Map<String, String> names) {
    return new Reader(file, names, model.graph().inputs()).read(model.graph().outputs());
  }

  /**
   * Checks that all numbers of a model are in its file or in files of the same folder, before a
   * runtime opens the model.
   *
   * @param file an ONNX file
   * @throws ModelFormatException if the file is not an ONNX file, or a tensor refers to a file that
   *     is missing or outside the folder (by its path or through a link), or to memory
   */
  public static void requireNumbersInFolder(Path file) {
    OnnxFile.parsed(
        file,
        bytes -> {
          ExternalData.requireInFolderOf(file, ProtobufInput.of(bytes));
          return bytes;
        });
  }

  /**
   * Rejects edges without the weights or types that the model requires.
   *
   * @param file the file, for the message
   * @param edges the edges
   * @throws ModelFormatException if the model requires weights or types that the edges do not have
   */
  void requireGiven(Path file, EdgeIndex edges) {
    int entries = edges.entryCount();
    requireGiven(file, weights, edges.isWeighted() || entries == 0, NO_WEIGHTS);
    requireGiven(file, types, edges.types().length == entries, NO_TYPES);
  }

  private static void requireGiven(
      Path file, Optional<OnnxSlot> slot, boolean given, String problem) {
    if (slot.isPresent() && !given) {
      throw new ModelFormatException(file, "input " + slot.get() + " " + problem);
    }
  }

  /**
   * Rejects a graph whose size differs from that of the graph for which the model was exported.
   *
   * @param file the file, for the message
   * @param edges the nodes and edges of a query
   * @throws ModelFormatException if the model requires a different number of nodes or entries
   */
  public void requireSize(Path file, EdgeIndex edges) {
    requireSize(file, "nodes", nodes(), edges.nodeCount());
    requireSize(file, "edge entries", entries(), edges.entryCount());
  }

  private static void requireSize(Path file, String what, int stated, int given) {
    if (stated >= 0 && stated != given) {
      throw new ModelFormatException(
          file,
          "the model was exported for %s %s, not %s; export it with dynamic axes"
              .formatted(stated, what, given));
    }
  }

  /** {@return whether the edges are m x 2 instead of 2 x m} */
  public boolean byEntry() {
    List<Integer> shape = edges.map(OnnxSlot::shape).orElse(List.of());
    return shape.size() == 2 && shape.get(0) != 2 && shape.get(1) == 2;
  }

  /** {@return the number of entries of the edges, or -1 if it is not fixed} */
  public int entries() {
    return edges.map(slot -> slot.shape().get(byEntry() ? 0 : 1)).orElse(-1);
  }

  /** {@return whether the first axis of the features is an axis of queries} */
  public boolean isBatched() {
    return features.rank() == 3;
  }

  /** {@return n, or -1 if any number of nodes fits} */
  public int nodes() {
    return features.shape().get(features.rank() - 2);
  }

  /** {@return d, or 0 if any number of features fits} */
  public int width() {
    return Math.max(0, features.shape().get(features.rank() - 1));
  }

  private static final class Reader {

    private static final Pattern OF_NODES = Pattern.compile("(?i)node|mask|ptr|degree");

    private final Path file;
    private final Map<String, String> names;
    private final List<OnnxSlot> open;

    Reader(Path file, Map<String, String> names, List<OnnxSlot> inputs) {
      this.file = file;
      this.names = names;
      this.open = new ArrayList<>(inputs);
    }

    OnnxRoles read(List<OnnxSlot> outputs) {
      // 1. Find the inputs that were named.
      Optional<OnnxSlot> edges = taken(EDGES);
      Optional<OnnxSlot> weights = taken(WEIGHTS);
      // 2. Find the features, which have a single column only if nothing else fits.
      OnnxSlot features =
          taken(FEATURES)
              .or(() -> one("x", slot -> slot.isFloating() && !slot.isPerEdge(), FEATURES))
              .or(() -> one("x", slot -> slot.isFloating() && slot.rank() == 2, FEATURES))
              .orElseThrow(
                  () ->
                      problem(
                          "no input is suitable for features (n x d, FLOAT or DOUBLE); the inputs"
                              + " are "
                              + open));
      if (!features.isFloating()) {
        throw problem(
            features
                + " has an unsupported type; the supported types are DOUBLE, FLOAT and FLOAT16");
      }
      if (features.rank() != 2 && features.rank() != 3) {
        throw problem(
            "input " + features + " does not have the shape of features, n x d or queries x n x d");
      }
      // 3. Find the edges, their weights and their types.
      edges =
          edges.or(
              () ->
                  one(
                      "edge_index",
                      slot -> slot.isInteger() && slot.rank() == 2 && !isPerNode(slot, features),
                      EDGES));
      edges.filter(slot -> !isPairs(slot)).ifPresent(this::refusePairs);
      String usual =
          open.stream().anyMatch(slot -> slot.name().equals("edge_weight"))
              ? "edge_weight"
              : "edge_attr";
      weights =
          weights.or(
              () ->
                  one(
                      usual,
                      slot -> slot.isFloating() && slot.isPerEdge() && !isPerNode(slot, features),
                      WEIGHTS));
      weights
          .filter(slot -> !slot.isFloating() || !slot.isPerEdge())
          .ifPresent(
              slot -> {
                throw problem(
                    "input " + slot + " does not have the shape of edge weights, m numbers");
              });
      Optional<OnnxSlot> batch =
          open.stream()
              .filter(slot -> slot.name().equals("batch") && slot.isInteger() && slot.rank() == 1)
              .findFirst();
      batch.ifPresent(open::remove);
      Optional<OnnxSlot> types =
          one(
              "edge_type",
              slot -> slot.isInteger() && slot.rank() == 1 && !isPerNode(slot, features),
              "the name edge_type");
      // 4. No input may be left over.
      if (!open.isEmpty()) {
        String advice =
            open.stream()
                .map(slot -> advice(slot, features))
                .distinct()
                .collect(Collectors.joining("; "));
        throw problem(
            "requires more inputs than features and a graph: %s; %s; export the model without them"
                .formatted(open, advice));
      }
      if (weights.isPresent() && edges.isEmpty()) {
        throw problem("has an input for edge weights but none for edges");
      }
      return new OnnxRoles(features, edges, weights, types, batch, output(outputs));
    }

    private static boolean isPairs(OnnxSlot slot) {
      List<Integer> shape = slot.shape();
      return slot.isInteger()
          && shape.size() == 2
          && (shape.get(0) == 2 || shape.get(0) < 0 || shape.get(1) == 2);
    }

    private void refusePairs(OnnxSlot slot) {
      throw problem("input " + slot + " does not have the shape of edges, 2 x m");
    }

    private String output(List<OnnxSlot> outputs) {
      List<String> all = outputs.stream().map(OnnxSlot::name).toList();
      @Nullable String named = names.get(OUTPUT);
      if (all.contains(named == null ? "logits" : named)) {
        return named == null ? "logits" : named;
      }
      if (named != null || all.size() != 1) {
        throw problem(
            named != null
                ? "outputName = " + named + " is not an output of the model: " + all
                : "the output is ambiguous: it may be any of "
                    + all
                    + "; choose one with outputName(...)");
      }
      return all.get(0);
    }

    /** Returns advice on an input for which there are no values. */
    private static String advice(OnnxSlot slot, OnnxSlot features) {
      int rank = slot.rank();
      if (slot.isInteger()) {
        return slot.name()
            + (rank == 2 && !isPerNode(slot, features)
                ? " seems to be a second list of edges, but a graph has only one; export the model"
                    + " for one kind of nodes and edges"
                : " has numbers of unknown meaning for each node; only batch is known, and is"
                    + " filled with 0");
      }
      boolean square =
          rank == 2 && isPerNode(slot, features) && slot.axes().get(0).equals(slot.axes().get(1));
      return slot.name()
          + (rank == 2 && (square || slot.name().toLowerCase(Locale.ROOT).startsWith("adj"))
              ? " seems to be a dense adjacency matrix; export the model with edge_index, 2 x m"
              : rank == 2
                  ? " has several numbers per edge or node; edges have only one, their weight"
                  : " is not known");
    }

    /** Returns whether an input has one row per node, according to its name or that of its axis. */
    private static boolean isPerNode(OnnxSlot slot, OnnxSlot features) {
      String nodes = features.axes().get(features.rank() - 2);
      return OF_NODES.matcher(slot.name()).find()
          || (!nodes.isEmpty() && slot.rank() > 0 && slot.axes().get(0).equals(nodes));
    }

    private Optional<OnnxSlot> taken(String setting) {
      @Nullable String name = names.get(setting);
      if (name == null) {
        return Optional.empty();
      }
      OnnxSlot found =
          open.stream()
              .filter(slot -> slot.name().equals(name))
              .findFirst()
              .orElseThrow(
                  () -> problem(setting + " = " + name + " is not an input of the model: " + open));
      open.remove(found);
      return Optional.of(found);
    }

    /** Takes the input with a conventional name, or otherwise the only one that fits. */
    private Optional<OnnxSlot> one(String usual, Predicate<OnnxSlot> fits, String setting) {
      List<OnnxSlot> fitting = open.stream().filter(fits).toList();
      Optional<OnnxSlot> named =
          fitting.stream().filter(slot -> slot.name().equals(usual)).findFirst();
      if (named.isEmpty() && fitting.size() > 1) {
        throw problem(
            "the input is ambiguous: it may be any of "
                + fitting
                + "; choose one with "
                + setting
                + (setting.contains(" ") ? "" : "(...)")
                + (setting.equals(EDGES)
                    ? "; if the model needs each of them, export it for one kind of nodes and edges"
                    : ""));
      }
      Optional<OnnxSlot> found = named.or(() -> fitting.stream().findFirst());
      found.ifPresent(open::remove);
      return found;
    }

    private ModelFormatException problem(String problem) {
      return new ModelFormatException(file, problem);
    }
  }
}
