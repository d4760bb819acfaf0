package io.linkteller.attack.compressed;

import io.linkteller.attack.AttackBuilder;
import io.linkteller.attack.AttackSettings;
import io.linkteller.attack.LinkAttack;
import io.linkteller.attack.LinkPrediction;
import io.linkteller.attack.PairScores;
import io.linkteller.attack.UnsuitableModelException;
import io.linkteller.attack.spectral.MatrixRoot;
import io.linkteller.attack.spectral.Propagation;
import io.linkteller.feature.FeatureRange;
import io.linkteller.inference.InferenceApi;
import io.linkteller.inference.InferenceNodes;
import io.linkteller.parallel.Workers;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;

/**
 * Recovers the graph among the targets with far fewer queries than targets: all nodes move in every
 * query, and the influences M, which are sparse and nonnegative, are decoded from the answers.
 *
 * <pre>{@code
 * CompressedRecovery found = CompressedProbing.builder().build().recover(api, nodes);
 * }</pre>
 *
 * <ol>
 *   <li>A {@link Measurement} is chosen by what a few queries show.
 *   <li>Queries are asked in batches. After each, M is decoded from all but the last queries.
 *   <li>Where M predicts those, graphs are read from it ({@link MatrixRoot}) and repaired against
 *       the answers.
 *   <li>The graph is kept whose own answers are nearest to those held back. If they are as near as
 *       the error of the answers allows, asking ends.
 *   <li>Where other graphs may have answered alike ({@link Rivals}), some of the nodes are asked
 *       about, as if there were no others. The graph that is left is certified.
 * </ol>
 *
 * <p>Where more queries do not help M, the answers may be made of several powers of Â with a matrix
 * for each (GraphSAGE, residual connections): a graph is then named edge by edge.
 *
 * <p>The attacker chooses the features of all targets in every query, and the API answers for the
 * subgraph that they induce. Time beyond the queries is O(n³) for n targets and each batch, memory
 * O(n²). Immutable.
 */
public final class CompressedProbing implements LinkAttack {

  /** The number of targets beyond which decoding, which takes cubic time, is too slow. */
  public static final int PRACTICAL_TARGETS = 5000;

  /** Numbers a row after which M is decoded for the first time. */
  private static final int FIRST_NUMBERS = 24;

  /** How many more numbers the next batch adds while M is far from right, nearer, and near. */
  private static final double FAR = 1.5;

  private static final double NEARER = 1.25;
  private static final double NEAR = 1.12;

  /** Numbers a row, as a multiple of the number of nodes, after which more are of no use. */
  private static final double ENOUGH = 1.5;

  /** The share of queries that are held back, and the least number. */
  private static final double HELD = 0.08;

  /** The misfit of M above which no root is tried. */
  private static final double READABLE = 0.25;

  /** The misfit of M above which no root is tried but that of the model that explains M best. */
  private static final double HOPELESS = 0.03;

  /** The misfit of M above which, if more numbers hardly lower it, there may be no single M. */
  private static final double FAR_OFF = 0.3;

  /** How much of the misfit more numbers leave where there is no single M. */
  private static final double STAGNANT = 0.9;

  /** The numbers a row, for each of its entries, below which M is far off in any case. */
  private static final double MOST_OF_ROW = 2;

  /** The share of the misfit of M that a better response leaves, if M is decoded again for it. */
  private static final double CORRECTED = 0.8;

  /** The misfit of a graph that explains most of the answers. */
  private static final double EXPLAINING = 0.5;

  /** How often a coupling is looked for again. */
  private static final int TURNS = 2;

  /** The queries that any number of targets takes. */
  private static final int LEAST = 40;

  /** The queries without which odd parts are not tried. */
  private static final int LEAST_ODD = 60;

  /** The share of equal entries in a row from which on M is not sparse. */
  private static final double DENSE = 0.4;

  /** The number of nodes below which as many numbers as nodes cost little. */
  private static final int SMALL = 100;

  /** Entries of M below these shares of the median diagonal are dropped before the root. */
  private static final double[] CUTS = {1e-3, 1e-2};

  /** Graphs whose answers are compared for each root. */
  private static final int RIVALS = 4;

