package io.linkteller.report;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.annotation.JsonDeserialize;
import com.fasterxml.jackson.databind.annotation.JsonSerialize;
import com.fasterxml.jackson.databind.exc.UnrecognizedPropertyException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.util.StdConverter;
import com.fasterxml.jackson.datatype.jdk8.Jdk8Module;
import io.linkteller.file.ReadingBudget;
import io.linkteller.report.figure.BarFigure;
import io.linkteller.report.figure.Figure;
import io.linkteller.report.figure.LineFigure;
import io.linkteller.report.figure.PrecisionRecallFigure;
import io.linkteller.report.table.Measurement;
import io.linkteller.report.table.Metric;
import io.linkteller.report.table.PaperValue;
import io.linkteller.report.table.ResultRow;
import io.linkteller.report.table.ResultTable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/** Writes reports as JSON and reads them back, without loss. */
final class ReportJson {

  /** Memory per byte of a file: a digit and a comma become a number in a list that grows. */
  private static final long PARSED = 32;

  private static final DefaultIndenter INDENT = new DefaultIndenter("  ", "\n");

  private static final ObjectMapper MAPPER =
      JsonMapper.builder()
          .addModule(new Jdk8Module())
          .addMixIn(Section.Block.class, BlockKinds.class)
          .addMixIn(Figure.class, FigureKinds.class)
          .addMixIn(ResultTable.class, AsFlatTable.class)
          .enable(DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES)
          .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .build();

  private ReportJson() {}

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
   * Reads a report.
   *
   * @throws IllegalArgumentException if the file is not a report
   * @throws UncheckedIOException if it cannot be read
   */
  static Report read(Path file) {
    try {
      return Optional.ofNullable(MAPPER.readValue(text(file), Report.class))
          .orElseThrow(() -> new IllegalArgumentException(file + " is not a report: null"));
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(file + " is not a report: " + complaint(e), e);
    } catch (CharacterCodingException e) {
      throw new IllegalArgumentException(file + " is not a report: it is not UTF-8", e);
    } catch (IOException e) {
      throw new UncheckedIOException("can't read " + file + ": " + e, e);
    }
  }

  /** Reads the text of a JSON file that may come from others. */
  static String text(Path file) throws IOException {
    ReadingBudget budget =
        ReadingBudget.of(problem -> new IllegalArgumentException(file + " " + problem));
    budget.take(PARSED * Files.size(file));
    return StandardCharsets.UTF_8
        .newDecoder()
        .decode(ByteBuffer.wrap(budget.bytesOf(file)))
        .toString();
  }

  /**
   * Describes a failure in terms of the file, where the parser names Java classes and constructors.
   */
  private static String complaint(JsonProcessingException failure) {
    if (!(failure instanceof JsonMappingException mapping)
        || failure.getCause() instanceof JsonProcessingException) {
      return JsonComplaint.withPlace(failure);
    }
    String path = path(mapping);
    String what = what(mapping, path);
    return JsonComplaint.withPlace(failure, path.isEmpty() ? what : path + ": " + what);
  }

  private static String what(JsonMappingException failure, String path) {
    if (failure.getCause() instanceof IllegalArgumentException refused) {
      return String.valueOf(refused.getMessage());
    }
    if (failure instanceof UnrecognizedPropertyException) {
      return "there is no such field in a report";
    }
    return path.isEmpty()
        ? "expected one JSON object with all fields of a report"
        : "a value is missing or of the wrong type";
  }

  /** Such as {@code sections[0].title}; empty for the whole file. */
  private static String path(JsonMappingException failure) {
    StringBuilder path = new StringBuilder();
    for (JsonMappingException.Reference step : failure.getPath()) {
      if (step.getFieldName() == null) {
        path.append('[').append(step.getIndex()).append(']');
      } else {
        path.append(path.isEmpty() ? "" : ".").append(step.getFieldName());
      }
    }
    return path.toString();
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
    @JsonSubTypes.Type(value = BarFigure.class, name = "bars"),
    @JsonSubTypes.Type(value = PrecisionRecallFigure.class, name = "precision-recall")
  })
  private interface FigureKinds {}

  @JsonSerialize(converter = Flatten.class)
  @JsonDeserialize(converter = Unflatten.class)
  private interface AsFlatTable {}

  /** The JSON form of a table, whose rows refer to metrics by name. */
  record FlatTable(
      String title, List<String> keyColumns, List<Metric> metrics, List<FlatRow> rows) {}

  /** The JSON form of a row. */
  record FlatRow(
      Map<String, String> keys,
      String metric,
      double mean,
      double deviation,
      int count,
      OptionalDouble paper,
      OptionalDouble paperSpread,
      Optional<String> note) {}

  /** Converts a table to its JSON form. */
  static final class Flatten extends StdConverter<ResultTable, FlatTable> {

    @Override
    public FlatTable convert(ResultTable table) {
      return new FlatTable(
          table.title(),
          table.keyColumns(),
          table.rows().stream().map(ResultRow::metric).distinct().toList(),
          table.rows().stream().map(Flatten::flat).toList());
    }

    private static FlatRow flat(ResultRow row) {
      return new FlatRow(
          row.keys(),
          row.metric().name(),
          row.ours().mean(),
          row.ours().deviation(),
          row.ours().count(),
          row.paper().map(paper -> OptionalDouble.of(paper.value())).orElse(OptionalDouble.empty()),
          row.paper().map(PaperValue::spread).orElse(OptionalDouble.empty()),
          row.note());
    }
  }

  /** Converts the JSON form to a table. */
  static final class Unflatten extends StdConverter<FlatTable, ResultTable> {

    @Override
    public ResultTable convert(FlatTable table) {
      Map<String, Metric> metrics = new LinkedHashMap<>();
      table.metrics().forEach(metric -> metrics.put(metric.name(), metric));
      return new ResultTable(
          table.title(),
          table.keyColumns(),
          table.rows().stream().map(row -> row(row, metrics)).toList());
    }

    private static ResultRow row(FlatRow row, Map<String, Metric> metrics) {
      Metric metric =
          Optional.ofNullable(metrics.get(row.metric()))
              .orElseThrow(
                  () ->
                      new IllegalArgumentException(
                          "metric \"" + row.metric() + "\" is none of " + metrics.keySet()));
      Optional<PaperValue> paper =
          row.paper().isPresent()
              ? Optional.of(new PaperValue(row.paper().getAsDouble(), row.paperSpread()))
              : Optional.empty();
      return new ResultRow(
          row.keys(),
          metric,
          new Measurement(row.mean(), row.deviation(), row.count()),
          paper,
          row.note());
    }
  }
}
