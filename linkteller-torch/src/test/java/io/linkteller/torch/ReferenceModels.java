package io.linkteller.torch;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.linkteller.data.Dataset;
import io.linkteller.data.planetoid.PlanetoidDataset;
import io.linkteller.feature.SparseFeatures;
import io.linkteller.graph.Graph;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** Models trained on Cora in PyTorch and exported, where this machine has them. */
final class ReferenceModels {

  final Graph graph;
  final SparseFeatures features;
  final JsonNode goldens;
  private final Path directory;

  private ReferenceModels(Graph graph, SparseFeatures features, JsonNode goldens, Path directory) {
    this.graph = graph;
    this.features = features;
    this.goldens = goldens;
    this.directory = directory;
  }

  /** Reads Cora and the goldens; skips the calling test where they are absent. */
  static ReferenceModels read() throws IOException {
    Path data =
        Optional.ofNullable(System.getenv("LINKTELLER_DATA"))
            .map(Path::of)
            .orElseGet(
                () ->
                    Path.of(System.getProperty("linkteller.root", "..")).resolve("../shared/data"))
            .toAbsolutePath()
            .normalize();
    Path directory = data.resolve("../reference/pytorch").normalize();
    assumeTrue(
        Files.isDirectory(data.resolve("planetoid")) && Files.isDirectory(directory),
        () ->
            "skipped: "
                + data
                + " has no planetoid, or "
                + directory
                + " does not exist; set LINKTELLER_DATA");
    Dataset cora = PlanetoidDataset.load(data, "cora");
    return new ReferenceModels(
        cora.graph(),
        ((SparseFeatures) cora.features()).normalizedByRow(),
        new ObjectMapper().readTree(directory.resolve("goldens.json").toFile()),
        directory);
  }

  Path file(String name) {
    return directory.resolve(name);
  }
}