  /** The misfit of a root that leaves nothing but errors of M. */
  private static final double ENTIRE = 1e-3;

  /** Batches after which an M without errors that no graph explains is given up: weighted edges. */
  private static final int UNEXPLAINED = 4;

  /**
   * Batches that leave the graph as it is before asking ends: twice as many numbers, by {@link
   * #NEAR}.
   */
  private static final int SETTLED = 6;

  /** The misfit of M from which on its sparse root is tried. */
  private static final double ROUGH = 0.5;

  /** The misfit of M below which the degrees that it shows can be relied on. */
  private static final double NEARLY_RIGHT = 0.01;

  /** The misfit of a rough root that may be repaired. */
  private static final double REPAIRABLE = 0.7;

  /** The misfit of a graph that is right but for a few edges. */
  private static final double NEARLY = 0.1;

  /** How much influence decides between pairs that the graph does not tell apart. */
  private static final double TIE = 1e-3;

  /** Models whose best graph is repaired. */
  private static final int REPAIRED = 3;

  private final OptionalInt queries;
  private final long seed;
  private final boolean oddParts;
  private final boolean withinRange;
  private final AttackSettings settings;

  private CompressedProbing(Builder builder) {
    this.queries = builder.queries;
    this.seed = builder.seed;
    this.oddParts = builder.oddParts && !builder.withinRange;
    this.withinRange = builder.withinRange;
    this.settings = builder.settings();
  }

  /** {@return a builder of an attack with one query at a time} */
  public static Builder builder() {
    return new Builder();
  }

  /**
   * Attacks a black box. The features of {@code nodes} only say how many columns there are.
   *
   * @throws UnsuitableModelException if answers do not move with the features, or no graph explains
   *     them
   */
  @Override
  public LinkPrediction run(InferenceApi api, InferenceNodes nodes, double kHat) {
    return settings.run(
        withinRange ? "rays" : "compressed probing",
        toString(),
        api,
        nodes,
        kHat,
        (asked, inner) -> {
          CompressedRecovery found = search(asked, nodes, inner);
          if (!found.certified()) {
            inner.listener().onWarning(found.warning());
          }
          return found.finding();
        });
  }

  /**
   * Recovers the graph among the targets.
   *
   * @param api the black box
   * @param nodes the targets, at least two
   * @return the graph and its certificate
   * @throws IllegalArgumentException if there are fewer than two targets
   * @throws UnsuitableModelException if answers do not move with the features, or no graph explains
   *     them
   * @throws io.linkteller.inference.InferenceException if the black box fails
   */
  public CompressedRecovery recover(InferenceApi api, InferenceNodes nodes) {
    int n = nodes.targets().size();
    if (n < 2) {
      throw new IllegalArgumentException(
          "an attack needs at least 2 targets to pair, but got " + n);
    }
    return settings.recorded(
        api, nodes, toString(), recorder -> search(recorder, nodes, settings.withoutJournal()));
  }

  private CompressedRecovery search(InferenceApi api, InferenceNodes nodes, AttackSettings inner) {
    int most = queries.orElse(Math.max(LEAST, nodes.targets().size() + 1));
    Prober prober = new Prober(api, nodes, inner, most);
    List<UnsuitableModelException> failures = new ArrayList<>();
    Optional<Measurement> first = suited(() -> measurement(prober), failures);
    List<Supplier<CompressedRecovery>> ways = new ArrayList<>();
    first.ifPresent(moves -> ways.add(() -> searched(prober, moves)));
    // Where errors hide all but large effects, odd parts tell more.
    boolean oddFirst = first.filter(moves -> moves.floor() <= Certificate.MOST).isEmpty();
    if (mayAskOddParts(prober)) {
      ways.add(
          oddFirst ? 0 : ways.size(),
          () -> new Search(prober, OddParts.start(prober, seed), seed).run());
    }
    Optional<CompressedRecovery> best = Optional.empty();
    for (Supplier<CompressedRecovery> way : ways) {
      if (best.isPresent() && (!mayAskOddParts(prober) || isEnough(best.get(), oddFirst))) {
        break;
      }
      Optional<CompressedRecovery> before = best;
      best =
          suited(way, failures)
              .filter(
                  found ->
                      found.certified()
                          || before.filter(other -> other.misfit() <= found.misfit()).isEmpty())
              .or(() -> before);
    }
    return best.map(found -> found.after(prober.asked()))
        .orElseThrow(
            () -> {
              failures.stream().skip(1).forEach(failures.get(0)::addSuppressed);
              return failures.get(0);
            });
  }

