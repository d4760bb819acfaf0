package io.linkteller.attack.compressed;

import io.linkteller.attack.UnsuitableModelException;
import io.linkteller.parallel.Workers;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Runs the loop of compressed probing with any measurement.
 *
 * <ol>
 *   <li>A batch of queries is sent, and M is decoded from all answers but the last few, which are
 *       held out.
 *   <li>The best graph so far is repaired against all answers ({@link GraphRepair}).
 *   <li>If M predicts the held-out answers better than before, the graph that explains the answers
 *       best is derived from M ({@link MatrixRoot}) and repaired.
 *   <li>The graph whose predictions are closest to the held-out answers is kept. Once its
 *       predictions are as close as the errors of the answers allow, the loop ends ({@link
 *       Certificate}).
 *   <li>The graph is certified if the answers decide every pair and no other graph would give the
 *       same answers ({@link Rivals}).
 * </ol>
 */
final class Search {

  /** How many numbers per row the first batch measures. */
  private static final int FIRST_NUMBERS = 24;

  /** The factor by which the numbers per row grow with each batch while M is far from correct. */
  private static final double COARSE_GROWTH = 1.4;

  /** The same factor once M is nearly correct. */
  private static final double FINE_GROWTH = 1.05;

  /** The largest useful count of numbers per row, as a multiple of the number of nodes. */
  private static final double ENOUGH = 1.5;

  /** The share of held-out queries. */
  private static final double HELD = 0.08;

  /** The misfit of M below which the root under the model that explains M best can be repaired. */
  private static final double ROUGH = 0.25;

  /** The misfit below which M is accurate, so weak fits are kept and several powers are fitted. */
  private static final double ACCURATE = 0.03;

  /** The misfit below which M counts as free of errors. */
  private static final double ENTIRE = 1e-3;

  /** The misfit of M above which there is no single M, if more numbers barely lower the misfit. */
  private static final double FAR_OFF = 0.8;

  /** The share of the previous misfit above which more numbers barely lower the misfit. */
  private static final double STAGNANT = 0.9;

  /** The misfit up to which a graph or M explains most of the answers. */
  private static final double EXPLAINING = 0.5;

  /** The misfit below which a rough root may be repaired. */
  private static final double REPAIRABLE = 0.7;

  /**
   * Entries of M below a share of the median diagonal entry are dropped before the root is taken.
   * This is the smallest share; entries of edges at hubs are not much larger.
   */
  private static final double MIN_CUT = 1e-3;

  /** The largest such share, for coarse answers, whose errors exceed the smallest share. */
  private static final double MAX_CUT = 1e-2;

  /**
   * Graphs are derived from M again once its misfit falls below this share of the misfit at the
   * last derivation, because deriving graphs takes longer than several batches.
   */
  private static final double READ_AGAIN = 0.8;

  /**
   * The number of consecutive batches after which an unchanged graph, or an error-free M that no
   * graph explains, is final. With {@link #FINE_GROWTH}, these batches add 80% to the numbers per
   * row.
   */
  private static final int FINAL = 12;

  private final Prober prober;
  private final Measurement measurement;
  private final long seed;
  private final Workers workers;
  private final int n;
  private final List<Columns.Column> columns = new ArrayList<>();

  /** All graphs found so far that explain the answers as well as the errors allow. */
  private final List<NamedGraph> clean = new ArrayList<>();

  private Optional<Reading> best = Optional.empty();

  /**
   * A decoded M.
   *
   * @param entries M, n x n, row-major
   * @param fitted the columns from which it was decoded
   * @param tested the held-out columns
   * @param certificate how well M predicts the held-out columns
   */
  @SuppressWarnings("ArrayRecordComponent") // Used in this class alone.
  private record Decoded(
      double[] entries, Columns fitted, Columns tested, Certificate certificate) {

    Reading reading(NamedGraph graph) {
      return new Reading(graph, Certificate.of(graph, fitted, tested));
    }
  }

  /** A graph and how well it predicts the held-out answers. */
  private record Reading(NamedGraph graph, Certificate certificate) {

