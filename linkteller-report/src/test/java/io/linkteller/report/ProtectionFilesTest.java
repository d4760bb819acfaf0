package io.linkteller.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.linkteller.eval.audit.ConfidenceInterval;
import io.linkteller.eval.choice.Candidate;
import io.linkteller.eval.choice.ProtectionReport;
import io.linkteller.eval.choice.ProtectionResult;
import io.linkteller.eval.metric.EdgeMetrics;
import io.linkteller.graph.NodeNames;
import io.linkteller.models.audit.ExposedNode;
import io.linkteller.report.figure.FigureFile;
import io.linkteller.report.figure.LineFigure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ProtectionFilesTest {

  @Test
  void thePictureShowsEachRowOfTheTable() {
    ProtectionReport report =
        new ProtectionReport(
            List.of(
                row(Candidate.UNPROTECTED, OptionalDouble.empty(), 0.9, 100),
                row(Candidate.WITHOUT_EDGES, OptionalDouble.empty(), 0.6, 2),
                row("a", OptionalDouble.of(4), 0.7, 30),
                row("a", OptionalDouble.of(1), 0.7, 20),
                row("a", OptionalDouble.of(2), 0.65, 20)),
            List.of(),
            "accuracy",
            OptionalDouble.empty(),
            OptionalDouble.empty(),
            10,
            10,
            5,
            true);
    LineFigure figure = ProtectionFiles.figure(report);
    LineFigure.Line line = figure.lines().get(0);
    assertEquals("a (epsilon from left: 2, 1, 4)", line.name());
    assertEquals(
        List.of("0.65 0.2", "0.7 0.2", "0.7 0.3"),
        line.points().stream().map(point -> point.x() + " " + point.y().mean()).toList());
    // Two points with the same x can be drawn.
    FigureFile.png(figure);
  }

  @Test
  void nodesAppearUnderTheirNames(@TempDir Path directory) throws IOException {
    ProtectionReport report =
        new ProtectionReport(
            List.of(
                row(Candidate.UNPROTECTED, OptionalDouble.empty(), 0.9, 100),
                row(Candidate.WITHOUT_EDGES, OptionalDouble.empty(), 0.6, 2)),
            List.of(),
            "accuracy",
            OptionalDouble.empty(),
            OptionalDouble.empty(),
            2,
            2,
            2,
            true);
    NodeNames names = NodeNames.of(List.of("alice", "bob"));
    PageRecord record =
        new PageRecord(
            "today",
            "1",
            "protect",
            "1",
            "data",
            "model",
            "none",
            Optional.empty(),
            Optional.empty());
    List<Path> files = ProtectionFiles.write(report, names, "payments", record, directory);
    for (Path file : files) {
      if (file.toString().matches(".*\\.(json|html)")) {
        String text = Files.readString(file);
        assertTrue(text.contains("bob"), text);
      }
    }
    Map<String, Object> numbered =
        ProtectionFiles.fields(report, NodeNames.numbers(2), "payments", record);
    assertTrue(numbered.toString().contains("node=1"), numbered.toString());
  }

  private static ProtectionResult row(
      String name, OptionalDouble epsilon, double accuracy, long found) {
    return new ProtectionResult(
        name,
        name,
        epsilon,
        0,
        Optional.empty(),
        accuracy,
        Optional.empty(),
        List.of(),
        "linkteller",
        10,
        List.of(),
        new EdgeMetrics(found, 100, 100),
        new ConfidenceInterval(0, 1, 0.95),
        0.05,
        3,
        1,
        List.of(),
        List.of(),
        List.of(),
        5,
        4,
        List.of(new ExposedNode(1, 10, 3, 1)));
  }
}