  /** Returns a result, or nothing of a model that it does not suit. */
  private static <T> Optional<T> suited(Supplier<T> way, List<UnsuitableModelException> failures) {
    try {
      return Optional.of(way.get());
    } catch (UnsuitableModelException e) {
      failures.add(e);
      return Optional.empty();
    }
  }

  /** Returns whether no other way of asking is tried, which small moves need less often. */
  private static boolean isEnough(CompressedRecovery found, boolean ofOddParts) {
    return found.certified() || found.kHat() == 0 || (ofOddParts && found.misfit() <= ROUGH);
  }

  private boolean mayAskOddParts(Prober prober) {
    return oddParts && prober.left() >= LEAST_ODD;
  }

  private CompressedRecovery searched(Prober prober, Measurement first) {
    CompressedRecovery found = new Search(prober, first, seed).run();
    // Regular graphs answer as attention does, but rays suit them, also about some of the nodes.
    return found.certified() || found.kHat() == 0 || !first.rowsSumToOne()
        ? found
        : byRays(prober).orElseGet(() -> found.after(prober.asked()));
  }

  /** Returns the graph that rays certify with the queries that are left, if they do. */
  private Optional<CompressedRecovery> byRays(Prober prober) {
    try {
      Rays rays = Rays.start(prober, seed, Rays.LARGE);
      return rays.bits() > 0
          ? Optional.of(new Search(prober, rays, seed).run()).filter(CompressedRecovery::certified)
          : Optional.empty();
    } catch (UnsuitableModelException e) {
      return Optional.empty();
    }
  }

  /** Chooses the way of asking that gives more digits for each query. */
  private Measurement measurement(Prober prober) {
    if (withinRange) {
      return Rays.within(FeatureRange.of(prober.nodes().features()), prober, seed);
    }
    SmallMoves moves;
    try {
      moves = SmallMoves.start(prober, seed);
    } catch (UnsuitableModelException small) {
      try {
        return Rays.start(prober, seed, Rays.LARGE);
      } catch (UnsuitableModelException large) {
        small.addSuppressed(large);
        throw small;
      }
    }
    // Rays give one number with as many digits as the answers have.
    double most = Measurement.bits(moves.digits());
    // Attention answers to equal features with equal answers, and not along rays.
    if ((moves.rowsSumToOne() && moves.bits() > 0) || moves.bits() >= most) {
      return moves;
    }
    try {
      Rays rays = Rays.start(prober, seed, Rays.LARGE);
      return rays.bits() > moves.bits() ? rays : moves;
    } catch (UnsuitableModelException e) {
      return moves;
    }
  }

  /** Queries, decodings and readings until a graph is certified. */
  private static final class Search {

    private final Prober prober;
    private final Measurement measurement;
    private final long seed;
    private final Workers workers;
    private final int n;
    private final List<Columns.Column> columns = new ArrayList<>();
    private Optional<Reading> best = Optional.empty();

    /** All graphs that explain the answers as well as their errors allow. */
    private final List<NamedGraph> clean = new ArrayList<>();

    /** Whether M is decoded to the end even where it explains little. */
    private boolean patient;

    /** The misfit of M from which on its sparse root is tried. */
    private double triedAgain = ROUGH;

    /** The misfit of M in the batch before. */
    private double latest = Double.POSITIVE_INFINITY;

    Search(Prober prober, Measurement measurement, long seed) {
      this.seed = seed;
      this.prober = prober;
      this.measurement = measurement;
      this.workers = prober.workers();
      this.n = prober.n();
    }

