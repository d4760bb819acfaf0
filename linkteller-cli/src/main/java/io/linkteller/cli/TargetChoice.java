package io.linkteller.cli;

import io.linkteller.eval.sample.DegreeClass;
import io.linkteller.eval.sample.NodeSample;
import it.unimi.dsi.fastutil.ints.IntList;
import java.util.Locale;
import java.util.Optional;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.TypeConversionException;

/** The options that select the targets. */
final class TargetChoice {

  @Option(
      names = "--degree",
      defaultValue = "unconstrained",
      description = "Degree of the targets: low, unconstrained or high. Default: ${DEFAULT-VALUE}.")
  private DegreeClass degree;

  @Option(
      names = "--targets",
      paramLabel = "N|all",
      converter = Count.class,
      description =
          "How many targets to draw, or all nodes of the degree class, in ascending order."
              + " Default: "
              + NodeSample.PAPER_SIZE
              + ", or all if there are fewer.")
  private Optional<Integer> targets = Optional.empty();

  @Option(
      names = "--seed",
      defaultValue = "42",
      description = "Seed of the draw; the paper's are 42, 2 and 82. Default: ${DEFAULT-VALUE}.")
  private int seed;

  /** Returns the seed in words. */
  String describedSeed() {
    return seed + ", of the targets";
  }

  /**
   * Rejects a degree class, since the edges at its nodes are not a random sample of the graph's
   * edges.
   */
  void requireRandom(CommandSpec spec) {
    if (degree != DegreeClass.UNCONSTRAINED) {
      throw new ParameterException(
          spec.commandLine(),
          "--degree: the verdict of an audit is about the whole graph, and nodes of "
              + degree.name().toLowerCase(Locale.ROOT)
              + " degree are not a random sample of it; the command attack accepts --degree");
    }
  }

  NodeSample sample(CommandSpec spec, ServedData data) {
    IntList pool = degree.pool(data.truth(), data.thresholds());
    int count = targets.orElse(Math.min(NodeSample.PAPER_SIZE, pool.size()));
    if (count == Count.ALL) {
      return new NodeSample(pool);
    }
    return Arguments.read(
        spec, () -> NodeSample.draw(data.truth(), degree, data.thresholds(), count, seed));
  }

  /** Parses a number of targets. */
  static final class Count implements ITypeConverter<Integer> {

    /** The value that means all nodes. */
    static final int ALL = Integer.MAX_VALUE;

    @Override
    public Integer convert(String text) {
      try {
        int count = text.equals("all") ? ALL : Integer.parseInt(text);
        if (count >= 2) {
          return count;
        }
      } catch (NumberFormatException notANumber) {
        // Reported below, together with numbers out of range.
      }
      throw new TypeConversionException(
          "'" + text + "' is neither 'all' nor a number of at least 2");
    }
  }
}
