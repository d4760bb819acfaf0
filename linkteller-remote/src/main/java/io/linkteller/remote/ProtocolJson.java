package io.linkteller.remote;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import io.linkteller.file.ReadingBudget;
import io.linkteller.inference.InferenceException;
import it.unimi.dsi.fastutil.doubles.DoubleArrayList;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Parses the required parts of the JSON objects of the Open Inference Protocol. */
final class ProtocolJson {

  /** The memory for a number in a growing list, in bytes. */
  private static final int NUMBER = 20;

  /** The memory for the description of a tensor, in bytes. */
  private static final int OUTPUT = 512;

  static final JsonFactory FACTORY =
      JsonFactory.builder()
          // Some servers write NaN. The validation of answers then reports the node.
          .enable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS)
          .build();

  private ProtocolJson() {}

  /**
   * The metadata of a model.
   *
   * @param inputs the input tensors
   * @param outputs the output tensors
   */
  record Metadata(List<Tensor> inputs, List<Tensor> outputs) {}

  /**
   * A tensor of an answer.
   *
   * @param tensor the description of the tensor
   * @param values the elements, empty if they are in the binary part
   * @param binarySize the number of bytes in the binary part, or -1
   */
  @SuppressWarnings("ArrayRecordComponent") // Read once.
  record Output(Tensor tensor, double[] values, long binarySize) {}

  /** Returns the memory budget for parsing an answer. */
  static ReadingBudget budget() {
    return ReadingBudget.of(problem -> new InferenceException("the answer " + problem));
  }

  static Metadata metadata(byte[] json) throws IOException {
    List<Tensor> inputs = new ArrayList<>();
    List<Tensor> outputs = new ArrayList<>();
    ReadingBudget budget = budget();
    forEachField(
        json,
        json.length,
        (name, parser) -> {
          if (name.equals("inputs") || name.equals("outputs")) {
            for (Output each : outputs(parser, budget)) {
              (name.equals("inputs") ? inputs : outputs).add(each.tensor());
            }
          } else {
            parser.skipChildren();
          }
        });
    return new Metadata(inputs, outputs);
  }

  /** Returns whether the server metadata lists an extension. */
  static boolean hasExtension(byte[] json, String extension) throws IOException {
    boolean[] found = {false};
    forEachField(
        json,
        json.length,
        (name, parser) -> {
          if (name.equals("extensions") && parser.currentToken() == JsonToken.START_ARRAY) {
            while (parser.nextToken() != JsonToken.END_ARRAY) {
              found[0] |= extension.equals(parser.getValueAsString());
            }
          } else {
            parser.skipChildren();
          }
        });
    return found[0];
  }

  /** Parses the outputs of an answer whose first {@code jsonLength} bytes are JSON. */
  static List<Output> outputsOf(byte[] body, int jsonLength) throws IOException {
    List<Output> outputs = new ArrayList<>();
    ReadingBudget budget = budget();
    forEachField(
        body,
        jsonLength,
        (name, parser) -> {
          if (name.equals("outputs")) {
            outputs.addAll(outputs(parser, budget));
          } else if (name.equals("error") && parser.currentToken() != JsonToken.VALUE_NULL) {
            throw new AnswerFormatException(
                "the server reports an error", parser.getValueAsString(""));
          } else {
            parser.skipChildren();
          }
        });
    return outputs;
  }

  private interface FieldReader {
    void read(String name, JsonParser parser) throws IOException;
  }

  private static void forEachField(byte[] json, int length, FieldReader reader) throws IOException {
    try (JsonParser parser = FACTORY.createParser(json, 0, length)) {
      if (parser.nextToken() != JsonToken.START_OBJECT) {
        throw new AnswerFormatException("not a JSON object");
      }
      while (parser.nextToken() == JsonToken.FIELD_NAME) {
        String name = parser.currentName();
        parser.nextToken();
        reader.read(name, parser);
      }
      if (parser.currentToken() != JsonToken.END_OBJECT) {
        throw new AnswerFormatException("the JSON object is incomplete");
      }
    }
  }

  private static List<Output> outputs(JsonParser parser, ReadingBudget budget) throws IOException {
    List<Output> outputs = new ArrayList<>();
    // Null means absent; servers written in Python send it.
    if (parser.currentToken() == JsonToken.VALUE_NULL) {
      return outputs;
    }
    requireToken(parser, JsonToken.START_ARRAY);
    while (parser.nextToken() == JsonToken.START_OBJECT) {
      budget.take(OUTPUT);
      outputs.add(output(parser, budget));
    }
    return outputs;
  }

  private static Output output(JsonParser parser, ReadingBudget budget) throws IOException {
    String name = "";
    String datatype = "";
    LongArrayList shape = new LongArrayList();
    DoubleArrayList values = new DoubleArrayList();
    long binarySize = -1;
    while (parser.nextToken() == JsonToken.FIELD_NAME) {
      String field = parser.currentName();
      if (parser.nextToken() == JsonToken.VALUE_NULL) {
        continue;
      }
      switch (field) {
        case "name" -> name = parser.getValueAsString("");
        case "datatype" -> datatype = parser.getValueAsString("");
        case "shape" -> {
          requireToken(parser, JsonToken.START_ARRAY);
          while (parser.nextToken() != JsonToken.END_ARRAY) {
            budget.take(NUMBER);
            shape.add(parser.getLongValue());
          }
        }
        case "data" -> readNumbers(parser, values, budget);
        case "parameters" -> binarySize = binarySize(parser);
        default -> parser.skipChildren();
      }
    }
    return new Output(
        new Tensor(name, datatype, shape.toLongArray()), values.toDoubleArray(), binarySize);
  }

  private static long binarySize(JsonParser parser) throws IOException {
    long size = -1;
    requireToken(parser, JsonToken.START_OBJECT);
    while (parser.nextToken() == JsonToken.FIELD_NAME) {
      String field = parser.currentName();
      parser.nextToken();
      if (field.equals("binary_data_size") && parser.currentToken() != JsonToken.VALUE_NULL) {
        size = parser.getLongValue();
      } else {
        parser.skipChildren();
      }
    }
    return size;
  }

  /** Reads the numbers of a flat or nested array in order. */
  static void readNumbers(JsonParser parser, DoubleArrayList values, ReadingBudget budget)
      throws IOException {
    requireToken(parser, JsonToken.START_ARRAY);
    for (int depth = 1; depth > 0; ) {
      JsonToken token = parser.nextToken();
      budget.take(NUMBER);
      if (token == null) {
        throw new AnswerFormatException("an array of numbers is incomplete");
      }
      switch (token) {
        case START_ARRAY -> depth++;
        case END_ARRAY -> depth--;
        case VALUE_NUMBER_FLOAT, VALUE_NUMBER_INT -> values.add(parser.getDoubleValue());
        default -> throw new AnswerFormatException(token + " found where a number is expected");
      }
    }
  }

  private static void requireToken(JsonParser parser, JsonToken expected) throws IOException {
    if (parser.currentToken() != expected) {
      throw new AnswerFormatException(
          parser.currentToken() + " found where " + expected + " is expected",
          "'" + parser.currentName() + "'");
    }
  }
}