    /**
     * Numbers grow by {@link #NEAR} at least from one batch to the next until no query is left, so
     * there are at most 1 + ln(ENOUGH n) / ln(NEAR) batches.
     */
    CompressedRecovery run() {
      double numbers = FIRST_NUMBERS;
      int unexplained = 0;
      int unchanged = 0;
      // Where nodes only seem to be coupled, since M is dense, it is decoded by and by.
      boolean coupled = measurement.coupling().basis().length > 0;
      double nothing = coupled ? EXPLAINING : InfluenceDecoder.NOTHING;
      double[] entries = {};
      // Beyond n numbers a row M is determined without being sparse.
      while (canAsk() && columns.size() < ENOUGH * n + FIRST_NUMBERS) {
        int wanted = (int) Math.ceil((numbers - columns.size()) / measurement.numbersPerQuery());
        int least = measurement.leastQueries();
        columns.addAll(measurement.next(Math.min(prober.left(), Math.max(least, wanted))));
        if (columns.size() <= 2 * held()) {
          numbers = numbers * FAR;
          continue;
        }
        double entriesOfRow = requireSparse();
        Decoded decoded = decode();
        double misfit = decoded.ofMatrix().misfit();
        boolean hopeless = misfit > nothing && columns.size() > n / 3;
        boolean stagnant = misfit > FAR_OFF && misfit > STAGNANT * latest;
        if (hopeless || (stagnant && columns.size() > MOST_OF_ROW * entriesOfRow)) {
          readSeveralPowers();
        }
        latest = misfit;
        if (hopeless && best.isEmpty()) {
          // A handful of edges moves answers by less than the bias of a large λ: only a decoding
          // that went on to the least λ shows that there is nothing.
          patient = true;
          decoded = decode();
          if (decoded.ofMatrix().misfit() > nothing) {
            NamedGraph empty = new NamedGraph(Propagation.AUGMENTED, 1, new int[n][0]);
            Certificate alone = Certificate.ofNoEdge(empty, decoded.fitted(), decoded.tested());
            if (alone.isClean()) {
              entries = decoded.entries();
              keep(empty, alone);
              break;
            }
            throw new UnsuitableModelException(
                String.format(
                    Locale.ROOT,
                    "no sparse matrix of influences explains the answers to %d queries: misfit"
                        + " %.2g",
                    prober.asked(),
                    decoded.ofMatrix().misfit()));
          }
        }
        entries = decoded.entries();
        if (isCertified()) {
          break;
        }
        misfit = decoded.ofMatrix().misfit();
        boolean twoLayers = readSparseRoot(decoded);
        if (isCertified()) {
          break;
        }
        if (misfit < HOPELESS || decoded.ofMatrix().isClean() || !canAsk()) {
          Optional<NamedGraph> before = best.map(Reading::graph);
          read(entries, decoded.fitted(), decoded.tested());
          NamedGraph now = best.orElseThrow().graph();
          unchanged = before.filter(now::hasEdgesOf).isPresent() ? unchanged + 1 : 0;
          if (unchanged == SETTLED) {
            break;
          }
          boolean known = misfit < ENTIRE;
          if (isCertified() || (known && !isExplained() && ++unexplained == UNEXPLAINED)) {
            break;
          }
        } else if (!twoLayers
            && misfit < READABLE
            && decoded.fitted().coupling().basis().length == 0
            && readRoot(decoded)) {
          break;
        }
        // The misfit of M falls steeply once there are numbers enough.
        double growth = misfit > 0.7 ? FAR : misfit > 0.3 ? NEARER : NEAR;
        numbers = Math.max(numbers, columns.size()) * growth;
      }
      Reading found =
          best.orElseThrow(
              () ->
                  new UnsuitableModelException(
                      "no graph explains the answers to " + prober.asked() + " queries"));
      if (isCertified()) {
        found = polished(found);
      }
      Optional<NamedGraph> only = isCertified() ? only(found.graph()) : Optional.empty();
      NamedGraph graph = only.orElse(found.graph());
      // A model that uses no graph answers as one without edges does.
      boolean certified = only.isPresent() && graph.edgeCount() > 0;
      return recovery(new Reading(graph, found.certificate()), certified, entries);
    }

