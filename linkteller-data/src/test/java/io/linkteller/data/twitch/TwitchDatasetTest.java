package io.linkteller.data.twitch;

import static io.linkteller.testing.Refusal.assertRefused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.linkteller.data.Dataset;
import io.linkteller.data.DatasetFormatException;
import io.linkteller.data.source.SmallTwitch;
import io.linkteller.feature.SparseFeatures;
import io.linkteller.graph.Graph;
import io.linkteller.models.train.Labels;
import io.linkteller.testing.fixture.RealData;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TwitchDatasetTest {

  private final Path directory;

  TwitchDatasetTest(@TempDir Path directory) {
    this.directory = directory;
    SmallTwitch.write(directory);
  }

  @ParameterizedTest
  @CsvSource({
    "ES, 4648, 59382, 89798",
    "RU, 4385, 37304, 90285",
    "DE, 9498, 153138, 193132",
    "FR, 6549, 112666, 128983",
    "ENGB, 7126, 35324, 147683",
    "PTBR, 1912, 31299, 38019"
  })
  void thePublishedFilesAreReadCompletely(
      String country, int nodes, int edges, int featureEntries) {
    Dataset dataset = TwitchDataset.load(RealData.directory(), country);
    assertEquals("twitch-" + country, dataset.name());
    assertEquals(nodes, dataset.graph().nodeCount());
    assertEquals(edges, dataset.graph().edgeCount());
    assertEquals(featureEntries, ((SparseFeatures) dataset.features()).matrix().entryCount());
    assertEquals(3170, dataset.features().cols());
    assertEquals(2, dataset.labels().classCount());
    assertEquals(
        dataset.graph(),
        TwitchDataset.load(RealData.directory().resolve("twitch"), country).graph());
  }

  @Test
  void allPartsMatchTheFiles() {
    Dataset dataset = TwitchDataset.load(directory, "XX");
    assertEquals(
        Graph.builder(4).addEdge(0, 1).addEdge(2, 1).addEdge(3, 0).build(), dataset.graph());
    Labels labels = dataset.labels().requireSingle();
    assertEquals(1, labels.classOf(0));
    assertEquals(0, labels.classOf(1));
    assertEquals(1, labels.classOf(2), "the last row of node 2 counts");
    assertEquals(0, labels.classOf(3));
    assertEquals(5, ((SparseFeatures) dataset.features()).matrix().entryCount());
    assertEquals(1, dataset.features().get(0, 5), "a repeated feature counts once");
    assertEquals(1, dataset.features().get(0, 2));
    assertEquals(1, dataset.features().get(1, 3169));
    assertEquals(1, dataset.features().get(2, 0));
    assertEquals(1, dataset.features().get(2, 1));
    assertTrue(dataset.features().isZeroRow(3));
  }

  @Test
  void missingFilesAndDirectoriesAreReported() throws IOException {
    refused("Y", "YY", "the directory is missing");
    for (String file : new String[] {"edges.csv", "features.json", "target.csv"}) {
      SmallTwitch.write(directory);
      Files.delete(SmallTwitch.file(directory, file));
      refused("musae_XX_" + file, "XX", "the file is missing");
    }
    Files.createDirectory(SmallTwitch.file(directory, "target.csv"));
    refused("musae_XX_target.csv", "XX", "expected a file");
  }

  @Test
  void emptyFilesAreReported() {
    for (String file : new String[] {"edges.csv", "features.json", "target.csv"}) {
      SmallTwitch.write(directory);
      edit(file, "");
      refused("musae_XX_" + file, "XX", "the file is empty");
    }
    SmallTwitch.write(directory);
    edit("target.csv", "id,days,mature,views,partner,new_id\n");
    refused("target.csv", "XX", "expected a line for each node, found none");
  }

  @Test
  void aGraphWithoutEdgesIsAccepted() {
    edit("edges.csv", "from,to\n");
    assertEquals(0, TwitchDataset.load(directory, "XX").graph().edgeCount());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          from,to\\n0,1\\n2,2\\n | line 3 | found the self-loop 2
          from,to\\n0,1\\n1,2\\n0,1\\n | line 4 | found (0, 1) a second time
          from,to\\n0,1\\n1,0\\n | line 3 | found (1, 0) a second time
          from,to\\n0,4\\n | line 2 | expected an integer in [0, 4) in column to, found "4"
          from,to\\n-1,2\\n | line 2 | expected an integer in [0, 4) in column from, found "-1"
          from,to\\n0,99999999999\\n | line 2 | expected an integer in column to
          from,to\\n0,1\\nx,2\\n | line 3 | expected an integer in column from, found "x"
          from,to\\n0,\\n | line 2 | expected an integer in column to, found ""
          from,to\\n0,1,2\\n | line 2 | expected the 2 columns from,to, found 3
          from,to\\n0\\n | line 2 | expected the 2 columns from,to, found 1
          from,too\\n0,1\\n | line 1 | in column 1, found "from"; if this line is a header
          0,1\\n1,2\\n | as edges | arc (0, 1) is present without its reverse
          """)
  void invalidEdgesAreRejectedWithTheirLine(String content, String place, String problem) {
    edit("edges.csv", content.replace("\\n", "\n"));
    String message = refused("musae_XX_edges.csv", "XX", place);
    assertTrue(message.contains(problem), message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "10,1,True,5,False,0;11,1,maybe,5,False,1 | line 3 | expected True or False in column"
            + " mature, found \"maybe\"",
        "10,1,True,5,False,x | line 2 | expected an integer in column new_id, found \"x\"",
        "10,1,True,5,False,-3 | line 2 | in column new_id, found \"-3\"",
        "10,1,True,5,False,7 | line 2 | without gaps, found 7 among 1 rows",
        "10,1,True,5,False,0;11,1,True,5,False,2;12,1,True,5,False,2 | target.csv | node 1 has no"
            + " line",
        "10,1,True,5,0 | line 2 | expected the 6 columns id,days,mature,views,partner,new_id, found"
            + " 5",
      })
  void invalidTargetsAreRejectedWithTheirLine(String rows, String place, String problem) {
    edit(
        "target.csv",
        "id,days,mature,views,partner,new_id\n" + rows.strip().replace(";", "\n") + "\n");
    String message = refused("musae_XX_target.csv", "XX", place);
    assertTrue(message.contains(problem), message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          {"0": [2], "1": [3170]} | entry "1" | expected a feature in [0, 3170), found 3170
          {"0": [2], "1": [-1]} | entry "1" | expected a feature in [0, 3170), found -1
          {"0": [99999999999]} | entry "0" | not JSON: Numeric value (99999999999) out of range
          {"0": [2.5]} | entry "0" | expected an integer or the end of the list, found 2.5
          {"0": 7} | entry "0" | expected a list of features, found 7
          {"0": [2], "4": [1]} | entry "4" | expected a node in [0, 4)
          {"0": [2], "x": [1]} | entry "x" | expected the id of a node
          {"0": [2], "0": [1]} | entry "0" | expected one entry per node, found a second
          {"0": [2], "2": [1]} | features.json | expected an entry for each of the 4 nodes, but node 1 has none
          {"0": [2, 5 | entry "0" | not JSON: Unexpected end-of-input
          {"0": [2, 5] | after entry "0" | not JSON: Unexpected end-of-input
          [1, 2] | line 1, column 2, before the first entry | expected a JSON object
          {"0":[],"1":[],"2":[],"3":[]} {} | after entry "3" | expected nothing after the object
          """)
  void invalidFeaturesAreRejectedWithTheirEntry(String json, String place, String problem) {
    edit("features.json", json);
    String message = refused("musae_XX_features.json", "XX", place);
    assertTrue(message.contains(problem), message);
  }

  @Test
  void textInAnotherEncodingIsRefused() throws IOException {
    Files.write(
        SmallTwitch.file(directory, "features.json"),
        "{\"0\": [1]}".getBytes(StandardCharsets.UTF_16));
    refused("musae_XX_features.json", "XX", "expected an entry for each of the 4 nodes");
    Files.write(
        SmallTwitch.file(directory, "features.json"), new byte[] {0, 0, 0, 123, 1, 2, 3, 4});
    refused("musae_XX_features.json", "XX", "not JSON");
  }

  @Test
  void anInvalidCountryNameIsRejected() {
    for (String country : new String[] {"", "es", "../ES", "E S"}) {
      assertRefused(() -> TwitchDataset.load(directory, country));
    }
  }

  private String refused(String file, String country, String problem) {
    DatasetFormatException refused =
        assertThrows(DatasetFormatException.class, () -> TwitchDataset.load(directory, country));
    String message = String.valueOf(refused.getMessage());
    assertTrue(message.contains(file), message);
    assertTrue(message.contains(problem), message);
    assertTrue(message.startsWith(refused.file().toString()), message);
    return message;
  }

  private void edit(String file, String content) {
    SmallTwitch.write(directory, file, content);
  }
}
