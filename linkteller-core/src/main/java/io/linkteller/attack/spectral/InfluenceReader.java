package io.linkteller.attack.spectral;

import io.linkteller.attack.AttackListener;
import io.linkteller.attack.UnsuitableModelException;
import io.linkteller.inference.Answers;
import io.linkteller.inference.InferenceApi;
import io.linkteller.inference.InferenceException;
import io.linkteller.inference.InferenceNodes;
import io.linkteller.inference.InferenceQuery;
import io.linkteller.inference.output.AnswerPrecision;
import io.linkteller.parallel.Workers;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.ejml.data.DMatrixRMaj;

/**
 * Measures {@link Influences} with one base query and one query per probed target.
 *
 * <p>The answer to the base query determines the probe. If the answers for equal features are
 * equal, all nodes have the same activations and attention weights, and a small step gives the
 * derivative. Small differences are noise unless they persist when all features change a little,
 * which costs one more query. The step depends on the noise; if there is any, each target is probed
 * in both directions, so that the curvature of a larger step cancels. Otherwise Â is fixed and its
 * rows have different sums: the probed row is then made so large that its contribution outweighs
 * biases and all other nodes wherever it arrives. The activation pattern of relu is then that of x₀
 * at every node it reaches, and the answer is linear in the factor.
 */
final class InfluenceReader {

  /**
   * Answers to the base that differ by less than this share are answers about equal nodes. Degrees
   * that differ by one change them by tens of percent, noise that the attack survives by far less.
   */
  private static final double EQUAL = 0.01;

  /** The number of vectors x₀ to try. */
  private static final int VECTORS = 4;

  /**
   * The share of an answer's derivative down to which influences must be distinguishable from
   * rounding.
   */
  private static final double SMALLEST = 1e-3;

  /** The ratio to the precision of the digits above which differences are noise. */
  private static final double NOISY = 64;

  /** Δ up to which curvature is below what a recovered graph may leave unexplained. */
  private static final double STRAIGHT = 0x1p-15;

  private final InferenceApi api;
  private final InferenceNodes nodes;
  private final long seed;
  private final double scale;
  private final int[] probed;
  private final Workers workers;
  private final AttackListener listener;
  private final AtomicInteger asked = new AtomicInteger();

  InfluenceReader(
      InferenceApi api,
      InferenceNodes nodes,
      long seed,
      double scale,
      int[] probed,
      Workers workers,
      AttackListener listener) {
    this.api = api;
    this.nodes = nodes;
    this.seed = seed;
    this.scale = scale;
    this.probed = probed.clone();
    this.workers = workers;
    this.listener = listener;
  }

  /** A base and how its rows are probed. */
  private record Setting(
      UniformQueries queries, DMatrixRMaj base, double factor, double precision, boolean central) {

    /** The difference of the factors of the answers that are compared. */
    double step() {
      return (central ? 2 : 1) * Math.abs(factor - 1);
    }
  }

  /**
   * Asks the base query and the probes. If the first probe has no effect because all relus are
   * inactive for x₀, tries -x₀ and other vectors, with up to four queries each.
   *
   * @throws UnsuitableModelException if none has an effect
   */
  Influences measure() {
    for (int vector = 0; vector < VECTORS; vector++) {
      for (int sign = 1; sign >= -1; sign -= 2) {
        UniformQueries queries = UniformQueries.of(nodes, seed + vector, sign);
        DMatrixRMaj base = ask(queries.base(), "the base query");
        boolean equal = isEqual(base);
        double digits = AnswerPrecision.ofDigits(base);
        double noise = equal ? noise(base) : 0;
        boolean noisy = noise > NOISY * digits && step(noise) > STRAIGHT;
        if (noisy && persists(base, ask(queries.nearby(), "the second base query"))) {
          // The nodes differ, by less than their biases.
          equal = false;
          noisy = false;
          noise = 0;
        }
        double precision = Math.max(digits, noise);
        double[] factors =
            equal ? new double[] {1 + step(precision)} : new double[] {scale, -scale};
        // What passes a relu is of the order of the factor, what does not of the order of 1.
        double least = (equal ? 16 * precision : SMALLEST * Math.sqrt(scale)) * size(base);
        for (double factor : factors) {
          Setting setting = new Setting(queries, base, factor, precision, noisy);
          DMatrixRMaj first = probe(setting, probed[0]);
          if (movement(first, base, probed[0]) > least) {
            return read(setting, first);
          }
        }
        if (!equal) {
          // The other sign has been tried.
          break;
        }
      }
    }
    throw new UnsuitableModelException(
        "the answer about node "
            + nodes.targets().getInt(probed[0])
            + " does not move with its own features, along any of "
            + 2 * VECTORS
            + " vectors");
  }