    /**
     * Returns what a certified graph becomes if pairs are changed for which the answers speak. A
     * wrong pair of a hub moves little, and coarse answers leave room for it below their error.
     */
    private Reading polished(Reading found) {
      Columns fitted = columns(0, columns.size() - held());
      Columns tested = columns(columns.size() - held(), columns.size());
      NamedGraph graph = GraphRepair.polish(found.graph(), fitted, workers);
      if (!graph.hasEdgesOf(found.graph())) {
        consider(graph, fitted, tested);
        if (best.orElseThrow().graph().isLike(graph)) {
          clean.removeIf(found.graph()::isLike);
        }
      }
      return best.orElseThrow();
    }

    /** Returns the graph that is left of all that would have answered alike, if it can be told. */
    private Optional<NamedGraph> only(NamedGraph found) {
      List<NamedGraph> rivals = new ArrayList<>(List.of(found));
      clean.stream().filter(graph -> rivals.stream().noneMatch(graph::isLike)).forEach(rivals::add);
      Columns all = columns(0, columns.size());
      Columns held = columns(columns.size() - held(), columns.size());
      // Where degrees are equal, so are models: answers about some of the nodes tell them apart.
      for (Propagation other : Propagation.values()) {
        NamedGraph same = new NamedGraph(other, found.depth(), found.neighbors());
        if (rivals.stream().noneMatch(same::isLike)
            && Certificate.of(same, columns(0, columns.size() - held()), held).isClean()) {
          rivals.add(same);
        }
      }
      return GraphRepair.isDecided(found, explained(found, all), workers)
          ? Rivals.settle(rivals, all, held, measurement, prober, seed)
          : Optional.empty();
    }

    /** Returns columns that a graph explains: all, or those from which several powers are read. */
    private Columns explained(NamedGraph graph, Columns all) {
      List<Columns.Column> each = measurement.unweighted();
      int width = width(each);
      MatrixPolynomial response = Certificate.response(graph, all);
      return width < 2 || Certificate.of(graph, response, all).isClean()
          ? all
          : Columns.of(n, width, each, measurement.coupling());
    }

    /** Returns the number of unweighted columns for each query. */
    private int width(List<Columns.Column> unweighted) {
      return unweighted.size() * measurement.numbersPerQuery() / columns.size();
    }

    /** Reads a graph from the answers themselves, where there is no single M to decode. */
    private void readSeveralPowers() {
      List<Columns.Column> all = measurement.unweighted();
      int width = width(all);
      int heldBack = held() / measurement.numbersPerQuery() * width;
      if (width < 2 || all.size() <= 2 * heldBack) {
        return;
      }
      Columns fitted =
          Columns.of(n, width, all.subList(0, all.size() - heldBack), measurement.coupling());
      Columns tested =
          Columns.of(
              n, width, all.subList(all.size() - heldBack, all.size()), measurement.coupling());
      SeveralPowers.readings(fitted, tested, workers).stream()
          .filter(reading -> reading.certificate().misfit() < EXPLAINING)
          .forEach(reading -> keep(reading.graph(), reading.certificate()));
    }

    private boolean canAsk() {
      return prober.left() >= measurement.leastQueries();
    }

    /** The number of columns that are held back. */
    private int held() {
      int width = measurement.numbersPerQuery();
      return width * Math.max(2, (int) Math.ceil(HELD * columns.size() / width));
    }

    /** Decodes M, and again where it shows more of what couples the answers. */
    private Decoded decode() {
      Decoded decoded = decodeOnce();
      // Entries that explain nothing tell nothing about what couples the answers.
      for (int turn = 0;
          turn < TURNS && decoded.ofMatrix().misfit() < InfluenceDecoder.NOTHING;
          turn++) {
        int width = measurement.numbersPerQuery();
        List<Columns.Column> again = measurement.again(decoded.entries());
        if (again.isEmpty() || measurement.numbersPerQuery() != width) {
          break;
        }
        columns.clear();
        columns.addAll(again);
        decoded = decodeOnce();
      }
      return decoded;
    }