    double misfit() {
      return certificate.misfit();
    }
  }

  Search(Prober prober, Measurement measurement, long seed) {
    this.seed = seed;
    this.prober = prober;
    this.measurement = measurement;
    this.workers = prober.workers();
    this.n = prober.n();
  }

  /**
   * Runs the loop. The numbers per row grow by at least the factor {@link #FINE_GROWTH} with each
   * batch until no queries are left, so there are at most 1 + ln(ENOUGH n) / ln(FINE_GROWTH)
   * batches.
   *
   * @throws UnsuitableModelException if no graph explains the answers
   */
  CompressedRecovery run() {
    double numbers = FIRST_NUMBERS;
    double latest = Double.POSITIVE_INFINITY;
    double atReading = Double.POSITIVE_INFINITY;
    int columnsAtReading = 0;
    boolean wasAccurate = false;
    int idle = 0;
    double[] entries = {};
    // With more than n numbers per row, M is determined even if it is not sparse.
    while (canAsk() && !isCertified() && columns.size() < ENOUGH * n + FIRST_NUMBERS) {
      // 1. Send queries and decode M.
      int wanted = (int) Math.ceil((numbers - columns.size()) / measurement.numbersPerQuery());
      int batch = Math.max(measurement.minQueries(), wanted);
      columns.addAll(measurement.next(Math.min(prober.left(), batch)));
      if (columns.size() <= 2 * held()) {
        numbers *= COARSE_GROWTH;
        continue;
      }
      RowEntries rows = RowEntries.of(columns, measurement.rowSums());
      rows.requireSparse();
      Decoded decoded = decode(false);
      if (explainsNothing(decoded) && columns.size() > n / 4 && best.isEmpty()) {
        // A handful of edges moves the answers by less than the bias of a large λ, so only decoding
        // down to the smallest λ shows that there is no edge. At n = 150, n/4 numbers suffice for
        // that, whereas a single edge is found only with n/3 numbers.
        decoded = decode(true);
        if (explainsNothing(decoded)) {
          if (isWithoutEdge(decoded)) {
            entries = decoded.entries();
            break;
          }
          if (columns.size() > n / 3) {
            throw unexplained(decoded);
          }
        }
      }
      double misfit = decoded.certificate().misfit();
      boolean isStagnant = misfit > FAR_OFF && misfit > STAGNANT * latest;
      if (isStagnant && best.isEmpty() && rows.areDetermined(columns.size())) {
        throw unexplained(decoded);
      }
      latest = misfit;
      entries = decoded.entries();
      // 2. Repair the best graph so far against all answers.
      Optional<NamedGraph> before = best.map(Reading::graph);
      if (before.isPresent()) {
        best = before.map(decoded::reading);
        repair(best.orElseThrow(), decoded);
      }
      // 3. and 4. Derive a graph from M if M has improved or this was last done long ago.
      boolean isAccurate = misfit < ACCURATE || decoded.certificate().isClean() || !canAsk();
      boolean isBetter =
          misfit < READ_AGAIN * atReading
              || columns.size() > COARSE_GROWTH * columnsAtReading
              || (isAccurate && !wasAccurate)
              || !canAsk();
      if (!isCertified() && isBetter && (isAccurate || misfit < ROUGH)) {
        atReading = misfit;
        columnsAtReading = columns.size();
        wasAccurate = isAccurate;
        read(decoded, isAccurate);
      }
      if (isAccurate && !isCertified()) {
        boolean isSame = before.filter(this::hasBestEdges).isPresent();
        boolean isNone = misfit < ENTIRE && best.orElseThrow().misfit() > EXPLAINING;
        idle = isSame || isNone ? idle + 1 : 0;
        if (idle == FINAL) {
          break;
        }
      }
      // The misfit of M falls steeply once there are enough numbers.
      numbers =
          Math.max(numbers, columns.size()) * (misfit > EXPLAINING ? COARSE_GROWTH : FINE_GROWTH);
    }
    if (best.isEmpty()) {
      throw new UnsuitableModelException(
          "no graph explains the answers to " + prober.asked() + " queries");
    }
    // 5. Certify. A graph without edges is not certified, because the model may ignore the graph.
    Optional<NamedGraph> only = isCertified() ? only() : Optional.empty();
    Reading found = best.get();
    NamedGraph graph = only.orElse(found.graph());
    boolean certified = only.isPresent() && graph.edgeCount() > 0;
    return CompressedRecovery.of(
        graph, found.certificate(), certified, entries, measurement.description(), prober.asked());
  }

