package io.linkteller.eval.audit;

import io.linkteller.attack.AttackBuilder;
import io.linkteller.attack.AttackSettings;
import io.linkteller.attack.belief.DensityBelief;
import io.linkteller.attack.score.InfluenceExtent;
import io.linkteller.attack.score.PairScore;
import io.linkteller.eval.metric.EdgeMetrics;
import io.linkteller.eval.sample.BeliefFactor;
import io.linkteller.eval.sample.RoundedDensity;
import io.linkteller.graph.Graph;
import io.linkteller.inference.InferenceApi;
import io.linkteller.inference.InferenceException;
import io.linkteller.inference.InferenceNodes;
import io.linkteller.models.architecture.GnnModel;
import io.linkteller.models.audit.LeakageReport;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Runs all applicable attacks on a black box, compares them with the true graph and reports the
 * result of the strongest: which edges of which nodes it finds, and how many of these could be
 * predicted from the features alone.
 *
 * <pre>{@code
 * LeakageAuditReport report =
 *     LeakageAudit.builder()
 *         .attacker(Attacker.UNRESTRICTED.withQueryLimit(2_000))
 *         .build()
 *         .run(api, graph, InferenceNodes.of(features).targeting(sample));
 * report.strongest().attack();
 * report.recall();
 * }</pre>
 *
 * <p>The attacks: LinkTeller with the true features and with equal ones, under every score that
 * needs one query per target; chosen features at the kinks of ReLU; group testing; the spectral
 * root; LinkTeller for coarse answers and for labels; LSA2 on answers and on features; and every
 * registered {@link io.linkteller.attack.LinkAttackProvider}. Attacks that need more queries than
 * allowed are run on a part of the targets, if the limit suffices for it. For comparison, the audit
 * reports the result of a link predictor on features, trained on the true graph with
 * cross-validation. Attacks that exceed the capabilities of the {@link Attacker} or are not
 * applicable to the model are reported with the reason. Influences are measured once for all
 * scores.
 *
 * <p>The audit selects the strongest attack by the true graph, which an attacker can't. It measures
 * these attacks only and gives no bound on others. Its report is as confidential as the graph.
 * Immutable; the result does not depend on the number of threads if the answers do not.
 */
public final class LeakageAudit {

  private final Attacker attacker;
  private final List<PairScore> scores;
  private final OptionalDouble belief;
  private final Optional<WhiteBox> whiteBox;
  private final double confidence;
  private final boolean recallCurve;
  private final Consumer<String> onAttack;
  private final AttackSettings settings;

  private LeakageAudit(Builder builder) {
    this.attacker = builder.attacker;
    this.scores = builder.scores;
    this.belief = builder.belief;
    this.whiteBox = builder.whiteBox;
    this.confidence = builder.confidence;
    this.recallCurve = builder.recallCurve;
    this.onAttack = builder.onAttack;
    this.settings = builder.settings();
  }

  /** {@return a builder of an audit with an unrestricted attacker, all scores and one thread} */
  public static Builder builder() {
    return new Builder();
  }

  /**
   * Audits a black box.
   *
   * @param api the black box, answering as its users see it
   * @param truth the true graph A, on the ids of {@code nodes}; the model may be served on another,
   *     such as a perturbed one
   * @param nodes V^(I) and X^(I) as users of the model have them, and the targets: all nodes, or a
   *     sample of them
   * @return the results
   * @throws IllegalArgumentException if no pair or every pair of targets is an edge, or a target is
   *     not a node of the graph
   * @throws InferenceException if the black box failed and no attack received a usable answer
   */
  public LeakageAuditReport run(InferenceApi api, Graph truth, InferenceNodes nodes) {
    Graph among = truth.inducedSubgraph(nodes.targets());
    long pairs = (long) nodes.targets().size() * (nodes.targets().size() - 1) / 2;
    if (among.edgeCount() == 0 || among.edgeCount() == pairs) {
      throw new IllegalArgumentException(
          among.edgeCount() + " of the " + pairs + " pairs of targets are edges: nothing to find");
    }
    RoundedDensity density = RoundedDensity.of(among);
    double kHat = belief.orElse(density.kHat(BeliefFactor.RIGHT));
    Set<Double> beliefs = new LinkedHashSet<>(List.of(kHat));
    for (BeliefFactor factor : BeliefFactor.values()) {
      beliefs.add(density.kHat(factor));
    }
    AttackRunner runner =
        new AttackRunner(api, truth, nodes, attacker, scores, settings, kHat, onAttack);
    runner.runAll(whiteBox);
    List<LeakageAuditReport.RecallAtQueries> limited =
        recallCurve ? runner.runLimited() : List.of();
    List<AttackRunner.Ranked> ranked = runner.ranked();
    List<StrongestAttack> strongest = new ArrayList<>();
    for (double believed : beliefs.stream().sorted().toList()) {
      strongest.add(strongest(ranked, believed, nodes));
    }
    AttackRunner.Ranked best = best(ranked, kHat);
    return new LeakageAuditReport(
        attacker,
        truth.nodeCount(),
        nodes.nodes().size(),
        kHat,
        confidence,
        runner.outcomes(),
        limited,
        strongest,
        strongest(ranked, kHat, nodes),
        best.exposure(),
        runner.featuresAlone(),
        runner.predicted(),
        runner.priors(),
        density.value().doubleValue());
  }