    private Decoded decodeOnce() {
      Columns fitted = columns(0, columns.size() - held());
      Columns tested = columns(columns.size() - held(), columns.size());
      Decoded decoded = decoded(fitted, tested);
      if (fitted.width() == 1 || decoded.ofMatrix().misfit() > FAR_OFF) {
        return decoded;
      }
      // The common response was measured with few queries: M tells it better, if it is off.
      double[][] moved = {fitted.product(decoded.entries(), workers)};
      DMatrixRMaj response = new DMatrixRMaj(fitted.width(), fitted.width());
      response.data = MatrixPolynomial.fit(moved, fitted)[0];
      if (!CommonOps_DDRM.invert(response)) {
        return decoded;
      }
      Columns testedAgain = tested.times(response.data);
      double misfit = Certificate.ofMatrix(decoded.entries(), testedAgain, workers).misfit();
      return misfit < CORRECTED * decoded.ofMatrix().misfit()
          ? decoded(fitted.times(response.data), testedAgain)
          : decoded;
    }

    private Decoded decoded(Columns fitted, Columns tested) {
      double[] entries =
          InfluenceDecoder.decode(
              fitted,
              patient ? Optional.empty() : Optional.of(tested),
              !measurement.rowsSumToOne(),
              workers);
      return new Decoded(entries, fitted, tested, Certificate.ofMatrix(entries, tested, workers));
    }

    /**
     * The squares of an answer are those of its row of M, in the mean over random signs, and the
     * sum of the row is known: the ratio is how many entries of equal size the row has. Returns the
     * median.
     */
    private double requireSparse() {
      double[] sums = measurement.rowSums();
      double[] effective = new double[n];
      for (int v = 0; v < n; v++) {
        double squares = 0;
        double moves = 0;
        for (Columns.Column column : columns) {
          squares += column.y()[v] * column.y()[v];
          moves += column.r()[v] * column.r()[v];
        }
        effective[v] = squares == 0 ? 0 : sums[v] * sums[v] * moves / squares;
      }
      Arrays.sort(effective);
      double median = effective[n / 2];
      if (n > SMALL && median > DENSE * n) {
        throw new UnsuitableModelException(
            String.format(
                Locale.ROOT,
                "the influences are not sparse: answers depend on some %.0f of %d nodes alike",
                median,
                n));
      }
      return median;
    }

    /** Returns whether a graph explains most of the answers. */
    private boolean isExplained() {
      return best.map(reading -> reading.certificate().misfit() < EXPLAINING).orElse(false);
    }

    private boolean isCertified() {
      return best.map(reading -> reading.certificate().isClean()).orElse(false);
    }

    private Columns columns(int from, int to) {
      return Columns.of(
          n, measurement.numbersPerQuery(), columns.subList(from, to), measurement.coupling());
    }

    /**
     * Reads the graph of two augmented layers from an M that may be only roughly right; returns
     * whether it may be the model.
     */
    private boolean readSparseRoot(Decoded decoded) {
      Columns fitted = decoded.fitted();
      double misfit = decoded.ofMatrix().misfit();
      if (measurement.rowsSumToOne() || misfit > triedAgain) {
        return false;
      }
      boolean nearlyRight = misfit < NEARLY_RIGHT;
      // What couples all nodes hides the sums of rows.
      boolean coupled = fitted.coupling().basis().length > 0;
      double[] sums = coupled ? rowSums(decoded.entries()) : measurement.rowSums();
      NamedGraph rough = SparseRoot.read(decoded.entries(), sums, nearlyRight, fitted, workers);
      Reading reading = consider(rough, fitted, decoded.tested());
      if (reading.certificate().misfit() > REPAIRABLE) {
        // Other models have no such root, and an M that is a little better does not help.
        triedAgain = misfit / 2;
        return false;
      }
      if (!isCertified()) {
        consider(GraphRepair.repair(rough, fitted, workers), fitted, decoded.tested());
      }
      return true;
    }

    private double[] rowSums(double[] entries) {
      double[] sums = new double[n];
      for (int i = 0; i < entries.length; i++) {
        sums[i / n] += entries[i];
      }
      return sums;
    }

    /** Reads and repairs the graphs that explain a rough M best; returns whether one is right. */
    private boolean readRoot(Decoded decoded) {
      for (double cut : CUTS) {
        MatrixRoot.Reading nearest = roots(decoded.entries(), cut, reading -> true).get(0);
        if (isRight(nearest, decoded.fitted(), decoded.tested())) {
          return true;
        }
      }
      return false;
    }