  private boolean canAsk() {
    return prober.left() >= measurement.minQueries();
  }

  private boolean isCertified() {
    return best.filter(reading -> reading.certificate().isClean()).isPresent();
  }

  private boolean hasBestEdges(NamedGraph graph) {
    return graph.hasEdgesOf(best.orElseThrow().graph());
  }

  /**
   * Returns whether M explains too little. The limit is lower for coupled nodes: they may seem to
   * be coupled merely because M is dense, and a dense M explains more with each batch.
   */
  private boolean explainsNothing(Decoded decoded) {
    boolean isCoupled = measurement.coupling().basis().length > 0;
    return decoded.certificate().misfit() > (isCoupled ? EXPLAINING : InfluenceDecoder.NOTHING);
  }

  /** Returns whether the graph without edges explains the answers, and keeps it if so. */
  private boolean isWithoutEdge(Decoded decoded) {
    NamedGraph empty = new NamedGraph(Propagation.AUGMENTED, 1, new int[n][0]);
    Certificate alone = Certificate.ofNoEdge(empty, decoded.fitted(), decoded.tested());
    if (alone.isClean()) {
      keep(new Reading(empty, alone));
    }
    return alone.isClean();
  }

  private UnsuitableModelException unexplained(Decoded decoded) {
    return new UnsuitableModelException(
        String.format(
            Locale.ROOT,
            "no sparse matrix of influences explains the answers to %d queries: misfit %.2g",
            prober.asked(),
            decoded.certificate().misfit()));
  }

  /**
   * Returns the graph if the answers exclude all others. Before that, pairs are toggled if the
   * answers favor this: a wrong pair at a hub changes the answers little and may remain below the
   * error of coarse answers.
   */
  private Optional<NamedGraph> only() {
    Columns fitted = columns(0, columns.size() - held());
    Columns tested = columns(columns.size() - held(), columns.size());
    NamedGraph polished = GraphRepair.polish(best.orElseThrow().graph(), fitted, workers);
    NamedGraph before = best.orElseThrow().graph();
    if (!polished.hasEdgesOf(before)) {
      keep(new Reading(polished, Certificate.of(polished, fitted, tested)));
      if (best.orElseThrow().graph().isLike(polished)) {
        clean.removeIf(before::isLike);
      }
    }
    NamedGraph found = best.orElseThrow().graph();
    Columns all = columns(0, columns.size());
    List<NamedGraph> rivals = new ArrayList<>(List.of(found));
    clean.stream().filter(graph -> rivals.stream().noneMatch(graph::isLike)).forEach(rivals::add);
    // If all degrees are equal, several models have the same powers, and only answers for subsets
    // of the nodes distinguish them.
    for (NamedGraph same : found.underAllModels(found.depth())) {
      if (rivals.stream().noneMatch(same::isLike)
          && Certificate.of(same, fitted, tested).isClean()) {
        rivals.add(same);
      }
    }
    return GraphRepair.isDecided(found, all, workers)
        ? Rivals.confirmed(rivals, all, measurement, prober, seed)
        : Optional.empty();
  }

  /** Returns the number of held-out columns. */
  private int held() {
    int width = measurement.numbersPerQuery();
    return width * Math.max(2, (int) Math.ceil(HELD * columns.size() / width));
  }

  private Columns columns(int from, int to) {
    return Columns.of(
        n, measurement.numbersPerQuery(), columns.subList(from, to), measurement.coupling());
  }

