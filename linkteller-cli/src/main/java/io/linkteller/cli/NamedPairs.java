package io.linkteller.cli;

import de.siegmar.fastcsv.writer.CsvWriter;
import de.siegmar.fastcsv.writer.LineDelimiter;
import io.linkteller.attack.ScoredPair;
import io.linkteller.attack.direct.EdgeRelations;
import io.linkteller.file.AtomicFile;
import io.linkteller.graph.NodeNames;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The file of the pairs that an attack names. */
final class NamedPairs {

  private static final String RELATION = "relation";

  private NamedPairs() {}

  /**
   * Writes the pairs with their scores, the most likely first, and with their relations if these
   * were told apart.
   */
  static void write(
      TimedAttack.Result result, NodeNames names, List<String> relationNames, Path file) {
    List<Map<String, Object>> pairs = pairs(result, names, relationNames);
    if (file.toString().endsWith(".json")) {
      AtomicFile.write(file, out -> out.write(Output.json(pairs).getBytes(StandardCharsets.UTF_8)));
      return;
    }
    List<String> columns = new ArrayList<>(List.of("from", "to", "score"));
    result.relations().ifPresent(told -> columns.add(RELATION));
    AtomicFile.write(
        file,
        out -> {
          try (CsvWriter rows = CsvWriter.builder().lineDelimiter(LineDelimiter.LF).build(out)) {
            rows.writeRecord(columns);
            for (Map<String, Object> pair : pairs) {
              List<String> row = new ArrayList<>();
              pair.values().forEach(value -> row.add(value.toString()));
              while (row.size() < columns.size()) {
                row.add("");
              }
              rows.writeRecord(row);
            }
          }
        });
  }

  /** Returns the fields of each pair, without a relation if it has none. */
  private static List<Map<String, Object>> pairs(
      TimedAttack.Result result, NodeNames names, List<String> relationNames) {
    List<Map<String, Object>> pairs = new ArrayList<>();
    for (ScoredPair pair : result.found().edges()) {
      Map<String, Object> fields = new LinkedHashMap<>();
      fields.put("u", Output.name(names, pair.u()));
      fields.put("v", Output.name(names, pair.v()));
      fields.put("score", pair.score());
      int relation =
          result.relations().map(r -> r.relation(pairs.size())).orElse(EdgeRelations.NONE);
      if (relation != EdgeRelations.NONE) {
        fields.put(RELATION, relationNames.get(relation));
      }
      pairs.add(fields);
    }
    return pairs;
  }
}