    /** Returns the roots of M, without entries below a share of its median diagonal. */
    private List<MatrixRoot.Reading> roots(
        double[] entries, double cut, Predicate<MatrixRoot.Reading> isRight) {
      double[] diagonal = new double[n];
      for (int v = 0; v < n; v++) {
        diagonal[v] = entries[v * n + v];
      }
      Arrays.sort(diagonal);
      double least = cut * diagonal[n / 2];
      double[] influences = new double[n * n];
      for (int v = 0; v < n; v++) {
        for (int u = 0; u < n; u++) {
          double entry = entries[v * n + u];
          influences[u * n + v] = entry < least ? 0 : entry;
        }
        influences[v * n + v] = Math.max(entries[v * n + v], least);
      }
      return MatrixRoot.readings(n, influences, least / 2, isRight, workers);
    }

    /** Reads graphs from M and keeps the one that predicts best. */
    private void read(double[] entries, Columns fitted, Columns tested) {
      List<Reading> candidates = new ArrayList<>();
      for (double cut : CUTS) {
        List<MatrixRoot.Reading> readings =
            roots(entries, cut, reading -> isRight(reading, fitted, tested));
        for (MatrixRoot.Reading reading : nearest(readings)) {
          candidates.add(consider(NamedGraph.of(reading), fitted, tested));
        }
        if (isCertified()) {
          return;
        }
      }
      // Errors of the root are corrected against the answers themselves: a rough root of the right
      // model may fit less than that of a wrong one.
      candidates.sort(Comparator.comparingDouble(reading -> reading.certificate().misfit()));
      List<Propagation> repaired = new ArrayList<>();
      List<Reading> repairs = new ArrayList<>();
      for (Reading reading : candidates) {
        if (repaired.size() < REPAIRED
            && !repaired.contains(reading.graph().propagation())
            && !isCertified()) {
          repaired.add(reading.graph().propagation());
          repairs.add(
              consider(GraphRepair.repair(reading.graph(), fitted, workers), fitted, tested));
        }
      }
      candidates.addAll(repairs);
      if (isCertified()) {
        return;
      }
      // No single power of Â answers like this: perhaps several do.
      candidates.replaceAll(
          reading ->
              keep(
                  reading.graph(),
                  Certificate.ofPowers(reading.certificate(), reading.graph(), fitted, tested)));
      candidates.sort(Comparator.comparingDouble(reading -> reading.certificate().misfit()));
      if (best.orElseThrow().certificate().misfit() < NEARLY) {
        settle(candidates, fitted, tested);
      }
    }

    /**
     * Returns whether a graph is certified, or becomes so if it is repaired against the answers.
     */
    private boolean isRight(MatrixRoot.Reading reading, Columns fitted, Columns tested) {
      NamedGraph graph = NamedGraph.of(reading);
      // A graph that explains little is none: other ways of asking may do.
      if (Certificate.of(graph, fitted, tested).misfit() < REPAIRABLE) {
        consider(graph, fitted, tested);
        if (!isCertified()) {
          consider(GraphRepair.repair(graph, fitted, workers), fitted, tested);
        }
      }
      return isCertified();
    }

    /** The readings that explain M best, and all others that explain it entirely. */
    private static List<MatrixRoot.Reading> nearest(List<MatrixRoot.Reading> sorted) {
      int entire = (int) sorted.stream().filter(reading -> reading.misfit() < ENTIRE).count();
      return sorted.subList(0, Math.min(Math.max(RIVALS, entire), sorted.size()));
    }

    /**
     * Decides the pairs in which the best graphs differ one by one. Repair compares with a single
     * power of Â; where answers are made of several, this is what is left to do.
     */
    private void settle(List<Reading> candidates, Columns fitted, Columns tested) {
      List<Reading> rivals =
          candidates.stream()
              .filter(reading -> reading.certificate().misfit() < NEARLY)
              .limit(RIVALS)
              .toList();
      for (int u = 0; u < n; u++) {
        for (int v = u + 1; v < n; v++) {
          if (isCertified() || !differ(rivals, u, v)) {
            continue;
          }
          NamedGraph changed = best.orElseThrow().graph().toggled(u, v);
          Certificate power = Certificate.of(changed, fitted, tested);
          keep(changed, Certificate.ofPowers(power, changed, fitted, tested));
        }
      }
    }

