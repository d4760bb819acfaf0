package io.linkteller.dp.audit;

import io.linkteller.dp.GraphMechanism;
import io.linkteller.dp.sampling.Chance;
import io.linkteller.dp.session.PrivacyLedger;
import io.linkteller.dp.session.PrivateSession;
import io.linkteller.dp.session.Release;
import io.linkteller.feature.FeatureMatrix;
import io.linkteller.graph.Graph;
import io.linkteller.privacy.ChargedGuarantee;
import io.linkteller.privacy.GraphPerturber;
import io.linkteller.privacy.PerturbedGraph;
import io.linkteller.privacy.PrivacyGuarantee;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * Computes an empirical lower bound on the ε of a release by running it many times on two
 * neighboring graphs G and G'. The release is the result of a perturber or of any program that
 * releases sums, answers or trained models through a session.
 *
 * <p>(ε, δ)-edge differential privacy means that Pr[M(G) in S] &lt;= e^ε Pr[M(G') in S] + δ for
 * every set S of outputs. The audit searches for a set that comes close to violating this
 * inequality; search and measurement use separate runs, so the search cannot bias the bound. A
 * small share of the runs is spent on each of many pairs, one for every cell of the adjacency
 * matrices of three graphs. The most promising of these pairs, and some extreme ones, are then
 * searched with a quarter of the runs each. A search sorts observations of the output by how much
 * more likely each is under one graph than under the other, and selects the initial segment that
 * promises the largest bound as the event to measure. The observations are the edge in question,
 * the number of edges, both, the distance to the input, the whole output, or an exception; for
 * released numbers, they include a weighted sum of the numbers and one of the differences between
 * adjacent numbers. Finally, the release is run again, and the exact intervals of Clopper and
 * Pearson bound the two probabilities of that event: ln((lower - δ)/upper) is at most ε, except
 * with probability 1 - confidence. If a rare event may give a better bound, it is measured too, and
 * both events share the error probability.
 *
 * <p>A program also receives features, some of them hostile: an exception, an infinity or a
 * cancellation that only one of the two graphs causes is the most revealing event of all.
 *
 * <p>Outputs are counted as they occur, and kinds of observations with too many different values
 * are dropped, so the counts need little memory, regardless of the number of runs. Only the outputs
 * from which the weights of released numbers are learned are kept for the duration of a search.
 *
 * <p>Released values are decomposed into numbers and the first characters of strings. The audit
 * does not detect values that reveal something only in combination, such as the parity of two
 * graphs or noise that is shared by numbers that are not adjacent. Nor does it detect a revealing
 * number among random numbers in a list or text, bits below the noise of a number, the sign of a
 * zero, the payload of a NaN, or state that does not appear in the text of an object.
 *
 * <p>A bound below the claim proves nothing; a bound above it refutes the claim. With r runs, the
 * bound cannot exceed about ln(r/10), so a larger claim passes even if it is false.
 */
public final class DpAudit {

  /** A first search of a pair uses {@code runs / SCREEN_PART} runs. */
  private static final int SCREEN_PART = 64;

  /** The minimum number of runs for a first search of a pair. */
  private static final int MIN_SCREENED = 64;

  /** The maximum number of pairs that are searched thoroughly after a first search. */
  private static final int MAX_FROM_SCREEN = 3;

  /** A thorough search of a pair uses {@code runs / SEARCH_PART} runs. */
  private static final int SEARCH_PART = 4;

  private static final int MIN_RUNS = 100;

  /** The probability that a bound on a frequency in a search is wrong. */
  private static final double SEARCH_DOUBT = 0.05;

  /** The standard normal quantile of 1 - SEARCH_DOUBT. */
  private static final double SEARCH_QUANTILE = 1.645;

  /** A view with at most this many different observations is always kept. */
  private static final int MIN_OBSERVATIONS = 64;

  /** A view with more different observations than this is always dropped. */
  private static final int MAX_OBSERVATIONS = 4096;

  /**
   * Between these limits, a view is kept if it has at least this many runs per different
   * observation; rarer observations carry too little information.
   */
  private static final int RUNS_PER_OBSERVATION = 4;

  /** The maximum number of initial segments that are compared. */
  private static final int MAX_SEGMENTS = 64;

  /** The maximum number of rare events that are measured once more. */
  private static final int MAX_CANDIDATES = 4;

  private static final Comparator<Event> BY_PROMISE =
      Comparator.comparingDouble(Event::promise).reversed();
  private static final Tally NEVER = new Tally(0, 0);
  private static final Tally ONCE_WITH = new Tally(1, 0);
  private static final Tally ONCE_WITHOUT = new Tally(0, 1);

  private final int runs;
  private final double confidence;
  private final OptionalLong seed;

  private final List<NeighboringPair> pairs;

  /** Pairs that are searched thoroughly only if their first search is promising. */
  private final List<NeighboringPair> screened;

  private DpAudit(Builder builder) {
    this.runs = builder.runs;
    this.confidence = builder.confidence;
    this.seed = builder.seed;
    boolean chosen = !builder.pairs.isEmpty();
    this.pairs = chosen ? List.copyOf(builder.pairs) : NeighboringPair.general();
    this.screened = chosen ? List.of() : NeighboringPair.inEveryCell();
  }

  /**
   * Returns a builder for an audit, by default with 100,000 runs, confidence 0.999 and built-in
   * pairs of graphs on up to forty nodes.
   *
   * @return a builder
   */
  public static Builder builder() {
    return new Builder();
  }

  /** Builds audits. */
  public static final class Builder {

    private int runs = 100_000;
    private double confidence = 0.999;
    private OptionalLong seed = OptionalLong.empty();
    private final List<NeighboringPair> pairs = new ArrayList<>();

    private Builder() {}

    /**
     * Sets the number of runs on each graph for the final bound.
     *
     * @param runs at least 100
     * @return this builder
     * @throws IllegalArgumentException if {@code runs} is below 100
     */
    public Builder runs(int runs) {
      if (runs < MIN_RUNS) {
        throw new IllegalArgumentException("runs = " + runs + " is below " + MIN_RUNS);
      }
      this.runs = runs;
      return this;
    }

    /**
     * Sets the confidence of the bound.
     *
     * @param confidence in (0, 1)
     * @return this builder
     * @throws IllegalArgumentException if {@code confidence} is outside (0, 1)
     */
    public Builder confidence(double confidence) {
      if (!(confidence > 0 && confidence < 1)) {
        throw new IllegalArgumentException("confidence = " + confidence + " is outside (0, 1)");
      }
      this.confidence = confidence;
      return this;
    }

    /**
     * Makes the audit of a {@link GraphMechanism} or a {@link Program} repeatable: each run gets
     * its own seed, drawn from this one. Other perturbers are not affected.
     *
     * @param seed any number
     * @return this builder
     */
    public Builder seed(long seed) {
      this.seed = OptionalLong.of(seed);
      return this;
    }

    /**
     * Adds a pair of graphs. Added pairs replace the built-in ones; the search finds the worst
     * pair.
     *
     * @param graph an undirected or directed graph
     * @param neighbor the same graph with one edge or arc added or removed
     * @return this builder
     * @throws IllegalArgumentException if the two do not differ in exactly one edge, or have
     *     relations
     */
    public Builder pair(Graph graph, Graph neighbor) {
      pairs.add(NeighboringPair.of(graph, neighbor));
      return this;
    }

    /** {@return the audit} */
    public DpAudit build() {
      return new DpAudit(this);
    }
  }

  /** An event, which is a set of observations. */
  private record Event(
      NeighboringPair pair,
      Statistic statistic,
      View view,
      Set<Object> observations,
      boolean underWith,
      double promise) {

    Event with(Set<Object> others, double otherPromise) {
      return new Event(pair, statistic, view, others, underWith, otherPromise);
    }

    Event promising(double otherPromise) {
      return with(observations, otherPromise);
    }

    Graph likelier() {
      return underWith ? pair.with() : pair.without();
    }

    Graph other() {
      return underWith ? pair.without() : pair.with();
    }

    boolean occurs(Object outcome) {
      return observations.contains(view.of(outcome, statistic, pair));
    }

    String describe() {
      String features = pair.input().x().cols() == 0 ? "" : " with " + pair.input().name();
      String edge = "edge (" + pair.u() + ", " + pair.v() + ")" + features + ": ";
      String first =
          observations.stream().map(String::valueOf).min(Comparator.naturalOrder()).orElse("");
      return observations.size() == 1
          ? edge + first
          : edge + "one of " + observations.size() + " outcomes, such as " + first;
    }
  }

  /** Counts of an observation under both graphs. */
  private record Tally(int with, int without) {

    double likelihoodRatio(boolean ofWith) {
      double ratio = (with + 0.5) / (without + 0.5);
      return ofWith ? ratio : 1 / ratio;
    }

    Tally plus(Tally other) {
      return new Tally(with + other.with, without + other.without);
    }
  }

  /**
   * Audits a perturber.
   *
   * @param perturber the perturber; each call must use fresh random bits
   * @return the result
   * @throws IllegalArgumentException if the perturber is a seeded {@link GraphMechanism}, whose
   *     runs are all the same
   */
  public DpAuditReport audit(GraphPerturber perturber) {
    if (perturber instanceof GraphMechanism mechanism && mechanism.guarantee().isSeeded()) {
      throw new IllegalArgumentException(
          mechanism + " is seeded and would repeat itself; give the seed to the audit");
    }
    Optional<SplittableRandom> seeds = seeds();
    Run run =
        new Run(
            (graph, pair, claims) -> {
              if (perturber instanceof GraphMechanism mechanism) {
                claims.accept(mechanism.guarantee());
                return mechanism.perturb(
                    graph,
                    seeds.isPresent()
                        ? Chance.forExperiments(seeds.get().nextLong())
                        : Chance.secure());
              }
              PerturbedGraph perturbed = perturber.perturb(graph);
              claims.accept(perturbed.guarantee());
              return perturbed.graph();
            });
    return audit(run, pairs, screened);
  }

  private Optional<SplittableRandom> seeds() {
    return seed.isPresent()
        ? Optional.of(new SplittableRandom(seed.getAsLong()))
        : Optional.empty();
  }

  /** A program that releases something computed from a private graph. */
  @FunctionalInterface
  public interface Program {

    /**
     * Runs the program once.
     *
     * @param session a session of a private graph on n nodes, with a sufficient budget
     * @param x features of its nodes, n x d, which an attacker may have chosen
     * @return what an attacker sees: graphs, features, matrices, numbers, anything else that
     *     defines {@code equals}, and collections, maps, arrays, records and a {@link Release} of
     *     these. For a model, return its answers and the sums on which it was trained
     * @throws Exception if the program fails, which an attacker sees
     */
    Object release(PrivateSession session, FeatureMatrix x) throws Exception;
  }

  /**
   * Audits a program that releases something through a session, such as noisy sums, answers, or a
   * trained model. The claim is the guarantee that the session has charged. Each pair of graphs is
   * tried with plain and with hostile features.
   *
   * @param features d, the number of features per node that the program expects
   * @param program the program; each call must use fresh random bits from the session
   * @return the result
   * @throws IllegalArgumentException if {@code features} is below 1, or something is released that
   *     does not define {@code equals}, or is a buffer without an array
   * @throws IllegalStateException if the program released nothing in any run
   */
  public DpAuditReport audit(int features, Program program) {
    if (features < 1) {
      throw new IllegalArgumentException("features = " + features + " is below 1");
    }
    Optional<SplittableRandom> seeds = seeds();
    Run run =
        new Run(
            (graph, pair, claims) -> {
              PrivateSession.Builder session =
                  seeds.isPresent()
                      ? PrivateSession.forExperiments(graph, seeds.get().nextLong())
                      : PrivateSession.builder(
                          graph,
                          PrivacyLedger.builder(Double.MAX_VALUE).delta(Math.nextDown(1)).build());
              PrivateSession opened = session.open();
              try {
                return program.release(opened, pair.input().x());
              } finally {
                opened.guarantee().map(ChargedGuarantee::guarantee).ifPresent(claims);
              }
            });
    List<NeighboringPair> tried =
        pairs.stream().flatMap(pair -> pair.withInputs(features).stream()).toList();
    return audit(run, tried, List.of());
  }

  private DpAuditReport audit(
      Run run, List<NeighboringPair> thorough, List<NeighboringPair> rough) {
    List<Event> events = worthMeasuring(run, thorough, rough);
    double alpha = (1 - confidence) / events.size();
    Finding best =
        Collections.max(
            events.stream().map(event -> measured(event, run, runs, alpha)).toList(),
            Comparator.comparingDouble(Finding::bound));
    return new DpAuditReport(
        run.claimed.orElseThrow(() -> new IllegalStateException("nothing was released in any run")),
        Math.max(0, best.bound()),
        confidence,
        runs,
        best.event().likelier(),
        best.event().other(),
        best.event().describe()
            + (best.bound() <= 0 && run.varies
                ? "; no complete outcome was seen often enough to show anything"
                : ""),
        best.hits(),
        best.otherHits());
  }

  /** Counts of an event in fresh runs. */
  private record Finding(Event event, int hits, int otherHits, double bound) {}

  private static Finding measured(Event event, Run run, int times, double alpha) {
    int hits = 0;
    int otherHits = 0;
    for (int i = 0; i < times; i++) {
      hits += event.occurs(run.on(event.likelier(), event.pair())) ? 1 : 0;
      otherHits += event.occurs(run.on(event.other(), event.pair())) ? 1 : 0;
    }
    return new Finding(
        event,
        hits,
        otherHits,
        ClopperPearson.logRatio(hits, otherHits, times, alpha, run.delta()));
  }

  /**
   * Returns the event that reliably gives a good bound, and the event that gives the best bound if
   * its observed frequencies are the true ones. The latter may be a rare event, whose observed
   * frequencies are largely due to chance, so the best such events are measured once more.
   */
  private List<Event> worthMeasuring(
      Run run, List<NeighboringPair> thorough, List<NeighboringPair> rough) {
    double alpha = (1 - confidence) / 2;
    List<Score> scores =
        List.of(
            (hits, otherHits, times) -> promise(hits, otherHits, times, alpha, run.delta()),
            (hits, otherHits, times) -> hope(hits, otherHits, times, alpha, run.delta()));
    List<Event> sure = new ArrayList<>();
    List<Event> hopeful = new ArrayList<>();
    for (NeighboringPair pair : worthSearching(run, thorough, rough)) {
      List<Event> found = search(pair, run, runs / SEARCH_PART / 2, scores);
      sure.add(found.get(0));
      hopeful.add(found.get(1));
    }
    hopeful.sort(BY_PROMISE);
    List<Event> again = new ArrayList<>();
    for (Event event : hopeful.subList(0, Math.min(MAX_CANDIDATES, hopeful.size()))) {
      int times = runs / SEARCH_PART;
      Finding seen = measured(event, run, times, alpha);
      again.add(event.promising(hope(seen.hits(), seen.otherHits(), times, alpha, run.delta())));
    }
    Event surest = Collections.min(sure, BY_PROMISE);
    Event rare = Collections.min(again, BY_PROMISE);
    return surest.promising(0).equals(rare.promising(0)) ? List.of(surest) : List.of(surest, rare);
  }

  /** Runs the audited program and records its claim. Each run returns what an attacker sees. */
  private static final class Run {

    private final Audited audited;
    private Optional<PrivacyGuarantee> claimed = Optional.empty();

    /** Whether there were too many different outcomes to compare complete outcomes. */
    private boolean varies;

    Run(Audited audited) {
      this.audited = audited;
    }

    // An error reveals as much as an exception does.
    Object on(Graph graph, NeighboringPair pair) {
      Object released;
      try {
        released = audited.on(graph, pair, this::claim);
      } catch (Throwable e) {
        return Failure.of(e);
      }
      return Outcome.of(released);
    }

    private void claim(PrivacyGuarantee claim) {
      // The claim of all runs together is the largest ε and the largest δ of any run.
      PrivacyGuarantee before = claimed.orElse(claim);
      claimed =
          Optional.of(
              new PrivacyGuarantee(
                  claim.mechanism(),
                  Math.max(claim.epsilon(), before.epsilon()),
                  Math.max(claim.delta(), before.delta()),
                  claim.neighbors(),
                  claim.noise()));
    }

    double delta() {
      return claimed.map(PrivacyGuarantee::delta).orElse(0.0);
    }
  }

  /** The audited program, on a graph of a pair. */
  private interface Audited {
    Object on(Graph graph, NeighboringPair pair, Consumer<PrivacyGuarantee> claims)
        throws Exception;
  }

  /** Returns the pairs to search thoroughly. */
  private List<NeighboringPair> worthSearching(
      Run run, List<NeighboringPair> thorough, List<NeighboringPair> rough) {
    int times = Math.max(MIN_SCREENED, runs / SCREEN_PART) / 2;
    List<Event> events = new ArrayList<>();
    for (NeighboringPair pair : rough) {
      events.addAll(search(pair, run, times, List.of(DpAudit::roughPromise)));
    }
    events.sort(BY_PROMISE);
    return Stream.concat(thorough.stream(), events.stream().limit(MAX_FROM_SCREEN).map(Event::pair))
        .toList();
  }

  /** Estimates the bound that an event gives from its counts. */
  private interface Score {
    double of(int hits, int otherHits, int times);
  }

  /** Returns the best event according to each score. */
  private static List<Event> search(NeighboringPair pair, Run run, int times, List<Score> scores) {
    Statistic statistic = statistic(pair, run, times);
    Map<View, Map<Object, Tally>> ranking = counted(pair, statistic, run, times);
    // A view is chosen using outputs other than those used to rank its observations.
    Map<View, Map<Object, Tally>> choice = counted(pair, statistic, run, times);
    List<Event> events = new ArrayList<>();
    for (Score score : scores) {
      Event best =
          new Event(
              pair,
              statistic,
              View.EDGE,
              Set.of(View.EDGE.of(pair.with(), statistic, pair)),
              true,
              Double.NEGATIVE_INFINITY);
      for (Map.Entry<View, Map<Object, Tally>> entry : ranking.entrySet()) {
        View view = entry.getKey();
        Map<Object, Tally> fresh = choice.getOrDefault(view, Map.of());
        for (boolean underWith : new boolean[] {true, false}) {
          Event next =
              bestSegment(
                  new Event(pair, statistic, view, Set.of(), underWith, 0),
                  entry.getValue(),
                  fresh,
                  times,
                  score);
          best = next.promise() > best.promise() ? next : best;
        }
      }
      events.add(best);
    }
    return events;
  }

  /** Learns which statistics to observe if numbers are released. */
  private static Statistic statistic(NeighboringPair pair, Run run, int times) {
    List<Object> with = new ArrayList<>(List.of(run.on(pair.with(), pair)));
    List<Object> without = new ArrayList<>(List.of(run.on(pair.without(), pair)));
    if (!(with.get(0) instanceof Outcome || without.get(0) instanceof Outcome)) {
      return Statistic.NONE;
    }
    for (int i = 1; i < times; i++) {
      with.add(run.on(pair.with(), pair));
      without.add(run.on(pair.without(), pair));
    }
    return Statistic.of(with, without);
  }

  /**
   * Counts the observations in fresh outputs, for each view that has few different observations.
   */
  private static Map<View, Map<Object, Tally>> counted(
      NeighboringPair pair, Statistic statistic, Run run, int times) {
    int most = Math.max(MIN_OBSERVATIONS, Math.min(MAX_OBSERVATIONS, times / RUNS_PER_OBSERVATION));
    Map<View, Map<Object, Tally>> tallies = new EnumMap<>(View.class);
    for (View view : View.values()) {
      tallies.put(view, new HashMap<>());
    }
    for (int i = 0; i < times; i++) {
      Object with = run.on(pair.with(), pair);
      Object without = run.on(pair.without(), pair);
      tallies.forEach(
          (view, seen) -> {
            seen.merge(view.of(with, statistic, pair), ONCE_WITH, Tally::plus);
            seen.merge(view.of(without, statistic, pair), ONCE_WITHOUT, Tally::plus);
          });
      tallies.values().removeIf(seen -> seen.size() > most);
    }
    run.varies |= !tallies.containsKey(View.OUTPUT);
    return tallies;
  }

  /**
   * Returns the best initial segment of the observations in descending order of their likelihood
   * ratios. By the Neyman-Pearson lemma, no other events separate the two graphs better.
   */
  private static Event bestSegment(
      Event empty, Map<Object, Tally> ranked, Map<Object, Tally> fresh, int times, Score score) {
    List<Object> order = new ArrayList<>(ranked.keySet());
    order.sort(
        Comparator.comparingDouble(
                (Object seen) -> -ranked.getOrDefault(seen, NEVER).likelihoodRatio(empty.underWith))
            .thenComparing(String::valueOf));
    int step = Math.max(1, order.size() / MAX_SEGMENTS);
    Tally segment = NEVER;
    int bestSize = 1;
    double best = Double.NEGATIVE_INFINITY;
    for (int i = 0; i < order.size(); i++) {
      segment = segment.plus(fresh.getOrDefault(order.get(i), NEVER));
      if (i % step == 0) {
        double promise =
            empty.underWith
                ? score.of(segment.with(), segment.without(), times)
                : score.of(segment.without(), segment.with(), times);
        if (promise > best) {
          best = promise;
          bestSize = i + 1;
        }
      }
    }
    return empty.with(new HashSet<>(order.subList(0, bestSize)), best);
  }

  /**
   * Returns the bound that the final runs are likely to give, from a conservative estimate of the
   * frequencies.
   */
  private double promise(int hits, int otherHits, int times, double alpha, double delta) {
    double likely = ClopperPearson.lower(hits, times, SEARCH_DOUBT);
    double unlikely = ClopperPearson.upper(otherHits, times, SEARCH_DOUBT);
    return ClopperPearson.logRatio(
        (int) Math.floor(likely * runs), (int) Math.ceil(unlikely * runs), runs, alpha, delta);
  }

  /**
   * Returns the bound that the final runs would give if the frequencies were those of the search.
   */
  private double hope(int hits, int otherHits, int times, double alpha, double delta) {
    double scale = (double) runs / times;
    return ClopperPearson.logRatio(
        (int) Math.min(runs, Math.round(hits * scale)),
        (int) Math.min(runs, Math.round(otherHits * scale)),
        runs,
        alpha,
        delta);
  }

  /**
   * Returns an approximate lower bound on ln(p/p'). It treats the logarithms of counts as normal
   * variables, which is a thousand times faster than exact bounds and accurate enough to compare
   * pairs.
   */
  private static double roughPromise(int hits, int otherHits, int times) {
    double likely = hits + 0.5;
    double unlikely = otherHits + 0.5;
    double variance = Math.max(0, 1 / likely + 1 / unlikely - 2 / (times + 1.0));
    return Math.log(likely / unlikely) - SEARCH_QUANTILE * Math.sqrt(variance);
  }
}
