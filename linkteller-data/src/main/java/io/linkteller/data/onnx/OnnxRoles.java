package io.linkteller.data.onnx;

import io.linkteller.data.onnx.OnnxFile.Slot;
import io.linkteller.inference.ModelFormatException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * What the inputs and outputs of a model are, by their names, types and shapes.
 *
 * @param features the input for the features, n x d or 1 x n x d
 * @param edges the input for the edges, if there is one: 2 x m or m x 2
 * @param weights the input for the weights of the edges
 * @param types the input for the types of the edges
 * @param batch the input for the graph of each node, of which there is one
 * @param output the output that contains the logits
 */
record OnnxRoles(
    Slot features,
    Optional<Slot> edges,
    Optional<Slot> weights,
    Optional<Slot> types,
    Optional<Slot> batch,
    String output) {

  /** Names of inputs and of the output that were set by the caller. */
  static final class Names {
    Optional<String> features = Optional.empty();
    Optional<String> edges = Optional.empty();
    Optional<String> weights = Optional.empty();
    Optional<String> output = Optional.empty();

    @Override
    public String toString() {
      return features + ", " + edges + ", " + weights + ", " + output;
    }
  }

  static OnnxRoles of(OnnxFile model, Path file, Names names) {
    return new Reader(file, model.graph().inputs()).read(model.graph().outputs(), names);
  }

  /** {@return whether the edges are m x 2 instead of 2 x m} */
  boolean byEntry() {
    int[] shape = edges.flatMap(Slot::shape).orElse(new int[] {2, -1});
    return shape.length == 2 && shape[0] != 2 && shape[1] == 2;
  }

  /** {@return d, or 0 if any number of features fits} */
  int width() {
    int[] shape = features.shape().orElse(new int[0]);
    return shape.length == 0 ? 0 : Math.max(0, shape[shape.length - 1]);
  }

  private static final class Reader {

    private final Path file;
    private final List<Slot> open;

    Reader(Path file, List<Slot> inputs) {
      this.file = file;
      this.open = new ArrayList<>(inputs);
    }

    OnnxRoles read(List<Slot> outputs, Names names) {
      Optional<Slot> edges = taken(names.edges, "edgeInputName");
      Optional<Slot> weights = taken(names.weights, "edgeWeightInputName");
      Slot features =
          taken(names.features, "inputName")
              .or(() -> one("x", slot -> isFloating(slot) && !isPerEdge(slot), "inputName"))
              // One column: features, if nothing else can be.
              .or(() -> one("x", slot -> isFloating(slot) && rank(slot) == 2, "inputName"))
              .orElseThrow(
                  () -> problem("no input takes features; the inputs are " + described(open)));
      int rank = rank(features);
      boolean single = rank == 3 && features.shape().orElseThrow()[0] == 1;
      if (!isFloating(features) || !(rank == 2 || single)) {
        throw problem(
            "input " + described(features) + " does not have the shape of features, n x d");
      }
      if (edges.isEmpty()) {
        edges = one("edge_index", slot -> isInteger(slot) && rank(slot) == 2, "edgeInputName");
      }
      if (weights.isEmpty()) {
        String name =
            open.stream().anyMatch(s -> s.name().equals("edge_attr")) ? "edge_attr" : "edge_weight";
        weights = one(name, slot -> isFloating(slot) && isPerEdge(slot), "edgeWeightInputName");
      }
      Optional<Slot> batch =
          open.stream()
              .filter(slot -> slot.name().equals("batch") && isInteger(slot) && rank(slot) == 1)
              .findFirst();
      batch.ifPresent(open::remove);
      Optional<Slot> types =
          one(
              "edge_type",
              slot -> isInteger(slot) && rank(slot) == 1 && !isPerNode(slot, features),
              "the name edge_type");
      if (!open.isEmpty()) {
        throw problem(
            "needs more than features and a graph: "
                + described(open)
                + "; "
                + open.stream()
                    .map(slot -> advice(slot, features))
                    .distinct()
                    .collect(Collectors.joining("; "))
                + "; export the model without these inputs");
      }
      return new OnnxRoles(features, edges, weights, types, batch, output(outputs, names));
    }

    private String output(List<Slot> outputs, Names names) {
      List<String> all = outputs.stream().map(Slot::name).toList();
      String wanted = names.output.orElse("logits");
      if (all.contains(wanted)) {
        return wanted;
      }
      if (names.output.isPresent() || all.size() != 1) {
        throw problem(
            names.output.isPresent()
                ? "outputName = " + wanted + " is not an output of the model: " + all
                : "the output is ambiguous among " + all + "; choose one with outputName(...)");
      }
      return all.get(0);
    }

    /** Returns what can be done about an input that is not provided. */
    private static String advice(Slot slot, Slot features) {
      int rank = rank(slot);
      if (isInteger(slot)) {
        return slot.name()
            + (rank == 2
                ? " would be a second list of edges, and graphs have one; export the model for one"
                    + " kind of nodes and edges"
                : " is a number for each node that is not known; only batch is, and filled with 0");
      }
      boolean square =
          slot.axes().size() == 2
              && isPerNode(slot, features)
              && slot.axes().get(0).equals(slot.axes().get(1));
      return slot.name()
          + (rank == 2 && (square || slot.name().toLowerCase(Locale.ROOT).startsWith("adj"))
              ? " would be a dense adjacency matrix; export the model with edge_index, 2 x m"
              : rank == 2
                  ? " has several numbers for each edge or node; edges have one, their weight"
                  : " is not known");
    }

    /** Returns whether the first axis has the name of the one of the nodes. */
    private static boolean isPerNode(Slot slot, Slot features) {
      int axis = features.axes().size() - 2;
      return axis >= 0
          && !slot.axes().isEmpty()
          && !features.axes().get(axis).isEmpty()
          && features.axes().get(axis).equals(slot.axes().get(0));
    }

    private Optional<Slot> taken(Optional<String> name, String option) {
      if (name.isEmpty()) {
        return Optional.empty();
      }
      Slot found =
          open.stream()
              .filter(slot -> slot.name().equals(name.get()))
              .findFirst()
              .orElseThrow(
                  () ->
                      problem(
                          option
                              + " = "
                              + name.get()
                              + " is not an input of the model: "
                              + described(open)));
      open.remove(found);
      return Optional.of(found);
    }

    /** Takes the input with a conventional name, or else the only one that fits. */
    private Optional<Slot> one(String customary, Predicate<Slot> fits, String option) {
      List<Slot> fitting = open.stream().filter(fits).toList();
      Optional<Slot> named =
          fitting.stream().filter(slot -> slot.name().equals(customary)).findFirst();
      if (named.isEmpty() && fitting.size() > 1) {
        throw problem(
            "the input is ambiguous among "
                + described(fitting)
                + "; choose one with "
                + option
                + (option.contains(" ") ? "" : "(...)")
                + (option.equals("edgeInputName")
                    ? "; if the model needs each of them, export it for one kind of nodes and edges"
                    : ""));
      }
      Optional<Slot> found = named.or(() -> fitting.stream().findFirst());
      found.ifPresent(open::remove);
      return found;
    }

    private static boolean isFloating(Slot slot) {
      return slot.format().filter(NumberFormat::isFloating).isPresent();
    }

    private static boolean isInteger(Slot slot) {
      return slot.format()
          .filter(format -> format == NumberFormat.INT64 || format == NumberFormat.INT32)
          .isPresent();
    }

    private static int rank(Slot slot) {
      return slot.shape().map(shape -> shape.length).orElse(0);
    }

    /** Returns whether a tensor has one number per edge. */
    private static boolean isPerEdge(Slot slot) {
      return rank(slot) == 1 || (rank(slot) == 2 && slot.shape().orElseThrow()[1] == 1);
    }

    private static String described(List<Slot> slots) {
      return slots.stream().map(Reader::described).collect(Collectors.joining(", ", "[", "]"));
    }

    private static String described(Slot slot) {
      String shape =
          Arrays.stream(slot.shape().orElse(new int[0]))
              .mapToObj(length -> length < 0 ? "?" : Integer.toString(length))
              .collect(Collectors.joining(" x "));
      return slot.name() + " (" + slot.format().map(Enum::name).orElse("?") + " " + shape + ")";
    }

    private ModelFormatException problem(String problem) {
      return new ModelFormatException(file, problem);
    }
  }
}
