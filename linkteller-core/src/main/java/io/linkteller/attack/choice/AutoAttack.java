package io.linkteller.attack.choice;

import io.linkteller.attack.Access;
import io.linkteller.attack.AccessBuilder;
import io.linkteller.attack.AttackRequest;
import io.linkteller.attack.AttackSettings;
import io.linkteller.attack.AttackWarning;
import io.linkteller.attack.Finding;
import io.linkteller.attack.LinkAttack;
import io.linkteller.attack.LinkAttackProvider;
import io.linkteller.attack.LinkPrediction;
import io.linkteller.attack.QuerySession;
import io.linkteller.attack.influence.FeatureReweighting;
import io.linkteller.attack.influence.InfluenceMatrix;
import io.linkteller.attack.reading.GraphLoss;
import io.linkteller.attack.reading.InfluenceAttack;
import io.linkteller.attack.reading.PairScore;
import io.linkteller.inference.InferenceException;
import io.linkteller.inference.InferenceNodes;
import io.linkteller.inference.QueryBudgetException;
import io.linkteller.inference.output.AnswerKind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.IntStream;
import org.ejml.data.DMatrixRMaj;

/**
 * Tries the registered attacks that the access allows, in order of increasing number of queries,
 * until one decides every pair.
 *
 * <pre>{@code
 * LinkPrediction found = LinkTeller.auto().run(api, nodes, kHat);
 * }</pre>
 *
 * <ol>
 *   <li>If the kind of answers is not given, one query detects whether they are logits,
 *       probabilities or labels.
 *   <li>The {@linkplain LinkAttackProvider#isTriedOn suitable} attacks that the access allows are
 *       run in order of their {@linkplain LinkAttackProvider#expectedQueries expected number of
 *       queries}. If an attack estimates the density itself and leaves no pair undecided, the
 *       answers prove the graph that it predicts, which is the result. On {@linkplain
 *       InferenceNodes#directed directed} nodes, only attacks that {@linkplain
 *       LinkAttackProvider#predictsDirections distinguish directions} are run.
 *   <li>If no attack decides every pair, the nodes' own features are scaled one node at a time, as
 *       in LinkTeller, and pairs are ranked by several scores of the influences. If answers are
 *       rounded probabilities, chosen features are also scaled, provided that the access allows it.
 *       In addition, {@value #HELD_BACK} targets are probed with -Δ, in queries of the targets
 *       alone if the access allows it. The result is the graph, among all graphs predicted so far,
 *       with the smallest {@linkplain GraphLoss loss} on these held-out probes.
 *   <li>The loss is not defined if most nodes of a query are not targets, because a score that
 *       mistakes paths through other nodes for edges would then explain the probes better than the
 *       right score. In this case, the result comes from the chosen features if they were scaled,
 *       and otherwise from the first of the scores.
 *   <li>If answers are labels, steps 3 and 4 are replaced by random designs, which rank the pairs.
 * </ol>
 *
 * <p>The query count includes the queries of all attacks that were tried. The listener receives
 * each choice and its reason.
 */
public final class AutoAttack {

  /** The number of held-out probes. */
  static final int HELD_BACK = 32;

  /** The scores of influences that are compared. The first is used if the loss is not defined. */
  private static final List<PairScore> SCORES =
      List.of(
          PairScore.ADAPTIVE,
          PairScore.SELF_NORMALIZED,
          PairScore.REACH_WEIGHTED,
          PairScore.MAX,
          PairScore.PAPER);

  /**
   * The scores that are compared for arcs and for rounded probabilities, which may show one
   * influence of a pair and hide the other. {@link PairScore#PAPER} uses only one influence; on
   * arcs, so does {@link PairScore#SELF_NORMALIZED}.
   */
  private static final List<PairScore> OF_ONE_INFLUENCE =
      List.of(PairScore.PAPER, PairScore.SELF_NORMALIZED);

  /**
   * The registered attack that scales features. It uses equal features if it may choose features
   * but not query subsets.
   */
  private static final String SCALING = "linkteller";

  /** The registered attack that ranks pairs by labels. */
  private static final String OF_LABELS = "random-design";

  private AutoAttack() {}

