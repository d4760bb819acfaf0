package io.linkteller.cli;

import io.linkteller.experiment.scenario.Utility;
import io.linkteller.data.Dataset;
import io.linkteller.data.InductivePair;
import io.linkteller.data.csv.CsvDataset;
import io.linkteller.data.graphsaint.GraphSaintDataset;
import io.linkteller.data.planetoid.PlanetoidDataset;
import io.linkteller.data.twitch.TwitchDataset;
import io.linkteller.eval.sample.DegreeThresholds;
import io.linkteller.feature.SparseFeatures;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** The options that say which data are trained on and which are served. */
final class DatasetChoice {

  /** Where data sets come from. */
  enum Format {
    TWITCH,
    PLANETOID,
    GRAPHSAINT,
    CSV
  }

  @Option(
      names = "--format",
      defaultValue = "twitch",
      description = {
        "Format of the data: twitch (train on one country, serve another), planetoid (train and serve"
            + " one citation graph), graphsaint (train on adj_train, serve adj_full) or csv (your"
            + " own). Default: ${DEFAULT-VALUE}."
      })
  private Format format;

  @Option(
      names = "--data",
      required = true,
      paramLabel = "DIR",
      description = "Directory of the data; for twitch the one that holds ES, RU and the others.")
  private Path data;

  @Option(
      names = "--train",
      paramLabel = "NAME",
      description =
          "Graph to train on: a country (default ES), or for csv a directory within DIR (default:"
              + " the served one).")
  private Optional<String> train = Optional.empty();

  @Option(
      names = "--infer",
      paramLabel = "NAME",
      description =
          "Graph to serve: a country (default RU), a citation graph (default cora), or for csv a"
              + " directory within DIR (default: DIR itself).")
  private Optional<String> infer = Optional.empty();

  /**
   * Reads what is served. What is trained on, if it is another file, is read only when asked for.
   */
  ServedData load(CommandSpec spec) {
    return switch (format) {
      case TWITCH -> twitch();
      case PLANETOID -> planetoid(spec);
      case GRAPHSAINT -> graphSaint(spec);
      case CSV -> csv(spec);
    };
  }

  private ServedData twitch() {
    String source = train.orElse("ES");
    String country = infer.orElse("RU");
    Dataset served = TwitchDataset.load(data, country);
    return new ServedData(
        served,
        DegreeThresholds.forTwitch(country),
        Utility.RARE_CLASS_F1,
        true,
        source,
        () -> source.equals(country) ? served : TwitchDataset.load(data, source));
  }

  private ServedData planetoid(CommandSpec spec) {
    String name = infer.or(() -> train).orElse("cora");
    if (!train.orElse(name).equals(name)) {
      throw new ParameterException(
          spec.commandLine(),
          "--train " + train.get() + " and --infer " + name + " differ: planetoid is transductive");
    }
    Dataset raw = PlanetoidDataset.load(data, name);
    Dataset served = raw.withFeatures(((SparseFeatures) raw.features()).normalizedByRow());
    // Rows that sum to 1 are what networks for these sets take; columns stay as they are.
    return ServedData.of(served, false, name, () -> served);
  }

  private ServedData graphSaint(CommandSpec spec) {
    requireNoName(spec, "--train", train);
    requireNoName(spec, "--infer", infer);
    InductivePair pair = GraphSaintDataset.load(data);
    return ServedData.of(pair.inference(), true, pair.train().name(), pair::train);
  }

  private static void requireNoName(CommandSpec spec, String option, Optional<String> name) {
    if (name.isPresent()) {
      throw new ParameterException(
          spec.commandLine(),
          option + " " + name.get() + " has no effect: in graphsaint's format DIR is the one set");
    }
  }

  private ServedData csv(CommandSpec spec) {
    if (train.isPresent() && infer.isEmpty()) {
      throw new ParameterException(
          spec.commandLine(), "--train " + train.get() + " needs --infer: what is to be served?");
    }
    Dataset served = CsvDataset.load(infer.map(data::resolve).orElse(data));
    if (train.equals(infer) || train.isEmpty()) {
      return ServedData.of(served, true, served.name(), () -> served);
    }
    Path source = data.resolve(train.get());
    return ServedData.of(
        served,
        true,
        train.get(),
        () -> new InductivePair(CsvDataset.load(source), served).train());
  }
}