  /**
   * Decodes M, and decodes it again if M reveals more of the coupling of the answers.
   *
   * @param isPatient whether M is decoded to the end even if it explains little
   */
  private Decoded decode(boolean isPatient) {
    Decoded decoded = decodeOnce(isPatient);
    // An M that explains nothing does not reveal the coupling of the answers.
    if (decoded.certificate().misfit() < InfluenceDecoder.NOTHING) {
      int width = measurement.numbersPerQuery();
      List<Columns.Column> again = measurement.again(decoded.entries());
      // Once is enough: the next batch starts from the coupling known so far.
      if (!again.isEmpty() && measurement.numbersPerQuery() == width) {
        columns.clear();
        columns.addAll(again);
        decoded = decodeOnce(isPatient);
      }
    }
    return decoded;
  }

  private Decoded decodeOnce(boolean isPatient) {
    Columns fitted = columns(0, columns.size() - held());
    Columns tested = columns(columns.size() - held(), columns.size());
    double[] entries =
        InfluenceDecoder.decode(
            fitted,
            isPatient ? Optional.empty() : Optional.of(tested),
            !measurement.rowsSumToOne(),
            workers);
    return new Decoded(entries, fitted, tested, Certificate.ofMatrix(entries, tested, workers));
  }

  /**
   * Derives from M the graph that explains the answers best, and repairs it.
   *
   * @param isAccurate whether M is accurate: if so, weak fits are kept and several powers are
   *     fitted
   */
  private void read(Decoded decoded, boolean isAccurate) {
    double cut = Math.max(MIN_CUT, Math.min(MAX_CUT, decoded.certificate().floor()));
    Reading nearest =
        MatrixRoot.graphs(n, decoded.entries(), cut, isAccurate, workers).stream()
            .map(decoded::reading)
            .min(Comparator.comparingDouble(Reading::misfit))
            .orElseThrow();
    // Reject a weak fit, because other measurements may do better.
    if (!isAccurate && nearest.misfit() >= REPAIRABLE) {
      return;
    }
    keep(nearest);
    if (!isCertified()) {
      Reading repaired = repair(nearest, decoded);
      if (isAccurate && !isCertified()) {
        // No single power of Â explains the answers, but several may.
        considerPowers(nearest.graph(), decoded);
        considerPowers(repaired.graph(), decoded);
        NamedGraph graph = best.orElseThrow().graph();
        considerPowers(GraphRepair.repairPowers(graph, decoded.fitted(), workers), decoded);
      }
    }
  }

  /**
   * Repairs a graph, and repairs it again if its edges explain the answers better under another
   * model.
   */
  private Reading repair(Reading reading, Decoded decoded) {
    Reading repaired = repairOnce(reading, decoded);
    // A dense graph may be nearly right under a wrong model, since D + I is close to D, and a
    // sparse one may be nearly right with a wrong number of layers.
    Reading nearest = repaired;
    for (int layers = 1; layers <= MatrixRoot.MAX_DEPTH; layers++) {
      for (NamedGraph other : repaired.graph().underAllModels(layers)) {
        Reading same = decoded.reading(other);
        nearest = same.misfit() < nearest.misfit() ? same : nearest;
      }
    }
    return nearest.misfit() < repaired.misfit() ? repairOnce(keep(nearest), decoded) : repaired;
  }

  private Reading repairOnce(Reading reading, Decoded decoded) {
    return keep(decoded.reading(GraphRepair.repair(reading.graph(), decoded.fitted(), workers)));
  }

  private void considerPowers(NamedGraph graph, Decoded decoded) {
    Certificate power = Certificate.of(graph, decoded.fitted(), decoded.tested());
    Certificate powers = Certificate.ofPowers(power, graph, decoded.fitted(), decoded.tested());
    keep(new Reading(graph, powers));
  }

  private Reading keep(Reading reading) {
    if (reading.certificate().isClean()) {
      clean.add(reading.graph());
    }
    if (best.isEmpty() || reading.misfit() < best.get().misfit()) {
      best = Optional.of(reading);
    }
    return reading;
  }
}