  private static AttackRunner.Ranked best(List<AttackRunner.Ranked> ranked, double kHat) {
    return ranked.stream()
        .max(
            Comparator.comparingInt((AttackRunner.Ranked r) -> r.exposure().named(kHat))
                .thenComparing(AttackRunner.Ranked::queries, Comparator.reverseOrder()))
        .orElseThrow();
  }

  private static StrongestAttack strongest(
      List<AttackRunner.Ranked> ranked, double kHat, InferenceNodes nodes) {
    AttackRunner.Ranked best = best(ranked, kHat);
    LeakageReport exposure = best.exposure();
    return new StrongestAttack(
        kHat,
        best.attack(),
        best.queries(),
        new EdgeMetrics(
            exposure.named(kHat),
            DensityBelief.edgeCount(kHat, nodes.targets().size()),
            exposure.edgeCount()));
  }

  /** The model behind the black box and the graph that it is served on. */
  record WhiteBox(GnnModel<?> model, Graph served) {}

  /** A builder of audits. Not thread-safe. */
  public static final class Builder extends AttackBuilder<Builder> {

    private Attacker attacker = Attacker.UNRESTRICTED;
    private List<PairScore> scores =
        PairScore.all().stream()
            .filter(score -> score.extent() != InfluenceExtent.OF_ALL_NODES)
            .toList();
    private OptionalDouble belief = OptionalDouble.empty();
    private Optional<WhiteBox> whiteBox = Optional.empty();
    private double confidence = 0.95;
    private boolean recallCurve = true;
    private Consumer<String> onAttack = name -> {};

    private Builder() {}

    @Override
    protected Builder self() {
      return this;
    }

    /**
     * Sets the capabilities of the attackers.
     *
     * @param allowed the capabilities; default {@link Attacker#UNRESTRICTED}
     * @return this builder
     */
    public Builder attacker(Attacker allowed) {
      this.attacker = allowed;
      return this;
    }

    /**
     * Sets the scores with which LinkTeller is run.
     *
     * @param tried at least one; default those of {@link PairScore#all} that need |V^(C)| + 1
     *     queries, which excludes {@link PairScore#DECONVOLVED}
     * @return this builder
     * @throws IllegalArgumentException if there is none
     */
    public Builder scores(List<PairScore> tried) {
      if (tried.isEmpty()) {
        throw new IllegalArgumentException("scores is empty, so LinkTeller can't rank");
      }
      this.scores = List.copyOf(tried);
      return this;
    }

    /**
     * Sets the belief at which attacks are compared.
     *
     * @param kHat k̂, in (0, 1]; default the density among the targets, rounded to one digit
     * @return this builder
     * @throws IllegalArgumentException if {@code kHat} is out of range
     */
    public Builder belief(double kHat) {
      DensityBelief.edgeCount(kHat, 2);
      this.belief = OptionalDouble.of(kHat);
      return this;
    }

    /**
     * Adds the exact influences of a model of this library, that is, the result of LinkTeller for Δ
     * → 0 with exact answers. Without this setting, the audit is black-box.
     *
     * @param model the model behind the black box
     * @param served the graph that it is served on
     * @return this builder
     */
    public Builder whiteBox(GnnModel<?> model, Graph served) {
      this.whiteBox = Optional.of(new WhiteBox(model, served));
      return this;
    }

    /**
     * Sets the confidence of the intervals of an audit of a sample.
     *
     * @param probability in (0, 1); default 0.95
     * @return this builder
     * @throws IllegalArgumentException if {@code probability} is out of range
     */
    public Builder confidence(double probability) {
      if (!(probability > 0 && probability < 1)) {
        throw new IllegalArgumentException("confidence = " + probability + " is outside (0, 1)");
      }
      this.confidence = probability;
      return this;
    }

    /**
     * Sets whether LinkTeller is also run under query limits, and the spectral root on parts of the
     * targets, to measure recall by number of queries. This needs about 1.8 |V^(C)| additional
     * queries, and 1.6 |V^(C)| more where the spectral root is applicable.
     *
     * @param measured default true
     * @return this builder
     */
    public Builder recallCurve(boolean measured) {
      this.recallCurve = measured;
      return this;
    }

    /**
     * Sets a receiver of the name of each attack, called before it runs.
     *
     * @param told the receiver
     * @return this builder
     */
    public Builder onAttack(Consumer<String> told) {
      this.onAttack = told;
      return this;
    }

    /**
     * Returns the audit.
     *
     * @return an immutable audit
     * @throws IllegalStateException if a journal was set, as a journal can't record several attacks
     */
    public LeakageAudit build() {
      if (settings().journal().isPresent()) {
        throw new IllegalStateException("an audit keeps no journal");
      }
      return new LeakageAudit(this);
    }
  }
}
