package io.linkteller.dp.session;

import io.linkteller.file.Sha256;
import io.linkteller.graph.Graph;
import io.linkteller.privacy.ChargedGuarantee;
import io.linkteller.privacy.NeighboringGraphs;
import io.linkteller.privacy.PrivacyGuarantee;
import io.linkteller.privacy.PrivacyGuarantee.NoiseSource;
import io.linkteller.privacy.ledger.LedgerEntry;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Keeps the privacy budget of all graphs of one owner and refuses releases that would exceed it.
 * Everything that a {@link PrivateSession} releases is charged: perturbed graphs, noisy sums,
 * trained models and answers.
 *
 * <p>The owner's edges are divided into named <em>parts</em>: for inductive training, the graph on
 * which the model was trained and the graph that is served; for transductive training, a single
 * graph.
 *
 * <ul>
 *   <li><b>Sequential composition</b> applies by default, within a part and across parts: releases
 *       at ε and at ε' spend ε + ε', because an edge may be in both graphs. The names of the parts
 *       and the numbers of their nodes and edges do not change this.
 *   <li><b>Parallel composition</b> (Lemma 1) applies to parts that share at most one node, so that
 *       no pair of nodes is in both, and whose nodes were identified before their first release
 *       ({@link PrivateSession.Builder#nodes}). In that case, only the largest ε counts.
 *       Identifiers must be stable, as account numbers are: a node must have the same identifier in
 *       every part. The ledger stores keyed hashes of identifiers and refuses a part that shares
 *       more nodes with another part than declared. The set of nodes in a part must not be secret
 *       and must not depend on the edges.
 *   <li><b>Reuse is free</b> (Theorems 2 and 3): anything computed from a release alone is
 *       post-processing.
 * </ul>
 *
 * <p>Totals are for {@link NeighboringGraphs#ONE_EDGE}. A guarantee for several edges or for all
 * edges of a node also holds for one edge and is charged with the same ε; its {@link Entry} records
 * the claimed relation of neighboring graphs.
 *
 * <p>Every ε is added as the decimal number that was typed, so three releases at 0.1 spend 0.3. A
 * double differs from this number by at most one part in 2^53; {@link PrivateSession#guarantee}
 * includes that difference, but the budget does not. Totals are rounded up when they are reported.
 * A ledger is in memory or in a file ({@link Builder#file}), which several processes may use at the
 * same time and which contains no edges or identifiers. A charge is on the disk before the
 * mechanism runs; a mechanism that was started is charged even if it refuses, fails or is killed.
 * Mutable and thread-safe.
 */
public final class PrivacyLedger {

  /**
   * A charge.
   *
   * @param part the part's name
   * @param guarantee the claimed guarantee: ε, δ and the relation of neighboring graphs
   * @param time when it was charged, to the second
   * @param released the SHA-256 of the graph that was released, in hexadecimal; empty if something
   *     else was released, or the mechanism refused, failed, or has not finished
   */
  public record Entry(
      String part, PrivacyGuarantee guarantee, Instant time, Optional<String> released) {}

  private static final String FORMAT_NAME = "linkteller-ledger-";
  private static final String FORMAT = FORMAT_NAME + 2;

  /** The longest double has 309 digits before the point or 1074 after it. */
  private static final Pattern DECIMAL = Pattern.compile("[0-9]{1,309}(\\.[0-9]{1,1074})?");

  private static final String SPEND = "spend";
  private static final String NODES = "nodes";
  private static final String RELEASE = "release";
  private static final String NODE = "node";

  /** The index of the field that distinguishes a charge from all others. */
  private static final int CODE = 8;

  private final BigDecimal budget;
  private final BigDecimal deltaBudget;
  private final boolean acceptsSeeds;
  private final LedgerKey key;
  private final Optional<LedgerFile> file;
  private final Map<String, Part> parts = new LinkedHashMap<>();
  private final List<Entry> entries = new ArrayList<>();

  /** A random code for each entry, because copies of a file may be continued differently. */
  private final List<String> codes = new ArrayList<>();

  private boolean headed;

  /** The facts known about a part. */
  private static final class Part {
    private Optional<NodePrints> nodes = Optional.empty();
    private BigDecimal epsilon = BigDecimal.ZERO;
    private BigDecimal delta = BigDecimal.ZERO;

    void spend(BigDecimal moreEpsilon, BigDecimal moreDelta) {
      epsilon = epsilon.add(moreEpsilon);
      delta = delta.add(moreDelta);
    }

    /** Returns whether it is known that no pair of nodes is in both parts. */
    boolean isApartFrom(Part other) {
      return nodes.isPresent()
          && other.nodes.isPresent()
          && nodes.get().common(other.nodes.get()) <= 1;
    }
  }

  private PrivacyLedger(Builder builder) {
    if (builder.knownHead.isPresent() && builder.file.isEmpty()) {
      throw new IllegalArgumentException("a ledger in memory has no head");
    }
    this.budget = typed(builder.epsilon);
    this.deltaBudget = typed(builder.delta);
    this.acceptsSeeds = builder.acceptsSeeds;
    this.key = builder.key.orElseGet(() -> LedgerKey.of(LedgerKey.random()));
    this.file = builder.file.map(path -> new LedgerFile(builder.disk, path, key, this::accept));
    this.headed = file.isEmpty();
    locked(
        access -> {
          // Checked before anything is written, so that a file whose last lines are gone is not
          // changed.
          builder.knownHead.ifPresent(head -> file.ifPresent(existing -> existing.require(head)));
          if (!headed) {
            access.append(header());
          }
          return headed;
        });
  }

  /**
   * Returns a builder for a ledger.
   *
   * @param epsilon the total budget ε, positive and finite
   * @return a builder
   * @throws IllegalArgumentException if ε is not positive or not finite
   */
  public static Builder builder(double epsilon) {
    return new Builder(PrivacyGuarantee.checkedEpsilon(epsilon));
  }

  /** Collects the settings of a ledger. */
  public static final class Builder {

    private final double epsilon;
    private double delta;
    private boolean acceptsSeeds;
    private Optional<Path> file = Optional.empty();
    private Optional<LedgerKey> key = Optional.empty();
    private LedgerFile.Disk disk = LedgerFile.Disk.LOCAL;
    private Optional<String> knownHead = Optional.empty();

    private Builder(double epsilon) {
      this.epsilon = epsilon;
    }

    /**
     * Sets the budget for δ, which is 0 by default. The values of ε and of δ add up separately.
     *
     * @param delta in [0, 1)
     * @return this builder
     * @throws IllegalArgumentException if {@code delta} is outside [0, 1)
     */
    public Builder delta(double delta) {
      if (!(delta >= 0 && delta < 1)) {
        throw new IllegalArgumentException("delta = " + delta + " is outside [0, 1)");
      }
      this.delta = delta;
      return this;
    }

    /**
     * Keeps the ledger in a file, which is continued if it exists and is otherwise created,
     * readable only by its owner. The head of the ledger is noted in {@code NAME.head} beside the
     * key, where NAME is the name of the key's file, and compared when the ledger is opened. This
     * reveals whether lines or the whole ledger were removed.
     *
     * @param file the file, in an existing directory
     * @param keyFile the file of the key, at least 32 bytes, written for a new ledger. Anyone who
     *     has it can forge the ledger, so keep it where those who can change the ledger can neither
     *     read nor write
     * @return this builder
     */
    public Builder file(Path file, Path keyFile) {
      this.file = Optional.of(file);
      this.key = Optional.of(LedgerKey.in(keyFile));
      return this;
    }

    /** Keeps the ledger in a file, with a key that is not in a file. */
    Builder file(Path file, byte[] key) {
      this.file = Optional.of(file);
      this.key = Optional.of(LedgerKey.of(key));
      return this;
    }

    /** Replaces the disk, for tests. */
    Builder disk(LedgerFile.Disk disk) {
      this.disk = disk;
      return this;
    }

    /**
     * Requires that the file still contains everything up to a head that was noted elsewhere, in
     * addition to the one beside the key. This does not detect copies of the file that were
     * continued separately.
     *
     * @param head a value of {@link PrivacyLedger#head}
     * @return this builder
     */
    public Builder knownHead(String head) {
      this.knownHead = Optional.of(head);
      return this;
    }

    /**
     * Accepts noise with random bits from a seed, which is otherwise refused. Such a ledger is for
     * experiments: it adds up charges but guarantees nothing.
     *
     * @return this builder
     */
    public Builder forExperiments() {
      this.acceptsSeeds = true;
      return this;
    }

    /**
     * Opens the ledger.
     *
     * @return the ledger, with the spending that its file records
     * @throws LedgerTamperedException if the file was changed, removed or cut off, or was written
     *     under another key
     * @throws IllegalArgumentException if the file has another budget, its key is missing or too
     *     short, a line needs too much memory, or a known head was given for a ledger without a
     *     file
     * @throws UncheckedIOException if a file cannot be used
     */
    public PrivacyLedger build() {
      return new PrivacyLedger(this);
    }
  }

  /**
   * Opens a part for a session.
   *
   * @param identifiers the identifiers of its nodes; empty if they are not known
   * @param shared the number of nodes that it may share with each other identified part
   */
  synchronized void open(String part, Optional<List<String>> identifiers, int shared) {
    NodePrints.bytesOf(part);
    locked(
        access -> {
          Optional<NodePrints> known = partOf(part).nodes;
          if (identifiers.isEmpty()) {
            requireUnidentified(part);
          } else if (known.isPresent() || !parts.containsKey(part)) {
            // Releases with unidentified nodes remain charged to every part.
            NodePrints given = NodePrints.of(identifiers.get(), key.derived("nodes"));
            NodePrints all = known.map(given::union).orElse(given);
            requireDeclared(part, all, shared);
            if (!known.map(NodePrints::encoded).equals(Optional.of(all.encoded()))) {
              access.append(List.of(NODES, part, all.encoded()));
            }
          }
          return known;
        });
  }

  /**
   * Refuses unidentified nodes in a part whose nodes were identified before: they must not count as
   * separate from those of other parts.
   */
  private void requireUnidentified(String part) {
    if (partOf(part).nodes.isPresent()) {
      throw new IllegalArgumentException(
          "the nodes of part \"" + part + "\" were identified before; identify them again");
    }
  }

  private void requireDeclared(String part, NodePrints nodes, int shared) {
    parts.forEach(
        (name, other) -> {
          int common = other.nodes.map(nodes::common).orElse(0);
          if (!name.equals(part) && common > shared) {
            throw new IllegalArgumentException(
                "part \"%s\" shares %s nodes with part \"%s\", more than the %s that were declared"
                    .formatted(part, common, name, shared));
          }
        });
  }

  /**
   * Charges a part before a release.
   *
   * @throws PrivacyBudgetExceededException if the budget does not cover the claim; nothing is
   *     charged
   * @throws IllegalArgumentException if the claim is seeded and this ledger is not for experiments,
   *     or the nodes of the part were identified before, but not by this session
   */
  synchronized LedgerEntry charge(String part, boolean isIdentified, PrivacyGuarantee claim) {
    if (claim.isSeeded() && !acceptsSeeds) {
      throw new IllegalArgumentException(
          claim.mechanism()
              + " takes its random bits from a seed, which gives no protection; only a ledger built"
              + " with forExperiments() accepts it");
    }
    return locked(
        access -> {
          if (!isIdentified) {
            requireUnidentified(part);
          }
          requireCovered(part, claim);
          List<String> line = spendLine(part, claim);
          access.append(line);
          return entry(codes.lastIndexOf(line.get(CODE)));
        });
  }

  private void requireCovered(String part, PrivacyGuarantee claim) {
    Part before = spending(part);
    BigDecimal epsilon = before.epsilon.add(typed(claim.epsilon()));
    BigDecimal delta = before.delta.add(typed(claim.delta()));
    requireWithin(budget, part, "epsilon = " + claim.epsilon(), before.epsilon, epsilon);
    requireWithin(deltaBudget, part, "delta = " + claim.delta(), before.delta, delta);
  }

  private static void requireWithin(
      BigDecimal most, String part, String claim, BigDecimal before, BigDecimal after) {
    if (after.compareTo(most) > 0) {
      throw new PrivacyBudgetExceededException(
          "releasing \"%s\" at %s would raise its spending from %s to %s, above the budget of %s"
              .formatted(part, claim, roundedUp(before), roundedUp(after), most.doubleValue()));
    }
  }

  /** Records which graph a charge has released. */
  synchronized void recordRelease(int entry, Graph graph) {
    append(List.of(RELEASE, Integer.toString(entry), codeOf(graph)));
  }

  private void append(List<String> line) {
    locked(
        access -> {
          access.append(line);
          return line;
        });
  }

  /** Returns the guarantee of all charges to a part and to all parts that may overlap it. */
  synchronized Optional<ChargedGuarantee> guaranteeOf(String part) {
    List<ChargedGuarantee> charges =
        locked(
            access -> {
              Set<String> overlapping = reached(part);
              return IntStream.range(0, entries.size())
                  .filter(i -> overlapping.contains(entries.get(i).part))
                  .mapToObj(i -> new ChargedGuarantee(entry(i), entries.get(i).guarantee))
                  .toList();
            });
    return charges.isEmpty() ? Optional.empty() : Optional.of(ChargedGuarantee.together(charges));
  }

  private LedgerEntry entry(int number) {
    String name = entries.get(number).part;
    Part part = partOf(name);
    Set<String> apart =
        parts.entrySet().stream()
            .filter(other -> !other.getKey().equals(name) && part.isApartFrom(other.getValue()))
            .map(Map.Entry::getKey)
            .collect(Collectors.toSet());
    return new LedgerEntry(
        HexFormat.of().formatHex(key.derived("identity")), number, codes.get(number), name, apart);
  }

  private Part partOf(String name) {
    return parts.getOrDefault(name, new Part());
  }

  /** Returns a part and the parts that may overlap it, directly or through others. */
  private Set<String> reached(String part) {
    Set<String> reached = new TreeSet<>(Set.of(part));
    List<String> open = new ArrayList<>(List.of(part));
    while (!open.isEmpty()) {
      Part from = partOf(open.remove(open.size() - 1));
      parts.forEach(
          (name, other) -> {
            if (!reached.contains(name) && !from.isApartFrom(other)) {
              reached.add(name);
              open.add(name);
            }
          });
    }
    return reached;
  }

  /** Returns the joint spending of a part and the parts that may overlap it. */
  private Part spending(String part) {
    Part sum = new Part();
    reached(part).stream().map(this::partOf).forEach(p -> sum.spend(p.epsilon, p.delta));
    return sum;
  }

  /** Runs an action on the locked ledger. A ledger in memory accepts lines without writing them. */
  private <T> T locked(LedgerFile.Action<T> action) {
    try {
      return file.isPresent() ? file.get().locked(action) : action.on(this::accept);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private List<String> header() {
    return List.of(FORMAT, budget.toPlainString(), deltaBudget.toPlainString());
  }

  private static List<String> spendLine(String part, PrivacyGuarantee claim) {
    return List.of(
        SPEND,
        Instant.now().truncatedTo(ChronoUnit.SECONDS).toString(),
        part,
        claim.mechanism(),
        typed(claim.epsilon()).toPlainString(),
        typed(claim.delta()).toPlainString(),
        claim.noise().name(),
        claim.neighbors() instanceof NeighboringGraphs.EdgesApart apart
            ? Integer.toString(apart.count())
            : NODE,
        UUID.randomUUID().toString());
  }

  private void accept(List<String> line) {
    if (!headed) {
      acceptHeader(line);
      return;
    }
    try {
      switch (line.get(0)) {
        case SPEND -> acceptCharge(line);
        case NODES -> {
          Part part = parts.computeIfAbsent(line.get(1), name -> new Part());
          part.nodes = Optional.of(NodePrints.decoded(line.get(2)));
        }
        case RELEASE -> acceptRelease(line);
        default -> throw new MalformedLineException("not a charge, a release or a list of nodes");
      }
    } catch (IndexOutOfBoundsException | IllegalArgumentException | DateTimeException e) {
      throw new MalformedLineException(e);
    }
  }

  private void acceptHeader(List<String> line) {
    String format = line.get(0);
    if (format.startsWith(FORMAT_NAME) && !format.equals(FORMAT)) {
      throw new IllegalArgumentException(
          "the ledger has the format %s, but this version of the library reads %s; continue it"
                  .formatted(MalformedLineException.shortened(format), FORMAT)
              + " with the version that wrote it");
    }
    if (line.size() < 3
        || !format.equals(FORMAT)
        || decimal(line.get(1)).compareTo(budget) != 0
        || decimal(line.get(2)).compareTo(deltaBudget) != 0) {
      throw new IllegalArgumentException(
          "the ledger file begins with %s, but with these settings it would begin with %s"
              .formatted(MalformedLineException.shortened(line.toString()), header()));
    }
    headed = true;
  }

  private void acceptRelease(List<String> line) {
    int charge = Integer.parseInt(line.get(1));
    Entry entry = entries.get(charge);
    entries.set(
        charge, new Entry(entry.part, entry.guarantee, entry.time, Optional.of(line.get(2))));
  }

  private void acceptCharge(List<String> line) {
    BigDecimal epsilon = decimal(line.get(4));
    BigDecimal delta = decimal(line.get(5));
    Entry entry =
        new Entry(
            line.get(2),
            new PrivacyGuarantee(
                line.get(3),
                epsilon.doubleValue(),
                delta.doubleValue(),
                line.get(7).equals(NODE)
                    ? NeighboringGraphs.ONE_NODE
                    : NeighboringGraphs.edges(Integer.parseInt(line.get(7))),
                NoiseSource.valueOf(line.get(6))),
            Instant.parse(line.get(1)),
            Optional.empty());
    Part part = parts.computeIfAbsent(entry.part, name -> new Part());
    part.spend(epsilon, delta);
    entries.add(entry);
    codes.add(line.size() > CODE ? line.get(CODE) : "");
  }

  /**
   * Reads a decimal number as the shortest decimal of the nearest double; older ledgers contain the
   * exact decimals of doubles. Exponents are refused, because sums could then have any length.
   */
  private static BigDecimal decimal(String text) {
    if (!DECIMAL.matcher(text).matches()) {
      throw new MalformedLineException(
          "\"" + MalformedLineException.shortened(text) + "\" is not a decimal number");
    }
    return typed(new BigDecimal(text).doubleValue());
  }

  /**
   * Returns the code under which a ledger records the release of a graph ({@link Entry#released}),
   * which identifies the charge of a released graph.
   *
   * @param graph the released graph
   * @return the SHA-256 of the number of nodes and the edges in ascending order, in hexadecimal; -1
   *     comes before arcs, and -2 before the edges of each relation
   */
  public static String codeOf(Graph graph) {
    MessageDigest digest = Sha256.begin();
    ByteBuffer bytes = ByteBuffer.allocate(1 << 13);
    bytes.putLong(graph.nodeCount());
    Graph.EdgeConsumer add =
        (u, v) -> {
          if (bytes.remaining() < 2 * Integer.BYTES) {
            digest.update(bytes.flip());
            bytes.clear();
          }
          bytes.putInt(u).putInt(v);
        };
    if (graph.isDirected()) {
      add.accept(-1, 0);
    }
    for (Graph relation : graph.relations()) {
      add.accept(-2, 0);
      relation.forEachEdge(add);
    }
    if (graph.relations().isEmpty()) {
      graph.forEachEdge(add);
    }
    digest.update(bytes.flip());
    return HexFormat.of().formatHex(digest.digest());
  }

  /**
   * Returns the total spending: the largest joint spending of a part and the parts that may overlap
   * it.
   *
   * @return ε, rounded up; 0 before the first release
   */
  public synchronized double spent() {
    return locked(
        access ->
            roundedUp(
                parts.keySet().stream()
                    .map(part -> spending(part).epsilon)
                    .reduce(BigDecimal.ZERO, BigDecimal::max)));
  }

  /**
   * Returns the spending of a part: the sum over its releases and those of the parts that may
   * overlap it.
   *
   * @param part the part's name
   * @return ε, rounded up
   */
  public synchronized double spent(String part) {
    return locked(access -> roundedUp(spending(part).epsilon));
  }

  /**
   * Returns the remaining budget of a part. A release at exactly this ε is within the budget.
   *
   * @param part the part's name
   * @return ε, rounded down, at least 0
   */
  public synchronized double remaining(String part) {
    return locked(
        access -> roundedDown(budget.subtract(spending(part).epsilon).max(BigDecimal.ZERO)));
  }

  /**
   * Returns all charges, including those by other processes that use the file.
   *
   * @return the entries in order, unmodifiable
   */
  public synchronized List<Entry> entries() {
    return locked(access -> List.copyOf(entries));
  }

  /**
   * Returns a code of the whole file. Stored elsewhere, it later proves that no lines were removed
   * ({@link Builder#knownHead}), even if the directory of the key was changed as well.
   *
   * @return 64 hexadecimal digits
   * @throws IllegalStateException if this ledger has no file
   */
  public synchronized String head() {
    LedgerFile durable =
        file.orElseThrow(() -> new IllegalStateException("a ledger in memory has no head"));
    return locked(access -> durable.head());
  }

  /** Returns the decimal number that was typed: the shortest one to which the double is nearest. */
  private static BigDecimal typed(double value) {
    return BigDecimal.valueOf(value).stripTrailingZeros();
  }

  /** Returns the largest double whose printed form is not above a number. */
  private static double roundedDown(BigDecimal exact) {
    double rounded = exact.doubleValue();
    return typed(rounded).compareTo(exact) > 0 ? Math.nextDown(rounded) : rounded;
  }

  /** Returns the smallest double whose printed form is not below a number. */
  private static double roundedUp(BigDecimal exact) {
    double rounded = exact.doubleValue();
    return rounded < Double.POSITIVE_INFINITY && typed(rounded).compareTo(exact) < 0
        ? Math.nextUp(rounded)
        : rounded;
  }

  @Override
  public String toString() {
    return "PrivacyLedger[budget = " + budget.doubleValue() + ", spent = " + spent() + "]";
  }
}
