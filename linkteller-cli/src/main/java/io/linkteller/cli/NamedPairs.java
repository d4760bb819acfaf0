package io.linkteller.cli;

import de.siegmar.fastcsv.writer.CsvWriter;
import de.siegmar.fastcsv.writer.LineDelimiter;
import io.linkteller.attack.LinkPrediction;
import io.linkteller.attack.ScoredPair;
import io.linkteller.file.AtomicFile;
import io.linkteller.graph.NodeNames;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The output file with the pairs that an attack predicts. */
final class NamedPairs {

  private static final List<String> COLUMNS = List.of("from", "to", "score");

  private NamedPairs() {}

  /** Writes the pairs with their scores, most likely first. */
  static void write(LinkPrediction found, NodeNames names, Path file) {
    List<Map<String, Object>> pairs = new ArrayList<>();
    for (ScoredPair pair : found.edges()) {
      Map<String, Object> fields = new LinkedHashMap<>();
      fields.put(COLUMNS.get(0), Output.name(names, pair.u()));
      fields.put(COLUMNS.get(1), Output.name(names, pair.v()));
      fields.put(COLUMNS.get(2), pair.score());
      pairs.add(fields);
    }
    if (file.toString().endsWith(".json")) {
      String json = Terminal.printableJson(Output.json(pairs));
      AtomicFile.write(file, out -> out.write(json.getBytes(StandardCharsets.UTF_8)));
      return;
    }
    AtomicFile.write(
        file,
        out -> {
          try (CsvWriter rows = CsvWriter.builder().lineDelimiter(LineDelimiter.LF).build(out)) {
            rows.writeRecord(COLUMNS);
            for (Map<String, Object> pair : pairs) {
              rows.writeRecord(pair.values().stream().map(Object::toString).toList());
            }
          }
        });
  }
}
