package io.linkteller.cli;

import io.linkteller.data.csv.EdgeListFile;
import io.linkteller.dp.GraphMechanism;
import io.linkteller.dp.MechanismType;
import io.linkteller.eval.metric.EdgeMetrics;
import io.linkteller.file.AtomicFile;
import io.linkteller.graph.Graph;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Perturbs a graph under edge differential privacy. */
@Command(
    name = "perturb",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Perturbs a graph so that its edges are protected by edge differential privacy.",
      "The counts printed compare with the true graph: they are for its owner only."
    })
final class PerturbCommand implements Callable<Integer> {

  @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

  @Option(
      names = "--mechanism",
      required = true,
      converter = MechanismOption.class,
      completionCandidates = MechanismOption.class,
      description = MechanismOption.CHOICE)
  private MechanismType mechanism;

  @Option(names = "--epsilon", required = true, description = "The privacy budget, above 0.")
  private double epsilon;

  @Option(
      names = "--seed",
      description = "Seed for experiments. Without it random bits come from the secure source.")
  private Optional<Long> seed = Optional.empty();

  @Option(
      names = "--in",
      required = true,
      paramLabel = "FILE.csv",
      description = "The graph: a header from,to and an edge a line.")
  private Path in;

  @Option(names = "--nodes", required = true, description = "Number of nodes; ids begin at 0.")
  private int nodes;

  @Option(
      names = "--out",
      required = true,
      paramLabel = "FILE.csv",
      description = "Where the perturbed graph goes.")
  private Path out;

  @CommandLine.Mixin private Answer answer;

  /** Rejects an output file that would overwrite the true graph. */
  private void requireAnotherFile() {
    try {
      if (Files.exists(out) && Files.exists(in) && Files.isSameFile(in, out)) {
        throw new IllegalArgumentException("--in and --out are the same file, " + in);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("can't compare " + in + " with " + out + ": " + e, e);
    }
  }

  @Override
  public Integer call() {
    GraphMechanism chosen = Arguments.read(spec, () -> mechanism.withEpsilon(epsilon));
    GraphMechanism seeded = seed.isPresent() ? chosen.forExperiments(seed.get()) : chosen;
    Arguments.check(spec, () -> AtomicFile.require(out));
    Arguments.check(spec, this::requireAnotherFile);
    Arguments.check(spec, () -> Graph.builder(nodes));
    Graph graph = EdgeListFile.read(in, nodes);
    long start = System.nanoTime();
    Graph perturbed = seeded.perturb(graph).graph();
    double seconds = (System.nanoTime() - start) / 1e9;
    EdgeListFile.write(perturbed, out);
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("inputEdges", graph.edgeCount());
    fields.put("outputEdges", perturbed.edgeCount());
    fields.put("overlap", EdgeMetrics.of(perturbed, graph).truePositives());
    fields.put("expectedOutputEdges", seeded.expectedEdges(graph));
    fields.put("epsilon", epsilon);
    fields.put("seeded", seeded.guarantee().isSeeded());
    fields.put("seconds", seconds);
    answer.print(
        () -> fields,
        () ->
            String.format(
                Locale.ROOT,
                "%s turned %,d edges into %,d (%,.0f expected) in %.3f s.%n"
                    + "%,d of them are edges of the true graph.%nWritten to %s",
                seeded,
                graph.edgeCount(),
                perturbed.edgeCount(),
                seeded.expectedEdges(graph),
                seconds,
                EdgeMetrics.of(perturbed, graph).truePositives(),
                out));
    return CommandLine.ExitCode.OK;
  }
}