  /**
   * Δ for a step that is not linear: the finite difference is wrong by about Δ, rounding by ε over
   * Δ and the share of the influence.
   */
  private static double step(double precision) {
    return Math.min(0.5, Math.sqrt(precision / SMALLEST));
  }

  private Influences read(Setting setting, DMatrixRMaj first) {
    int n = setting.queries().size();
    double[] direction = direction(first, setting.base(), probed[0]);
    double[] along = new double[n * n];
    double[] sizes = new double[n * n];
    double[] squares = new double[n];
    double[] stray = new double[n];
    int batch = Math.max(1, api.batchSize());
    workers.forRows(
        probed.length,
        batch,
        (from, to) -> {
          for (int start = from; start < to; start += Math.min(batch, to - start)) {
            int[] block = Arrays.copyOfRange(probed, start, start + Math.min(batch, to - start));
            List<DMatrixRMaj> answers = new ArrayList<>();
            if (start == 0) {
              answers.add(first);
            }
            answers.addAll(probe(setting, block, answers.size(), setting.factor()));
            List<DMatrixRMaj> others =
                setting.central() ? probe(setting, block, 0, 2 - setting.factor()) : List.of();
            for (int i = 0; i < block.length; i++) {
              int v = block[i];
              DMatrixRMaj other = setting.central() ? others.get(i) : setting.base();
              for (int u = 0; u < n; u++) {
                project(
                    answers.get(i), other, setting.step(), direction, u, v * n + u, along, sizes);
                double size = sizes[v * n + u];
                squares[v] += size * size;
                stray[v] += Math.max(0, size * size - along[v * n + u] * along[v * n + u]);
              }
              if (!Double.isFinite(squares[v])) {
                throw new InferenceException(
                    name(setting.queries(), v)
                        + " moved logits so far that the distance overflowed");
              }
            }
          }
        });
    double total = 0;
    double off = 0;
    double[] floor = new double[n];
    for (int u = 0; u < n; u++) {
      total += squares[u];
      off += stray[u];
      // Rounding of both answers; and an influence along the direction can't be negative.
      floor[u] = 2 * setting.precision() * size(setting.base(), u) / setting.step();
      for (int v : probed) {
        floor[u] = Math.max(floor[u], -along[v * n + u]);
      }
    }
    return new Influences(n, along, sizes, floor, total == 0 ? 0 : off / total, asked.get());
  }

  private static void project(
      DMatrixRMaj answer,
      DMatrixRMaj from,
      double step,
      double[] direction,
      int u,
      int at,
      double[] along,
      double[] sizes) {
    double dot = 0;
    double squares = 0;
    for (int j = 0; j < direction.length; j++) {
      int i = u * direction.length + j;
      double moved = (answer.data[i] - from.data[i]) / step;
      dot += moved * direction[j];
      squares += moved * moved;
    }
    along[at] = dot;
    sizes[at] = Math.sqrt(squares);
  }

  private DMatrixRMaj probe(Setting setting, int v) {
    return probe(setting, new int[] {v}, 0, setting.factor()).get(0);
  }

