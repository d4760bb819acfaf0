package io.linkteller.report;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import com.fasterxml.jackson.annotation.JsonValue;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.databind.EnumNamingStrategies;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.datatype.jdk8.Jdk8Module;
import io.linkteller.attack.Access;
import io.linkteller.eval.audit.LeakageVerdict;
import io.linkteller.eval.audit.MeasuredCut;
import io.linkteller.eval.audit.StrongestAttack;
import io.linkteller.eval.choice.ProtectionResult;
import io.linkteller.eval.metric.EdgeMetrics;
import io.linkteller.file.ReadingBudget;
import io.linkteller.report.figure.Figure;
import io.linkteller.report.figure.LineFigure;
import io.linkteller.report.figure.PrecisionRecallFigure;
import io.linkteller.report.table.Measurement;
import io.linkteller.report.table.Metric;
import io.linkteller.report.table.ResultRow;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/** Writes reports as JSON. */
final class ReportJson {

  /**
   * The maximum memory per byte of a file, in bytes. The worst case is a digit and a comma, which
   * become a number in a growing list.
   */
  private static final long PARSED = 32;

  private static final DefaultIndenter INDENT = new DefaultIndenter("  ", "\n");

  private static final ObjectMapper MAPPER =
      JsonMapper.builder()
          .addModule(new Jdk8Module())
          .addMixIn(Section.Block.class, BlockKinds.class)
          .addMixIn(Figure.class, FigureKinds.class)
          .addMixIn(ResultRow.class, Row.class)
          .addMixIn(Metric.class, Name.class)
          .build();

  /** Writes the results of audits directly, without absent values. */
  private static final ObjectMapper AUDITS =
      MAPPER
          .copy()
          .setDefaultPropertyInclusion(JsonInclude.Include.NON_ABSENT)
          .addMixIn(LeakageVerdict.class, LeakageAuditJson.Verdict.class)
          .addMixIn(StrongestAttack.class, LeakageAuditJson.Strongest.class)
          .addMixIn(ProtectionResult.class, LeakageAuditJson.Result.class)
          .addMixIn(MeasuredCut.class, LeakageAuditJson.Cut.class)
          .addMixIn(EdgeMetrics.class, LeakageAuditJson.Metrics.class)
          .addMixIn(Access.class, LeakageAuditJson.Words.class)
          .setEnumNamingStrategy(EnumNamingStrategies.KEBAB_CASE);

  private ReportJson() {}

  static JsonNode tree(LeakageAuditJson audit) {
    return AUDITS.valueToTree(audit);
  }

  /** Returns the components of a record as fields, in order. */
  static Map<String, Object> fields(Record audit) {
    return AUDITS.convertValue(audit, new TypeReference<LinkedHashMap<String, Object>>() {});
  }

  static String write(Object report) {
    DefaultPrettyPrinter printer = new DefaultPrettyPrinter();
    printer.indentObjectsWith(INDENT);
    printer.indentArraysWith(INDENT);
    try {
      return MAPPER.writer(printer).writeValueAsString(report) + "\n";
    } catch (JsonProcessingException e) {
      throw new AssertionError("reports are plain values", e);
    }
  }

  /**
   * Reads a JSON file, which may be from an untrusted source.
   *
   * @param advice advice for a file that is not JSON
   */
  static JsonNode read(Path file, String advice) {
    ReadingBudget budget =
        ReadingBudget.of(problem -> new IllegalArgumentException(file + " " + problem));
    try {
      budget.take(PARSED * Files.size(file));
      ByteBuffer bytes = ByteBuffer.wrap(budget.bytesOf(file));
      return MAPPER.readTree(StandardCharsets.UTF_8.newDecoder().decode(bytes).toString());
    } catch (JsonProcessingException e) {
      JsonLocation place = e.getLocation();
      throw new IllegalArgumentException(
          file
              + " is not JSON"
              + (place == null
                  ? ""
                  : ": line " + place.getLineNr() + ", column " + place.getColumnNr())
              + advice,
          e);
    } catch (CharacterCodingException e) {
      throw new IllegalArgumentException(file + " is not JSON: not UTF-8" + advice, e);
    } catch (IOException e) {
      throw new UncheckedIOException("can't read " + file + ": " + e, e);
    }
  }

  @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "kind")
  @JsonSubTypes({
    @JsonSubTypes.Type(value = Section.Text.class, name = "text"),
    @JsonSubTypes.Type(value = Section.Items.class, name = "list"),
    @JsonSubTypes.Type(value = Section.Table.class, name = "table"),
    @JsonSubTypes.Type(value = Section.Picture.class, name = "figure")
  })
  private interface BlockKinds {}

  @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "kind")
  @JsonSubTypes({
    @JsonSubTypes.Type(value = LineFigure.class, name = "lines"),
    @JsonSubTypes.Type(value = PrecisionRecallFigure.class, name = "precision-recall")
  })
  private interface FigureKinds {}

  /** A row with its measurement, and the name of its metric. */
  interface Row {
    @JsonUnwrapped
    Measurement ours();
  }

  /** A metric by its name. */
  interface Name {
    @JsonValue
    String name();
  }
}
