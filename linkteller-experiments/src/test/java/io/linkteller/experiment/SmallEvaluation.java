package io.linkteller.experiment;

import io.linkteller.data.NodeSplit;
import io.linkteller.data.synthetic.SyntheticDataset;
import io.linkteller.report.Report;
import io.linkteller.report.Section;
import io.linkteller.report.table.ResultTable;
import io.linkteller.testing.export.GraphSaintFiles;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalInt;

/** An evaluation that takes seconds, on a generated graph named Flickr. */
final class SmallEvaluation {

  static final Budget BUDGET =
      new Budget(
          List.of(42L, 1L, 2L),
          List.of(42, 2),
          60,
          List.of("Flickr"),
          List.of(4.0, 8.0),
          List.of(8.0),
          List.of(1L),
          List.of(1L),
          List.of(1L),
          5,
          OptionalInt.of(2));

  /** A still smaller budget, for models that are wide regardless of the graph. */
  static final Budget MINIMAL =
      new Budget(
          List.of(42L),
          List.of(42),
          15,
          List.of("Flickr"),
          List.of(8.0),
          List.of(8.0),
          List.of(1L),
          List.of(1L),
          List.of(1L),
          1,
          OptionalInt.of(1));

  private SmallEvaluation() {}

  static DatasetDirectory datasets(Path directory) {
    GraphSaintFiles.write(
        SyntheticDataset.builder()
            .nodes(200)
            .edges(800)
            .classes(3)
            .featureColumns(50)
            .featuresPerNode(10)
            .build()
            .generate("flickr", 7)
            .withSplit(NodeSplit.draw(200, 0.5, 0.25, 7)),
        directory.resolve("flickr"));
    return DatasetDirectory.in(directory);
  }

  static Reproduction in(Path directory, int threads) {
    return Reproduction.of(datasets(directory), BUDGET, directory.resolve("out"), threads);
  }

  static List<ResultTable> tables(Report report) {
    return report.sections().stream()
        .flatMap(section -> section.blocks().stream())
        .filter(Section.Table.class::isInstance)
        .map(block -> ((Section.Table) block).table())
        .toList();
  }
}
