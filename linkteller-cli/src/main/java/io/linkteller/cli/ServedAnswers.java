package io.linkteller.cli;

import io.linkteller.feature.FeatureMatrix;
import io.linkteller.inference.InferenceApi;
import io.linkteller.inference.InferenceException;
import io.linkteller.inference.InferenceNodes;
import io.linkteller.inference.InferenceQuery;
import io.linkteller.inference.output.ShownOutputs;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import org.ejml.data.DMatrixRMaj;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * The transformations that a served model applies to its logits, or the checks that it applies to
 * queries.
 */
final class ServedAnswers {

  private static final String NOISE = "noise:";
  private static final String RANGE = "range";

  /** Creates the black box of a served model for the attacked nodes. */
  private interface Serving {
    InferenceApi of(InferenceApi exact, InferenceNodes nodes);
  }

  private final String name;
  private final Serving serving;

  private ServedAnswers(String name, Serving serving) {
    this.name = name;
    this.serving = serving;
  }

  /** Returns the answers with a name. */
  static ServedAnswers named(String name) {
    return new Converter().convert(name);
  }

  /** Returns the attacked black box. */
  InferenceApi of(InferenceApi exact, InferenceNodes nodes) {
    return serving.of(exact, nodes);
  }

  @Override
  public String toString() {
    return name;
  }

  /** Adds independent noise to each answer, seeded by the number of the answer. */
  private static InferenceApi noisy(InferenceApi exact, double deviation) {
    AtomicLong asked = new AtomicLong();
    return query -> {
      DMatrixRMaj answer = exact.predict(query).copy();
      Random random = new Random(asked.incrementAndGet());
      for (int i = 0; i < answer.getNumElements(); i++) {
        answer.data[i] += deviation * random.nextGaussian();
      }
      return answer;
    };
  }

  /** Rejects queries with a value outside the range of its column in the nodes' true features. */
  private static InferenceApi inRange(InferenceApi exact, InferenceNodes nodes) {
    DMatrixRMaj own = nodes.features().toDense();
    double[] least = new double[own.numCols];
    double[] most = new double[own.numCols];
    for (int col = 0; col < own.numCols; col++) {
      least[col] = Double.POSITIVE_INFINITY;
      most[col] = Double.NEGATIVE_INFINITY;
      for (int row = 0; row < own.numRows; row++) {
        least[col] = Math.min(least[col], own.get(row, col));
        most[col] = Math.max(most[col], own.get(row, col));
      }
    }
    Range range = new Range(least, most);
    range.verified = nodes.features();
    return query -> {
      range.require(query);
      return exact.predict(query);
    };
  }

  /** The range of each column. */
  private static final class Range {

    private final double[] least;
    private final double[] most;

    /** The base features of the last query, which need not be checked again. */
    private FeatureMatrix verified = FeatureMatrix.zero(1, 1);

    Range(double[] least, double[] most) {
      this.least = least;
      this.most = most;
    }

    synchronized void require(InferenceQuery query) {
      if (query.base() != verified) {
        for (int row = 0; row < query.base().rows(); row++) {
          requireRow(query.base(), row);
        }
        verified = query.base();
      }
      query.edit().rows().forEach(row -> requireRow(query.features(), row));
    }

    private void requireRow(FeatureMatrix sent, int row) {
      double[] values = new double[sent.cols()];
      sent.copyRow(row, values);
      for (int col = 0; col < values.length; col++) {
        // The paper's probe exceeds the range of a column by its Δ.
        double slack = 1e-2 * Math.max(Math.abs(least[col]), Math.abs(most[col]));
        if (values[col] < least[col] - slack || values[col] > most[col] + slack) {
          throw new InferenceException(
              "row " + row + ", column " + col + " is " + values[col] + ", outside its range");
        }
      }
    }
  }

  /** Reads the names of kinds. */
  static final class Converter implements ITypeConverter<ServedAnswers> {

    @Override
    public ServedAnswers convert(String text) {
      String name = EnumNames.kebabCase(text.strip());
      if (name.equals("double")) {
        return new ServedAnswers(name, (exact, nodes) -> exact);
      }
      if (name.equals("single")) {
        return new ServedAnswers(name, (exact, nodes) -> ShownOutputs.singlePrecision(exact));
      }
      if (name.equals(RANGE)) {
        return new ServedAnswers(name, ServedAnswers::inRange);
      }
      try {
        if (name.startsWith(NOISE)) {
          double deviation = Double.parseDouble(name.substring(NOISE.length()));
          if (deviation > 0 && deviation < Double.POSITIVE_INFINITY) {
            return new ServedAnswers(name, (exact, nodes) -> noisy(exact, deviation));
          }
        } else {
          int decimals = Integer.parseInt(name);
          if (decimals >= 0 && decimals <= 15) {
            return new ServedAnswers(
                name + " decimals", (exact, nodes) -> ShownOutputs.rounded(exact, decimals));
          }
        }
      } catch (NumberFormatException e) {
        throw expected(text);
      }
      throw expected(text);
    }

    private static TypeConversionException expected(String text) {
      return new TypeConversionException(
          "expected double, single, range, 0 to 15 decimals or noise:DEVIATION, but was '"
              + text
              + "'");
    }
  }
}
