package io.linkteller.cli;

import de.siegmar.fastcsv.writer.CsvWriter;
import de.siegmar.fastcsv.writer.LineDelimiter;
import io.linkteller.attack.LinkPrediction;
import io.linkteller.attack.ScoredPair;
import io.linkteller.file.AtomicFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** The file of the pairs that an attack names. */
final class NamedPairs {

  private NamedPairs() {}

  /** Writes the pairs with their scores, the most likely first. */
  static void write(LinkPrediction found, Path file) {
    if (file.toString().endsWith(".json")) {
      AtomicFile.write(
          file, out -> out.write(Output.json(found.edges()).getBytes(StandardCharsets.UTF_8)));
      return;
    }
    AtomicFile.write(
        file,
        out -> {
          try (CsvWriter rows = CsvWriter.builder().lineDelimiter(LineDelimiter.LF).build(out)) {
            rows.writeRecord("from", "to", "score");
            for (ScoredPair pair : found.edges()) {
              rows.writeRecord(
                  Integer.toString(pair.u()),
                  Integer.toString(pair.v()),
                  Double.toString(pair.score()));
            }
          }
        });
  }
}