  /** Scales each of some nodes, but the first few, in a query of its own. */
  private List<DMatrixRMaj> probe(Setting setting, int[] nodes, int from, double factor) {
    UniformQueries queries = setting.queries();
    List<InferenceQuery> probes = new ArrayList<>();
    for (int i = from; i < nodes.length; i++) {
      probes.add(queries.probe(nodes[i], factor));
    }
    List<DMatrixRMaj> answers = new ArrayList<>();
    for (DMatrixRMaj answer :
        Answers.askAll(api, probes, i -> name(queries, nodes[from + i]), setting.base().numCols)) {
      // The black box may use the matrix of a single answer again.
      answers.add(answer.copy());
      count();
    }
    return answers;
  }

  private static String name(UniformQueries queries, int v) {
    return "the query that scales node " + queries.id(v);
  }

  private DMatrixRMaj ask(InferenceQuery query, String name) {
    DMatrixRMaj answer = Answers.ask(api, query, name).copy();
    count();
    return answer;
  }

  private void count() {
    synchronized (asked) {
      int count = asked.incrementAndGet();
      listener.onAnswer(count, Math.max(probed.length + 1, count));
    }
  }

  /** The unit vector along which a row moved. */
  private static double[] direction(DMatrixRMaj answer, DMatrixRMaj base, int row) {
    double[] direction = new double[base.numCols];
    double length = movement(answer, base, row);
    for (int j = 0; j < direction.length; j++) {
      int i = row * base.numCols + j;
      direction[j] = (answer.data[i] - base.data[i]) / length;
    }
    return direction;
  }

  /** How far a row moved. */
  private static double movement(DMatrixRMaj answer, DMatrixRMaj base, int row) {
    double squares = 0;
    for (int j = 0; j < base.numCols; j++) {
      int i = row * base.numCols + j;
      squares += Math.pow(answer.data[i] - base.data[i], 2);
    }
    return Math.sqrt(squares);
  }

  private static double size(DMatrixRMaj base) {
    double size = 0;
    for (int u = 0; u < base.numRows; u++) {
      size = Math.max(size, size(base, u));
    }
    return size;
  }

  private static double size(DMatrixRMaj base, int u) {
    double squares = 0;
    for (int j = 0; j < base.numCols; j++) {
      squares += Math.pow(base.data[u * base.numCols + j], 2);
    }
    return Math.sqrt(squares);
  }

  private static boolean isEqual(DMatrixRMaj base) {
    int c = base.numCols;
    double spread = 0;
    for (int i = 0; i < base.getNumElements(); i++) {
      spread = Math.max(spread, Math.abs(base.data[i] - base.data[i % c]));
    }
    return spread <= EQUAL * size(base);
  }

  /**
   * Returns whether two answers differ by less between each other than their rows do: noise is
   * drawn anew for other features, and what nodes differ in is not.
   */
  private static boolean persists(DMatrixRMaj base, DMatrixRMaj nearby) {
    double[] mean = mean(base);
    double[] nearbyMean = mean(nearby);
    double squares = 0;
    double changes = 0;
    for (int i = 0; i < base.getNumElements(); i++) {
      int j = i % base.numCols;
      double deviation = base.data[i] - mean[j];
      squares += deviation * deviation;
      changes += Math.pow(nearby.data[i] - nearbyMean[j] - deviation, 2);
    }
    return changes < squares / 4;
  }

  private static double[] mean(DMatrixRMaj base) {
    double[] mean = new double[base.numCols];
    for (int i = 0; i < base.getNumElements(); i++) {
      mean[i % base.numCols] += base.data[i] / base.numRows;
    }
    return mean;
  }

  /** How far rows are from their mean, in the root mean square, relative to the largest row. */
  private static double noise(DMatrixRMaj base) {
    double[] mean = mean(base);
    double squares = 0;
    for (int i = 0; i < base.getNumElements(); i++) {
      squares += Math.pow(base.data[i] - mean[i % base.numCols], 2);
    }
    return squares == 0 ? 0 : Math.sqrt(squares / base.numRows) / size(base);
  }
}
