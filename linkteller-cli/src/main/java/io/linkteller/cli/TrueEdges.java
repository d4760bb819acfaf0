package io.linkteller.cli;

import io.linkteller.graph.Graph;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/**
 * The option for the true edges if the data contain a perturbed graph. Attacks are judged by the
 * true edges; with perturbed edges, the noise would count as leakage, and strong protection would
 * look like none.
 */
final class TrueEdges {

  private static final String TRUTH = "--truth";

  @Option(
      names = TRUTH,
      paramLabel = "FILE",
      description =
          "The true edges, to compare with if the data contain a perturbed graph: an edge list in"
              + " text, GraphML or GML, a 2 x m array in a .npy file, or an .npz file with"
              + " edge_index and edge_type. They must be of the same kind as the served graph:"
              + " directed or not, with relations or without. Required if a guarantee written by"
              + " perturb is next to the data.")
  private Optional<Path> file = Optional.empty();

  /**
   * Returns the data with their true graph.
   *
   * @throws ParameterException if the served graph is known to be perturbed and the option is not
   *     given, or the kinds of the true and the served edges differ
   */
  ServedData of(CommandSpec spec, ServedData data, DatasetChoice dataset) {
    return of(spec, data, dataset, "give the true edges with " + TRUTH);
  }

  /**
   * Returns the data with their true graph.
   *
   * @param advice the advice in the message that rejects perturbed data
   */
  ServedData of(CommandSpec spec, ServedData data, DatasetChoice dataset, String advice) {
    Graph served = data.served().graph();
    if (file.isPresent()) {
      Graph truth = EdgeFile.read(file.get(), data.served().names(), dataset.edges());
      requireNone(
          spec,
          GuaranteeFile.of(truth, directoryOf(file.get()), file.get()),
          file.get().toString(),
          advice);
      requireKind(spec, file.get(), truth, served);
      return data.withTruth(truth);
    }
    requireNone(spec, dataset.guarantees(served), dataset.edgesOf(data), advice);
    return data;
  }

  /**
   * Rejects true edges of another kind than the served graph, since arcs would be compared with
   * pairs, or edges of one relation with edges of all. Weights do not matter.
   */
  private static void requireKind(CommandSpec spec, Path file, Graph truth, Graph served) {
    if (!kind(truth).equals(kind(served))) {
      throw new ParameterException(
          spec.commandLine(),
          TRUTH
              + " "
              + file
              + " is "
              + kind(truth)
              + ", but the served graph is "
              + kind(served)
              + ", and attacks are judged by edges of that kind; --directed, --undirected and"
              + " --type-column, or edge_type in an .npz file, specify their kind");
    }
  }

  private static String kind(Graph graph) {
    return (graph.isDirected() ? "directed" : "undirected")
        + (graph.relations().isEmpty() ? " without relations" : " with relations");
  }

  private static void requireNone(
      CommandSpec spec, Stream<Path> guarantees, String edges, String advice) {
    guarantees
        .findFirst()
        .ifPresent(
            guarantee -> {
              throw new ParameterException(
                  spec.commandLine(),
                  guarantee
                      + " says that the edges of "
                      + edges
                      + " are perturbed, so attacks can't be judged by them; "
                      + advice);
            });
  }

  private static Path directoryOf(Path file) {
    return Objects.requireNonNull(
        file.toAbsolutePath().getParent(), "a file that was read is in a directory");
  }
}
