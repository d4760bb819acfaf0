package io.linkteller.dp.ledger;

import io.linkteller.dp.GraphMechanism;
import io.linkteller.file.RandomAccess;
import io.linkteller.graph.Graph;
import io.linkteller.privacy.GraphPerturber;
import io.linkteller.privacy.NeighboringGraphs;
import io.linkteller.privacy.PerturbedGraph;
import io.linkteller.privacy.PrivacyGuarantee;
import io.linkteller.privacy.PrivacyGuarantee.NoiseSource;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Keeps the privacy budget of all graphs of one owner and refuses to exceed it.
 *
 * <p>The owner's edges come in <em>parts</em>, each under a name: for inductive training, the graph
 * that was trained on and the graph that is served; for transductive training, one graph.
 *
 * <ul>
 *   <li><b>Within a part, sequential composition</b>: perturbing a graph at ε and again at ε'
 *       spends ε + ε', for an edge of it is in both results. So does a graph that has changed in
 *       between.
 *   <li><b>Across parts, parallel composition</b> (Lemma 1): no edge is in two parts, so a change
 *       of one edge changes the results of one part only, and the whole spends the largest ε of a
 *       part.
 *   <li><b>Reuse is free</b> (Theorems 2 and 3): whatever is computed from a perturbed graph alone
 *       is post-processing: training, serving the same graph as in transductive inference, and
 *       {@link #released} any number of times.
 * </ul>
 *
 * <p>Names alone do not make parts disjoint. The ledger compares keyed prints of their edges, and
 * parts that overlap are charged as one; {@link Builder#onOverlap} tells. Where parts number their
 * nodes differently, pairs of numbers coincide by chance, so there an overlap is a tenth of the
 * smaller part's edges or more. Where all parts are on the same numbered nodes ({@link
 * Builder#sharedNodes}), it is a single edge. The bound of parallel composition also rests on which
 * part a pair of nodes belongs to being no secret (split by nodes or by origin, never by a look at
 * the edges) and on independent random bits, which is why seeded mechanisms are refused.
 *
 * <p>Sums are for {@link NeighboringGraphs#ONE_EDGE}. A guarantee for several edges or for all
 * edges of a node holds for one of them as well and is charged with the same ε; its {@link Entry}
 * keeps its relation.
 *
 * <p>Every ε is added as exactly the number that its double is: three times 0.1 is a little more
 * than 0.3. Sums are rounded up where they are reported.
 *
 * <p>A ledger lives in memory, or in a file ({@link Builder#file}) that several processes may use
 * at once. A charge is on the disk before the mechanism runs; a mechanism that was started is paid
 * for even if it refuses, fails or is killed. The file holds no edge, only keyed prints: keep the
 * key elsewhere. Mutable, safe for use by several threads.
 */
public final class PrivacyLedger {

  /**
   * A charge.
   *
   * @param part the part's name
   * @param guarantee what was promised: ε, δ and the relation of neighboring graphs
   * @param time when it was charged, to the second
   * @param released the SHA-256 of the graph that was released, in hexadecimal; empty if the
   *     mechanism refused, failed, or has not ended
   */
  public record Entry(
      String part, PrivacyGuarantee guarantee, Instant time, Optional<String> released) {}

  /**
   * Two parts that have edges in common and are charged as one from now on. The counts are not
   * private.
   *
   * @param part the part that is about to be perturbed
   * @param other another part
   * @param commonEdges the number of edges in both
   * @param smallerEdges the number of edges of the smaller one
   */
  public record Overlap(String part, String other, int commonEdges, int smallerEdges) {}

  /** Receives overlaps of parts. */
  @FunctionalInterface
  public interface OverlapListener {

    /**
     * Receives an overlap, before the part is perturbed.
     *
     * @param overlap the overlap
     */
    void overlapping(Overlap overlap);
  }

  private static final String FORMAT_NAME = "linkteller-ledger-";
  private static final String FORMAT = FORMAT_NAME + 1;
  private static final int QUOTED = 120;

  /** The longest double has 309 digits before the point or 1074 after it. */
  private static final Pattern DECIMAL = Pattern.compile("[0-9]{1,309}(\\.[0-9]{1,1074})?");

  private static final String CHARGE = "charge";
  private static final String RELEASE = "release";
  private static final String NODE = "node";
  private static final int RELATION = 8;
  private static final int KEY_BYTES = 32;

  /** Where nodes are numbered apart: a share of the smaller part that is not a coincidence. */
  private static final double SUSPICIOUS = 0.1;

  private final BigDecimal budget;
  private final BigDecimal deltaBudget;
  private final OptionalInt sharedNodes;
  private final boolean acceptsSeeds;
  private final OverlapListener listener;
  private final byte[] printKey;
  private final Optional<LedgerFile> file;
  private final Map<String, Part> parts = new LinkedHashMap<>();
  private final Map<String, List<PerturbedGraph>> released = new HashMap<>();
  private final List<Entry> entries = new ArrayList<>();
  private boolean headed;

  /** What is known of a part. */
  private static final class Part {
    private EdgePrints edges = EdgePrints.NONE;
    private BigDecimal epsilon = BigDecimal.ZERO;
    private BigDecimal delta = BigDecimal.ZERO;
  }

  /** The joint spending of overlapping parts. */
  private record Spending(BigDecimal epsilon, BigDecimal delta) {

    static final Spending NOTHING = new Spending(BigDecimal.ZERO, BigDecimal.ZERO);

    Spending plus(BigDecimal moreEpsilon, BigDecimal moreDelta) {
      return new Spending(epsilon.add(moreEpsilon), delta.add(moreDelta));
    }
  }

  private PrivacyLedger(Builder builder) {
    this.budget = exact(builder.epsilon);
    this.deltaBudget = exact(builder.delta);
    this.sharedNodes = builder.sharedNodes;
    this.acceptsSeeds = builder.acceptsSeeds;
    this.listener = builder.listener;
    byte[] key = builder.key.orElseGet(PrivacyLedger::newKey);
    this.printKey = derived(key, "edges");
    this.file =
        builder.file.map(
            path -> new LedgerFile(builder.disk, path, derived(key, "lines"), this::accept));
    this.headed = file.isEmpty();
    file.ifPresent(
        existing ->
            existing.locked(
                access -> {
                  if (!headed) {
                    access.append(header());
                  }
                  return true;
                }));
    builder.knownHead.ifPresent(head -> file.ifPresent(existing -> existing.require(head)));
  }

  /**
   * Creates a ledger in memory for parts that number their nodes separately.
   *
   * @param epsilon the budget ε of the whole, positive and finite
   * @return a ledger with nothing spent
   * @throws IllegalArgumentException if ε is not positive or not finite
   */
  public static PrivacyLedger withBudget(double epsilon) {
    return builder(epsilon).build();
  }

  /**
   * Returns a builder of a ledger.
   *
   * @param epsilon the budget ε of the whole, positive and finite
   * @return a builder
   * @throws IllegalArgumentException if ε is not positive or not finite
   */
  public static Builder builder(double epsilon) {
    return new Builder(PrivacyGuarantee.checkedEpsilon(epsilon));
  }

  /**
   * Returns a fresh key for a ledger's file, from the secure source.
   *
   * @return 32 bytes
   */
  public static byte[] newKey() {
    byte[] key = new byte[KEY_BYTES];
    new SecureRandom().nextBytes(key);
    return key;
  }

  /** Collects the settings of a ledger. */
  public static final class Builder {

    private final double epsilon;
    private double delta;
    private OptionalInt sharedNodes = OptionalInt.empty();
    private boolean acceptsSeeds;
    private OverlapListener listener = overlap -> {};
    private Optional<Path> file = Optional.empty();
    private Optional<byte[]> key = Optional.empty();
    private LedgerFile.Disk disk = RandomAccess::openWaiting;
    private Optional<String> knownHead = Optional.empty();

    private Builder(double epsilon) {
      this.epsilon = epsilon;
    }

    /**
     * Sets a budget for δ, which is 0 otherwise. Both parts of (ε, δ) are added up.
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
     * States that all parts are on the same numbered nodes, so that one common edge is an overlap.
     *
     * @param nodeCount n, the same for all parts
     * @return this builder
     * @throws IllegalArgumentException if n is negative
     */
    public Builder sharedNodes(int nodeCount) {
      if (nodeCount < 0) {
        throw new IllegalArgumentException("nodeCount = " + nodeCount + " is negative");
      }
      this.sharedNodes = OptionalInt.of(nodeCount);
      return this;
    }

    /**
     * Keeps the ledger in a file, which is continued if it exists and else created for its owner's
     * eyes only.
     *
     * @param file the file, in an existing directory
     * @param key at least 32 bytes ({@link PrivacyLedger#newKey}), the same each time; who has it
     *     can forge the ledger, so it does not belong beside the file
     * @return this builder
     * @throws IllegalArgumentException if the key is shorter than 32 bytes
     */
    public Builder file(Path file, byte[] key) {
      if (key.length < KEY_BYTES) {
        throw new IllegalArgumentException(
            "the key has " + key.length + " bytes, fewer than " + KEY_BYTES);
      }
      this.file = Optional.of(file);
      this.key = Optional.of(key.clone());
      return this;
    }

    /** Replaces the disk by one of a test. */
    Builder disk(LedgerFile.Disk disk) {
      this.disk = disk;
      return this;
    }

    /**
     * Requires that the file still holds everything up to a head that was noted elsewhere: lines
     * cut off at its end are not noticed otherwise.
     *
     * @param head a value of {@link PrivacyLedger#head}
     * @return this builder
     */
    public Builder knownHead(String head) {
      this.knownHead = Optional.of(head);
      return this;
    }

    /**
     * Sets the listener for parts that overlap.
     *
     * @param listener the listener
     * @return this builder
     */
    public Builder onOverlap(OverlapListener listener) {
      this.listener = listener;
      return this;
    }

    /**
     * Accepts mechanisms with random bits from a seed, which are refused otherwise. The ledger of
     * an experiment: it adds up, but promises nothing.
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
     * @return the ledger, with what its file says was spent
     * @throws LedgerTamperedException if the file was changed, or is under another key
     * @throws IllegalArgumentException if the file is of another budget
     * @throws UncheckedIOException if the file cannot be used
     */
    public PrivacyLedger build() {
      return new PrivacyLedger(this);
    }
  }

  /**
   * Perturbs a part, if the budget covers it. Nothing is spent when the budget does not suffice. A
   * mechanism that was started is charged even if it refuses or fails, since a refusal is an
   * output.
   *
   * @param part the part's name
   * @param graph the part
   * @param mechanism the mechanism
   * @return the perturbed part
   * @throws PrivacyBudgetExceededException if the part, with those that overlap it, would then have
   *     spent more than the budget; or if the result's guarantee is worse than the mechanism's and
   *     takes it there; such a result is charged and withheld
   * @throws IllegalArgumentException if the mechanism is seeded and this ledger is not for
   *     experiments, or the graph is not on the shared nodes
   */
  public PerturbedGraph perturb(String part, Graph graph, GraphMechanism mechanism) {
    PrivacyGuarantee promised = mechanism.guarantee();
    requireSecure(promised);
    if (sharedNodes.isPresent() && graph.nodeCount() != sharedNodes.getAsInt()) {
      throw new IllegalArgumentException(
          "part \""
              + part
              + "\" has "
              + graph.nodeCount()
              + " nodes, not "
              + sharedNodes.getAsInt());
    }
    EdgePrints edges = EdgePrints.of(graph, printKey);
    int charge = charge(part, promised, edges, true);
    PerturbedGraph perturbed = mechanism.perturb(graph);
    PrivacyGuarantee given = perturbed.guarantee();
    requireSecure(given);
    if (given.epsilon() > promised.epsilon() || given.delta() > promised.delta()) {
      charge(part, excess(given, promised), EdgePrints.NONE, false);
    }
    synchronized (this) {
      locked(access -> access.append(releaseLine(charge, perturbed.graph())));
      released.computeIfAbsent(part, name -> new ArrayList<>()).add(perturbed);
    }
    return perturbed;
  }

  private void requireSecure(PrivacyGuarantee guarantee) {
    if (guarantee.isSeeded() && !acceptsSeeds) {
      throw new IllegalArgumentException(
          guarantee.mechanism()
              + " takes its random bits from a seed, which gives no protection; a ledger accepts it"
              + " only if it was built forExperiments()");
    }
  }

  /** Returns the cost of a result beyond the charge. */
  private static PrivacyGuarantee excess(PrivacyGuarantee given, PrivacyGuarantee promised) {
    return new PrivacyGuarantee(
        given.mechanism() + ", beyond its promise",
        Math.max(
            Double.MIN_VALUE,
            roundedUp(exact(given.epsilon()).subtract(exact(promised.epsilon())))),
        Math.max(0, roundedUp(exact(given.delta()).subtract(exact(promised.delta())))),
        given.neighbors(),
        given.noise());
  }

  /** Charges a part, and returns the number of the entry. */
  private int charge(
      String part, PrivacyGuarantee guarantee, EdgePrints edges, boolean beforehand) {
    List<Overlap> overlaps = new ArrayList<>();
    int[] number = new int[1];
    try {
      synchronized (this) {
        locked(
            access -> {
              EdgePrints known = edges(part);
              Spending before = spending(part, known.union(edges), overlaps::add);
              Spending after = before.plus(exact(guarantee.epsilon()), exact(guarantee.delta()));
              boolean covered =
                  after.epsilon.compareTo(budget) <= 0 && after.delta.compareTo(deltaBudget) <= 0;
              number[0] = entries.size();
              if (covered || !beforehand) {
                access.append(chargeLine(part, guarantee, edges.without(known)));
              }
              if (!covered) {
                throw exceeded(part, guarantee, before, after);
              }
            });
      }
    } finally {
      // Not under the lock: a listener may ask this ledger.
      overlaps.forEach(listener::overlapping);
    }
    return number[0];
  }

  private EdgePrints edges(String part) {
    Part known = parts.get(part);
    return known == null ? EdgePrints.NONE : known.edges;
  }

  private PrivacyBudgetExceededException exceeded(
      String part, PrivacyGuarantee guarantee, Spending before, Spending after) {
    boolean byEpsilon = after.epsilon.compareTo(budget) > 0;
    return new PrivacyBudgetExceededException(
        "perturbing \""
            + part
            + "\" at "
            + (byEpsilon ? "epsilon = " + guarantee.epsilon() : "delta = " + guarantee.delta())
            + " would bring it from "
            + roundedUp(byEpsilon ? before.epsilon : before.delta)
            + " to "
            + roundedUp(byEpsilon ? after.epsilon : after.delta)
            + ", beyond the budget of "
            + (byEpsilon ? budget : deltaBudget).doubleValue());
  }

  /** Returns the spending of a part and those that overlap it, directly or through others. */
  private Spending spending(String part, EdgePrints edges, OverlapListener told) {
    Map<String, EdgePrints> reached = new LinkedHashMap<>();
    reached.put(part, edges);
    List<String> open = new ArrayList<>(List.of(part));
    while (!open.isEmpty()) {
      String from = open.remove(open.size() - 1);
      EdgePrints fromEdges = reached.getOrDefault(from, EdgePrints.NONE);
      parts.forEach(
          (name, other) -> {
            if (reached.containsKey(name)) {
              return;
            }
            int common = fromEdges.common(other.edges);
            int smaller = Math.min(fromEdges.size(), other.edges.size());
            if (common > 0 && (sharedNodes.isPresent() || common >= SUSPICIOUS * smaller)) {
              told.overlapping(new Overlap(from, name, common, smaller));
              reached.put(name, other.edges);
              open.add(name);
            }
          });
    }
    Spending sum = Spending.NOTHING;
    for (String name : reached.keySet()) {
      Part known = parts.get(name);
      sum = known == null ? sum : sum.plus(known.epsilon, known.delta);
    }
    return sum;
  }

  private Spending spending(String part) {
    Part known = parts.get(part);
    return known == null ? Spending.NOTHING : spending(part, known.edges, overlap -> {});
  }

  // Lines of the file. In memory, they are accepted without being written.

  /** Operations on the locked ledger. */
  @FunctionalInterface
  private interface Access {
    void append(List<String> line) throws IOException;
  }

  /** An action on the locked ledger. */
  @FunctionalInterface
  private interface Action {
    void on(Access access) throws IOException;
  }

  private void locked(Action action) {
    if (file.isPresent()) {
      file.get()
          .locked(
              access -> {
                action.on(access::append);
                return true;
              });
      return;
    }
    try {
      action.on(this::accept);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private List<String> header() {
    return List.of(
        FORMAT,
        budget.toPlainString(),
        deltaBudget.toPlainString(),
        sharedNodes.isPresent() ? Integer.toString(sharedNodes.getAsInt()) : "apart");
  }

  private static List<String> chargeLine(
      String part, PrivacyGuarantee guarantee, EdgePrints newEdges) {
    List<String> line =
        new ArrayList<>(
            List.of(
                CHARGE,
                Instant.now().truncatedTo(ChronoUnit.SECONDS).toString(),
                part,
                guarantee.mechanism(),
                exact(guarantee.epsilon()).toPlainString(),
                exact(guarantee.delta()).toPlainString(),
                guarantee.noise().name(),
                newEdges.encoded()));
    if (guarantee.neighbors() instanceof NeighboringGraphs.EdgesApart apart) {
      if (apart.count() > 1) {
        line.add(Integer.toString(apart.count()));
      }
    } else {
      line.add(NODE);
    }
    return List.copyOf(line);
  }

  /** Reads the relation of a charge, which ends its line unless it is one edge. */
  private static NeighboringGraphs neighbors(List<String> charge) {
    if (charge.size() <= RELATION) {
      return NeighboringGraphs.ONE_EDGE;
    }
    if (charge.size() > RELATION + 1) {
      throw new IllegalArgumentException(
          "a charge has " + charge.size() + " fields, more than " + (RELATION + 1));
    }
    String relation = charge.get(RELATION);
    return relation.equals(NODE)
        ? NeighboringGraphs.ONE_NODE
        : NeighboringGraphs.edges(Integer.parseInt(relation));
  }

  private static List<String> releaseLine(int charge, Graph graph) {
    return List.of(RELEASE, Integer.toString(charge), codeOf(graph));
  }

  private void accept(List<String> line) {
    if (!headed) {
      acceptHeader(line);
      return;
    }
    try {
      switch (line.get(0)) {
        case CHARGE -> acceptCharge(line);
        case RELEASE -> acceptRelease(line);
        default -> throw new MalformedLineException("neither a charge nor a release");
      }
    } catch (IndexOutOfBoundsException | IllegalArgumentException | DateTimeException e) {
      throw new MalformedLineException(e);
    }
  }

  private void acceptHeader(List<String> line) {
    String format = line.get(0);
    if (format.startsWith(FORMAT_NAME) && !format.equals(FORMAT)) {
      throw new IllegalArgumentException(
          "the ledger has the format "
              + shortened(format)
              + ", but this version of the library reads "
              + FORMAT
              + "; continue it with the version that wrote it");
    }
    if (!line.equals(header())) {
      throw new IllegalArgumentException(
          "the ledger's file begins with "
              + shortened(line.toString())
              + ", this one would with "
              + header());
    }
    headed = true;
  }

  private static String shortened(String text) {
    return text.length() <= QUOTED ? text : text.substring(0, QUOTED) + "...";
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
    EdgePrints edges = EdgePrints.decoded(line.get(7));
    Entry entry =
        new Entry(
            line.get(2),
            new PrivacyGuarantee(
                line.get(3),
                epsilon.doubleValue(),
                delta.doubleValue(),
                neighbors(line),
                NoiseSource.valueOf(line.get(6))),
            Instant.parse(line.get(1)),
            Optional.empty());
    Part part = parts.computeIfAbsent(entry.part, name -> new Part());
    part.epsilon = part.epsilon.add(epsilon);
    part.delta = part.delta.add(delta);
    part.edges = part.edges.union(edges);
    entries.add(entry);
  }

  /** Reads the exact decimal of a double. Exponents are not read: a sum could be of any length. */
  private static BigDecimal decimal(String text) {
    if (!DECIMAL.matcher(text).matches()) {
      throw new MalformedLineException("\"" + shortened(text) + "\" is not a decimal number");
    }
    return new BigDecimal(text);
  }

  /**
   * Returns the code under which a ledger records the release of a graph ({@link Entry#released}),
   * to find the charge of a graph that was released.
   *
   * @param graph the released graph
   * @return the SHA-256 of the number of nodes and the edges in ascending order, in hexadecimal
   */
  public static String codeOf(Graph graph) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      ByteBuffer bytes = ByteBuffer.allocate(1 << 13);
      bytes.putLong(graph.nodeCount());
      graph.forEachEdge(
          (u, v) -> {
            if (bytes.remaining() < 2 * Integer.BYTES) {
              digest.update(bytes.flip());
              bytes.clear();
            }
            bytes.putInt(u).putInt(v);
          });
      digest.update(bytes.flip());
      return HexFormat.of().formatHex(digest.digest());
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("this Java runtime offers no SHA-256", e);
    }
  }

  private static byte[] derived(byte[] key, String purpose) {
    try {
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(key, "HmacSHA256"));
      return mac.doFinal(purpose.getBytes(StandardCharsets.UTF_8));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("this Java runtime offers no HmacSHA256", e);
    }
  }

  /**
   * Returns a mechanism as a perturber that charges this ledger each time it is called, for a graph
   * owner to be protected by.
   *
   * @param part the part's name
   * @param mechanism the mechanism
   * @return the perturber; it throws what {@link #perturb} throws
   */
  public GraphPerturber charging(String part, GraphMechanism mechanism) {
    return graph -> perturb(part, graph, mechanism);
  }

  /**
   * Returns what has been released of a part through this object. Using it again costs nothing
   * (Theorem 3).
   *
   * @param part the part's name
   * @return the perturbed graphs in the order of their release, unmodifiable; empty for a part that
   *     was never perturbed
   */
  public synchronized List<PerturbedGraph> released(String part) {
    return List.copyOf(released.getOrDefault(part, List.of()));
  }

  /** {@return the budget ε} */
  public double budget() {
    return budget.doubleValue();
  }

  /**
   * Returns the total spending: the largest spending of a part and those that overlap it.
   *
   * @return ε, rounded up; 0 before the first perturbation
   */
  public synchronized double spent() {
    return latest(
        () ->
            roundedUp(
                parts.keySet().stream()
                    .map(part -> spending(part).epsilon)
                    .reduce(BigDecimal.ZERO, BigDecimal::max)));
  }

  /**
   * Returns the spending of a part: the sum over its perturbations and those of parts that overlap
   * it.
   *
   * @param part the part's name
   * @return ε, rounded up; 0 for a part that was never perturbed
   */
  public synchronized double spent(String part) {
    return latest(() -> roundedUp(spending(part).epsilon));
  }

  /**
   * Returns the remaining budget of a part. A perturbation at just this ε is within the budget.
   *
   * @param part the part's name
   * @return ε, rounded down, at least 0
   */
  public synchronized double remaining(String part) {
    return latest(() -> roundedDown(budget.subtract(spending(part).epsilon).max(BigDecimal.ZERO)));
  }

  /**
   * Returns all charges, by any process that uses the file.
   *
   * @return the entries in order, unmodifiable
   */
  public synchronized List<Entry> entries() {
    return latest(() -> List.copyOf(entries));
  }

  /**
   * Returns a code of the whole file. Stored elsewhere, it later proves that no lines were removed
   * ({@link Builder#knownHead}).
   *
   * @return 64 hexadecimal digits
   * @throws IllegalStateException if this ledger has no file
   */
  public synchronized String head() {
    LedgerFile durable =
        file.orElseThrow(() -> new IllegalStateException("a ledger in memory has no head"));
    return latest(durable::head);
  }

  private <T> T latest(Supplier<T> reading) {
    return file.isPresent() ? file.get().locked(access -> reading.get()) : reading.get();
  }

  private static BigDecimal exact(double value) {
    return new BigDecimal(value);
  }

  /** Returns the largest double that is not above a number. */
  private static double roundedDown(BigDecimal exact) {
    double rounded = exact.doubleValue();
    while (exact(rounded).compareTo(exact) > 0) {
      rounded = Math.nextDown(rounded);
    }
    return rounded;
  }

  /** Returns the smallest double that is not below a number. */
  private static double roundedUp(BigDecimal exact) {
    double rounded = exact.doubleValue();
    while (exact(rounded).compareTo(exact) < 0) {
      rounded = Math.nextUp(rounded);
    }
    return rounded;
  }

  @Override
  public String toString() {
    return "PrivacyLedger[budget = " + budget() + ", spent = " + spent() + "]";
  }
}