    private static boolean differ(List<Reading> rivals, int u, int v) {
      return rivals.stream().map(rival -> rival.graph().hasEdge(u, v)).distinct().count() > 1;
    }

    private Reading consider(NamedGraph graph, Columns fitted, Columns tested) {
      return keep(graph, Certificate.of(graph, fitted, tested));
    }

    private Reading keep(NamedGraph graph, Certificate certificate) {
      Reading reading = new Reading(graph, certificate);
      if (certificate.isClean()) {
        clean.add(graph);
      }
      if (best.isEmpty() || certificate.misfit() < best.get().certificate().misfit()) {
        best = Optional.of(reading);
      }
      return reading;
    }

    private CompressedRecovery recovery(Reading found, boolean certified, double[] entries) {
      NamedGraph graph = found.graph();
      double largest = Arrays.stream(entries).max().orElse(1);
      PairScores scores =
          PairScores.ofAll(
              n,
              (i, j) -> {
                double influence = Math.max(entries[i * n + j], entries[j * n + i]) / largest;
                return (graph.hasEdge(i, j) ? 1 : 0) + TIE * influence;
              });
      double pairs = n * (n - 1.0) / 2;
      return new CompressedRecovery(
          scores,
          graph.propagation(),
          graph.depth(),
          graph.edgeCount() / pairs,
          found.certificate().misfit(),
          found.certificate().floor(),
          certified,
          measurement.description(),
          prober.asked());
    }
  }

  /**
   * M as it was decoded.
   *
   * @param entries M, n x n, row-major
   * @param fitted the columns that it was decoded from
   * @param tested the columns held back
   * @param ofMatrix how well M predicts these
   */
  @SuppressWarnings("ArrayRecordComponent") // The arrays do not leave this package.
  private record Decoded(double[] entries, Columns fitted, Columns tested, Certificate ofMatrix) {}

  /** A graph and how far its answers are from those held back. */
  record Reading(NamedGraph graph, Certificate certificate) {}

  @Override
  public String toString() {
    return "CompressedProbing[queries = "
        + (queries.isPresent() ? queries.getAsInt() : "as needed")
        + ", seed = "
        + seed
        + "]";
  }

  /** Settings of the attack. Not safe for use by several threads. */
  public static final class Builder extends AttackBuilder<Builder> {

    private OptionalInt queries = OptionalInt.empty();
    private long seed = 42;
    private boolean oddParts = true;
    private boolean withinRange;

    private Builder() {}

    @Override
    protected Builder self() {
      return this;
    }

    /**
     * Sets the largest number of queries.
     *
     * @param most at least 1; by default one more than there are targets, but at least 40
     * @return this builder
     * @throws IllegalArgumentException if {@code most} is below 1
     */
    public Builder queries(int most) {
      if (most < 1) {
        throw new IllegalArgumentException("queries = " + most + " is below 1");
      }
      this.queries = OptionalInt.of(most);
      return this;
    }

    /**
     * Sets the seed of all features.
     *
     * @param number any number; default 42
     * @return this builder
     */
    public Builder seed(long number) {
      this.seed = number;
      return this;
    }

    /**
     * Sets whether odd parts of the answers are asked where nothing else is sparse, for models in
     * which all nodes are coupled. Each takes two queries.
     *
     * @param tried default true
     * @return this builder
     */
    public Builder oddParts(boolean tried) {
      this.oddParts = tried;
      return this;
    }

    /**
     * Keeps all features within the range of each column among the nodes' own. They are multiples
     * of one vector then, which suits models with one weight matrix a layer and biases that are
     * small beside the features.
     *
     * @return this builder
     */
    public Builder movingWithinRange() {
      this.withinRange = true;
      return this;
    }

    /** {@return an immutable attack that may be run many times} */
    public CompressedProbing build() {
      return new CompressedProbing(this);
    }
  }
}