  /** {@return the attack for unrestricted access and any kind of answers} */
  public static LinkAttack forAnyAnswers() {
    LinkAttack attack =
        session -> {
          DMatrixRMaj answer = session.ask(session.nodes().query(), "the base query");
          return find(session, InferenceCheck.kindOf(answer), AttackRequest.DEFAULT);
        };
    return attack.named("auto", "auto", AttackSettings.DEFAULT);
  }

  /** Creates the attack for a request; rejects an invalid Δ before the first query. */
  static LinkAttack of(AttackRequest request) {
    request.option(InfluenceAttack.DELTA).ifPresent(FeatureReweighting::of);
    return session -> find(session, request.answers(), request);
  }

  private static Finding find(QuerySession session, AnswerKind answers, AttackRequest request) {
    return new Choice(session, answers, request).found();
  }

  /** A graph that a registered attack predicted, and the attack's warnings. */
  private record Reading(String attack, LinkPrediction found, List<AttackWarning> warnings) {

    boolean isCertified() {
      return found.finding().density().isPresent()
          && warnings.stream()
              .noneMatch(warning -> warning.kind() == AttackWarning.Kind.PAIRS_UNDECIDED);
    }
  }

  /** One run of the attack. */
  private static final class Choice {

    private final QuerySession session;
    private final InferenceNodes nodes;
    private final AnswerKind kind;
    private final AttackRequest request;
    private final Access allowed;

    /** The graphs predicted so far, none of them certified. */
    private final List<Reading> read = new ArrayList<>();

    Choice(QuerySession session, AnswerKind kind, AttackRequest request) {
      this.session = session;
      this.nodes = session.nodes();
      this.kind = kind;
      this.request = request;
      Access access = request.access();
      AccessBuilder shown = access.toBuilder().answers(kind);
      // Answers that are not rounded may still be in single precision or noisy.
      if (kind.isUnrounded() && access.answers().isUnrounded()) {
        shown.precision(access.precision());
      }
      this.allowed = shown.build();
    }

    /** Performs step 2 and, if it has no result, the following steps. */
    Finding found() {
      for (LinkAttackProvider each :
          LinkAttackProvider.triedWith(allowed, nodes.targets().size())) {
        if (nodes.isDirected() && !each.predictsDirections()) {
          continue;
        }
        Optional<Reading> found = tried(each, allowed);
        if (found.filter(Reading::isCertified).isPresent()) {
          return taken(found.get(), "it decides every pair");
        }
        found.ifPresent(read::add);
      }
      return kind.form() == AnswerKind.Form.LABELS ? ofLabels() : ofInfluences();
    }

    private Optional<Reading> tried(LinkAttackProvider attack, Access granted) {
      AttackRequest own = AttackRequest.builder().access(granted).build();
      String reason = "";
      try {
        // Warnings are reported only if the graph is accepted.
        QuerySession trial = session.trying();
        Finding found = attack.create(own).find(trial);
        // If the attack estimates the density, its graph is judged at that density, not at k̂.
        double belief = Math.max(found.density().orElse(session.kHat()), Double.MIN_NORMAL);
        return Optional.of(
            new Reading(attack.name(), ranked(attack.name(), found, belief), trial.warnings()));
      } catch (InferenceException e) {
        // The query limit is reached, so no other attack can run.
        if (QueryBudgetException.isCauseOf(e)) {
          throw e;
        }
        reason = String.valueOf(e.getMessage());
      } catch (IllegalArgumentException e) {
        // An external attack with wrong declarations must not stop the others.
        reason = String.valueOf(e.getMessage());
      }
      session.listener().onChoice(attack.name(), false, reason);
      return Optional.empty();
    }

    private LinkPrediction ranked(String attack, Finding found, double belief) {
      return LinkPrediction.of(attack, nodes, belief, found, 0, Duration.ZERO);
    }

    private Finding taken(Reading reading, String reason) {
      reading.warnings().forEach(session::warn);
      session.listener().onChoice(reading.attack(), true, reason);
      return reading.found().finding().foundBy(reading.attack());
    }

