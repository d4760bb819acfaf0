package io.linkteller.cli;

import de.siegmar.fastcsv.writer.CsvWriter;
import de.siegmar.fastcsv.writer.LineDelimiter;
import io.linkteller.attack.LinkPrediction;
import io.linkteller.attack.ScoredPair;
import io.linkteller.file.AtomicFile;
import io.linkteller.graph.NodeNames;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/** The file of the pairs that an attack names. */
final class NamedPairs {

  private NamedPairs() {}

  private static String json(LinkPrediction found, NodeNames names) {
    return Output.json(
        found.edges().stream()
            .map(
                pair -> {
                  Map<String, Object> fields = new LinkedHashMap<>();
                  fields.put("u", Output.name(names, pair.u()));
                  fields.put("v", Output.name(names, pair.v()));
                  fields.put("score", pair.score());
                  return fields;
                })
            .toList());
  }

  /** Writes the pairs with their scores, the most likely first, and nodes by their names. */
  static void write(LinkPrediction found, NodeNames names, Path file) {
    if (file.toString().endsWith(".json")) {
      AtomicFile.write(file, out -> out.write(json(found, names).getBytes(StandardCharsets.UTF_8)));
      return;
    }
    AtomicFile.write(
        file,
        out -> {
          try (CsvWriter rows = CsvWriter.builder().lineDelimiter(LineDelimiter.LF).build(out)) {
            rows.writeRecord("from", "to", "score");
            for (ScoredPair pair : found.edges()) {
              rows.writeRecord(
                  names.of(pair.u()), names.of(pair.v()), Double.toString(pair.score()));
            }
          }
        });
  }
}
