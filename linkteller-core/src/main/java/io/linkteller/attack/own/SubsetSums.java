package io.linkteller.attack.own;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Finds the neighbors of targets from sums of numbers that the attacker assigned to the targets.
 *
 * <p>In query q, target j has the number U_qj, which is 0 if the target does not move, and
 * otherwise lies in [{@link #MIN_NUMBER}, 1). Row i of the query is the sum of the numbers of all
 * targets that are neighbors of target i, with an error of at most τ_qi. The rest of a row is what
 * remains after the numbers of known neighbors have been subtracted. A row is solved if exactly one
 * set of the undecided targets that moved adds up to its rest, if this set also fits every other
 * query in which no other undecided targets moved, and if a coincidence is unlikely. When a row is
 * solved, the number of its target is subtracted from the rows of the neighbors that were found.
 * Sets of k targets are found by a meet-in-the-middle search: sums of ⌈k/2⌉ targets are kept in
 * buckets, in which the complement of each sum of ⌊k/2⌋ targets is looked up.
 */
final class SubsetSums {

  /**
   * The smallest number of a target that moves. A sum of k numbers then lies in [3k/4, k), which
   * bounds k at a cost of two bits.
   */
  static final double MIN_NUMBER = 0.75;

  /** The maximum number of targets in a set that is searched for; seven would need sums of four. */
  private static final int MAX_TERMS = 6;

  /** The maximum number of sums in buckets, which take 36 MB. */
  private static final int MAX_SUMS = 1_500_000;

  /**
   * The maximum expected number of pairs of halves that agree with one row and are checked against
   * others.
   */
  private static final double MAX_COMPARED = 1e6;

  /** The largest error at which a row can be read: an eighth of the smallest number. */
  private static final double READABLE = MIN_NUMBER / 8;

  /** The maximum probability of a coincidence at which a row counts as solved. */
  static final double CHANCE = 1e-4;

  /**
   * The sums that a query showed.
   *
   * @param numbers U_q, 0 for targets that do not move
   * @param whole the rows as they were read
   * @param rest the rest of each row after known neighbors have been subtracted
   * @param error τ_q, infinite for rows that cannot be read
   * @param tried an encoding of the terms, edges and undecided pairs of the last failed attempt at
   *     each row
   */
  @SuppressWarnings("ArrayRecordComponent") // The arrays do not leave this package.
  private record Sums(
      double[] numbers, double[] whole, double[] rest, double[] error, long[] tried) {

    boolean reads(int row) {
      return error[row] <= READABLE;
    }
  }

  private final int m;
  private final boolean[][] decided;
  private final boolean[][] edge;
  private final List<Sums> queries = new ArrayList<>();

  /** The number of undecided pairs of each target. */
  private final int[] undecided;

  /** The number of edges of each target. */
  private final int[] known;

  SubsetSums(int targets) {
    m = targets;
    decided = new boolean[m][m];
    edge = new boolean[m][m];
    undecided = new int[m];
    known = new int[m];
    for (int i = 0; i < m; i++) {
      decided[i][i] = true;
      undecided[i] = m - 1;
    }
  }

  /**
   * Adds the sums that a query showed.
   *
   * @param numbers U_q
   * @param sums the sum of each row
   * @param error τ_q
   */
  void add(double[] numbers, double[] sums, double[] error) {
    double[] rest = sums.clone();
    for (int i = 0; i < m; i++) {
      for (int j = 0; j < m; j++) {
        if (edge[i][j]) {
          rest[i] -= numbers[j];
        }
      }
    }
    queries.add(new Sums(numbers, sums, rest, error, new long[m]));
    // The new query may confirm sets that could not be confirmed before.
    queries.forEach(query -> Arrays.fill(query.tried, 0));
  }

  /** Returns the same queries with errors larger by a factor, and with no pair decided. */
  SubsetSums withErrors(double factor) {
    SubsetSums wider = new SubsetSums(m);
    for (Sums sums : queries) {
      double[] error = sums.error.clone();
      for (int i = 0; i < m; i++) {
        error[i] *= factor;
      }
      wider.add(sums.numbers, sums.whole, error);
    }
    return wider;
  }

  /** {@return whether all pairs of a target are decided} */
  boolean isDecided(int row) {
    return undecided[row] == 0;
  }

  boolean isDecided(int i, int j) {
    return decided[i][j];
  }

  boolean isEdge(int i, int j) {
    return edge[i][j];
  }

  /**
   * {@return the approximate number of undecided neighbors of a row, from the first query that
   * reads it}
   */
  double undecidedNeighbors(int row) {
    for (Sums sums : queries) {
      if (sums.reads(row)) {
        return Math.max(0, sums.rest[row]) * 2 / (1 + MIN_NUMBER);
      }
    }
    return 0;
  }

  /**
   * Returns the rows that contradict a query: if all targets that move are decided for a row, the
   * numbers of its known neighbors must add up to it.
   */
  List<Integer> contradictions() {
    List<Integer> wrong = new ArrayList<>();
    for (int i = 0; i < m; i++) {
      int row = i;
      boolean contradicts =
          queries.stream()
              .anyMatch(
                  sums ->
                      sums.reads(row)
                          && isCovered(sums, row)
                          && Math.abs(sums.rest[row]) > sums.error[row]);
      if (contradicts) {
        wrong.add(i);
      }
    }
    return wrong;
  }

  /**
   * {@return the share of squared sums that edges do not explain, over rows whose pairs are all
   * decided; if there are no edges, relative to the smallest square that an edge would add}
   */
  double loss() {
    double left = 0;
    double all = 0;
    for (Sums sums : queries) {
      for (int i = 0; i < m; i++) {
        if (sums.reads(i) && undecided[i] == 0) {
          left += sums.rest[i] * sums.rest[i];
          all += sums.whole[i] * sums.whole[i];
        }
      }
    }
    return left / Math.max(all, MIN_NUMBER * MIN_NUMBER);
  }

  private boolean isCovered(Sums sums, int row) {
    for (int j = 0; j < m; j++) {
      if (sums.numbers[j] != 0 && !decided[row][j]) {
        return false;
      }
    }
    return true;
  }

  /**
   * Solves rows, starting with those that have few undecided neighbors, until no more rows can be
   * solved.
   */
  void solve() {
    int terms = 0;
    while (terms <= MAX_TERMS) {
      boolean progress = false;
      for (int i = 0; i < m; i++) {
        for (int q = 0; q < queries.size(); q++) {
          progress |= solve(i, q, terms);
        }
      }
      // A solved row makes other rows cheaper to solve, so start again with the cheapest.
      terms = progress ? 0 : terms + 1;
    }
  }

  /**
   * Solves a row of a query if at most {@code terms} of its neighbors are undecided. Returns
   * whether it was solved.
   */
  private boolean solve(int row, int q, int terms) {
    Sums sums = queries.get(q);
    if (!sums.reads(row)) {
      return false;
    }
    double rest = sums.rest[row];
    double error = sums.error[row];
    int least = Math.max(0, (int) Math.ceil(rest - error));
    int most = (int) Math.floor((rest + error) / MIN_NUMBER);
    if (most > terms || least > most) {
      return false;
    }
    // Another attempt is worthwhile once another edge is known or another sixteenth of the
    // candidates is excluded.
    long left = undecided[row] / (m / 16 + 1);
    long attempt = ((long) known[row] * m + left) * (MAX_TERMS + 1) + terms + 1;
    if (undecided[row] == 0 || sums.tried[row] == attempt) {
      return false;
    }
    sums.tried[row] = attempt;
    int[] candidates = new int[m];
    int count = 0;
    for (int j = 0; j < m; j++) {
      if (sums.numbers[j] != 0 && !decided[row][j]) {
        candidates[count++] = j;
      }
    }
    if (count == 0) {
      return false;
    }
    candidates = Arrays.copyOf(candidates, count);
    int[] checks = checks(row, q, candidates);
    if (expectedByChance(row, q, checks, count, least, most) > CHANCE) {
      return false;
    }
    if (most == 0) {
      settle(row, candidates, new int[0]);
      return true;
    }
    Search search = new Search(row, q, checks, candidates);
    for (int k = Math.max(1, least); k <= most && !search.ambiguous; k++) {
      if (k <= count && !search.ofSize(k)) {
        return false;
      }
    }
    if (search.ambiguous || search.found.length == 0) {
      return false;
    }
    settle(row, candidates, search.found);
    return true;
  }

  /** Returns the other queries that read the row and move no undecided target except candidates. */
  private int[] checks(int row, int q, int[] candidates) {
    boolean[] among = new boolean[m];
    for (int j : candidates) {
      among[j] = true;
    }
    int[] checks = new int[queries.size()];
    int count = 0;
    for (int other = 0; other < queries.size(); other++) {
      Sums sums = queries.get(other);
      boolean usable = other != q && sums.reads(row);
      for (int j = 0; usable && j < m; j++) {
        usable = sums.numbers[j] == 0 || decided[row][j] || among[j];
      }
      if (usable) {
        checks[count++] = other;
      }
    }
    return Arrays.copyOf(checks, count);
  }

  /** Returns how many wrong sets of candidates are expected to agree with all queries. */
  private double expectedByChance(
      int row, int q, int[] checks, int candidates, int least, int most) {
    double expected = 0;
    for (int k = Math.max(1, least); k <= most; k++) {
      double sets = 1;
      for (int i = 0; i < k; i++) {
        sets *= (candidates - i) / (i + 1.0);
      }
      double agrees = Math.min(1, SumBuckets.density(k) * queries.get(q).error[row]);
      for (int check : checks) {
        agrees *= Math.min(1, SumBuckets.density(k) * queries.get(check).error[row]);
      }
      expected += sets * agrees;
    }
    return expected;
  }

  private void settle(int row, int[] candidates, int[] neighbors) {
    for (int j : candidates) {
      decided[row][j] = true;
      decided[j][row] = true;
      undecided[row]--;
      undecided[j]--;
    }
    for (int j : neighbors) {
      edge[row][j] = true;
      edge[j][row] = true;
      known[row]++;
      known[j]++;
      for (Sums sums : queries) {
        sums.rest[row] -= sums.numbers[j];
        sums.rest[j] -= sums.numbers[row];
      }
    }
  }

  /** The search for sets of candidates that agree with a row. */
  private final class Search {

    private final int row;
    private final int[] candidates;
    private final int[] checks;
    private final double[] values;
    private final double rest;
    private final double error;

    /** The only set found so far, ascending; empty if there is none. */
    int[] found = new int[0];

    boolean ambiguous;

    Search(int row, int q, int[] checks, int[] candidates) {
      this.row = row;
      this.candidates = candidates;
      this.checks = checks;
      Sums sums = queries.get(q);
      rest = sums.rest[row];
      error = sums.error[row];
      values = new double[candidates.length];
      for (int c = 0; c < values.length; c++) {
        values[c] = sums.numbers[candidates[c]];
      }
    }

    /** Searches for sets of k candidates; returns false if there are too many to search. */
    boolean ofSize(int k) {
      int left = (k + 1) / 2;
      if (left == 1 && k == 1) {
        for (int c = 0; c < values.length; c++) {
          if (Math.abs(rest - values[c]) <= error) {
            take(new int[] {c});
          }
        }
        return true;
      }
      long sets = SumBuckets.count(values.length, left);
      double compared =
          SumBuckets.density(k) * error * sets * SumBuckets.count(values.length, k - left);
      if (sets > MAX_SUMS || compared > MAX_COMPARED) {
        return false;
      }
      SumBuckets buckets = new SumBuckets(values, left, (int) sets, error);
      int[] set = new int[k];
      forSets(k - left, 0, 0, set, left, buckets);
      return true;
    }

    /** Enumerates the right halves, and looks up the left halves that complete each. */
    private void forSets(int missing, int from, double sum, int[] set, int at, SumBuckets buckets) {
      if (ambiguous) {
        return;
      }
      if (missing == 0) {
        buckets.lookUp(
            rest - sum,
            error,
            set,
            () -> {
              take(set);
              return !ambiguous;
            });
        return;
      }
      for (int c = from; c <= values.length - missing; c++) {
        set[at + missing - 1] = c;
        forSets(missing - 1, c + 1, sum + values[c], set, at, buckets);
      }
    }

    /** Returns whether a set of indices of candidates agrees with the other queries. */
    private boolean agrees(int[] set) {
      for (int check : checks) {
        Sums sums = queries.get(check);
        double left = sums.rest[row];
        for (int c : set) {
          left -= sums.numbers[candidates[c]];
        }
        if (!(Math.abs(left) <= sums.error[row])) {
          return false;
        }
      }
      return true;
    }

    /**
     * Accepts a set of indices of candidates with a matching sum if the other queries also agree.
     */
    void take(int[] set) {
      int[] sorted = set.clone();
      Arrays.sort(sorted);
      for (int c = 1; c < sorted.length; c++) {
        if (sorted[c] == sorted[c - 1]) {
          return;
        }
      }
      if (!agrees(sorted)) {
        return;
      }
      for (int c = 0; c < sorted.length; c++) {
        sorted[c] = candidates[sorted[c]];
      }
      if (found.length > 0 && !Arrays.equals(found, sorted)) {
        ambiguous = true;
      }
      found = sorted;
    }
  }
}