    /** Performs step 5. */
    private Finding ofLabels() {
      AttackRequest own = AttackRequest.builder().access(allowed).build();
      session.listener().onChoice(OF_LABELS, true, "answers are labels");
      return LinkAttackProvider.named(OF_LABELS).create(own).find(session).foundBy(OF_LABELS);
    }

    /** Performs steps 3 and 4. */
    private Finding ofInfluences() {
      FeatureReweighting scaling =
          request
              .option(InfluenceAttack.DELTA)
              .map(FeatureReweighting::of)
              .orElseGet(() -> Reweighting.measured(kind));
      Optional<PairScore> score = request.option(InfluenceAttack.SCORE);
      QuerySession logits = session.trying().through(kind::asLogits);
      InfluenceMatrix.Extent extent =
          score.map(PairScore::extent).orElse(InfluenceMatrix.Extent.OF_TARGETS);
      InfluenceMatrix influences = scaling.measure(logits, extent);
      Optional<GraphLoss> loss = heldBack(logits, -influences.delta());
      boolean isCoarse = Reweighting.isCoarse(kind);
      if (isCoarse && allowed.lacks(Needs.EQUAL_FEATURES).isEmpty()) {
        Access whole = allowed.toBuilder().nodes(Access.Nodes.WHOLE_GRAPH).build();
        Optional<Reading> found = tried(LinkAttackProvider.named(SCALING), whole);
        if (found.isPresent() && loss.isEmpty()) {
          return taken(found.get(), "rounding affects chosen features less than the nodes' own");
        }
        found.ifPresent(read::add);
      }
      boolean isOfOne = nodes.isDirected() || isCoarse;
      for (PairScore each : score.map(List::of).orElse(isOfOne ? OF_ONE_INFLUENCE : SCORES)) {
        if (influences.covers(each.extent())) {
          Finding scored = Finding.of(each.of(influences, session.parallelism()));
          Reading reading =
              new Reading(SCALING, ranked(SCALING, scored, session.kHat()), List.of());
          if (loss.isEmpty()) {
            return taken(reading, "by the score " + each.name());
          }
          read.add(reading);
        }
      }
      Reading best = read.get(0);
      double least = Double.POSITIVE_INFINITY;
      for (Reading each : read) {
        double left = loss.get().of(each.found());
        best = left < least ? each : best;
        least = Math.min(left, least);
      }
      String reason =
          String.format(
              Locale.ROOT,
              "%s explains the held-out probes best, with a loss of %.2g",
              best.attack(),
              least);
      return taken(best, reason).withLoss(least);
    }

    /**
     * Measures the held-out probes, in queries of the targets alone if the access allows them and
     * they succeed.
     */
    private Optional<GraphLoss> heldBack(QuerySession logits, double opposite) {
      if (allowed.nodes() == Access.Nodes.ANY_SUBSET) {
        try {
          return Optional.of(heldBack(logits, nodes.alone(), opposite));
        } catch (InferenceException e) {
          if (QueryBudgetException.isCauseOf(e)) {
            throw e;
          }
        }
      }
      return 2 * nodes.targets().size() < nodes.nodes().size()
          ? Optional.empty()
          : Optional.of(heldBack(logits, nodes, opposite));
    }

    private GraphLoss heldBack(QuerySession logits, InferenceNodes within, double opposite) {
      int n = nodes.targets().size();
      int probes = Math.min(HELD_BACK, n);
      int[] probed = IntStream.range(0, probes).map(i -> (int) ((long) i * n / probes)).toArray();
      InferenceNodes few =
          within.targeting(IntStream.of(probed).map(nodes.targets()::getInt).toArray());
      InfluenceMatrix.Extent extent = InfluenceMatrix.Extent.OF_TARGETS;
      InfluenceMatrix moved = FeatureReweighting.of(opposite).measure(logits.about(few), extent);
      int[] positionOfRow = new int[within.nodes().size()];
      int[] rows = extent.rows(few);
      for (int position = 0; position < rows.length; position++) {
        positionOfRow[rows[position]] = position;
      }
      // Follow the order of the targets, which need not be ascending.
      int[] observed =
          IntStream.range(0, n).map(v -> positionOfRow[within.rowOfTarget(v)]).toArray();
      return GraphLoss.of(moved, IntStream.range(0, probes).toArray(), probed, observed);
    }
  }
}
