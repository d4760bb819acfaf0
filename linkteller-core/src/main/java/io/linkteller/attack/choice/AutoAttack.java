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
 * Tries the registered attacks that the access allows, those with the fewest queries first, until
 * one decides every pair.
 *
 * <pre>{@code
 * LinkPrediction found = LinkTeller.auto().run(api, nodes, kHat);
 * }</pre>
 *
 * <ol>
 *   <li>Unless the kind of answers is given, one query detects whether they are logits,
 *       probabilities or labels.
 *   <li>It runs the attacks that are {@linkplain LinkAttackProvider#isTriedOn suitable} and that
 *       the access allows, in order of their {@linkplain LinkAttackProvider#expectedQueries
 *       expected queries}. The first that estimates the density itself and leaves no pair undecided
 *       gives the result: its answers prove its graph. On {@linkplain InferenceNodes#directed
 *       directed} nodes only attacks that {@linkplain LinkAttackProvider#predictsDirections
 *       distinguish directions} are run.
 *   <li>Otherwise the nodes' own features are scaled one node at a time, as LinkTeller does, and
 *       the influences are ranked by several scores; for rounded answers, chosen features are also
 *       scaled if the access allows it. {@value #HELD_BACK} targets are probed once more with -Δ,
 *       in queries of the targets alone if the access allows it. Of all graphs predicted so far,
 *       the one with the least {@linkplain GraphLoss loss} on these probes is the result.
 *   <li>The loss is not defined if most nodes of a query are not targets: a score that mistakes
 *       paths through other nodes for edges would explain more than the right one. Then chosen
 *       features give the result if they were scaled, else the first score does.
 *   <li>Labels cannot be held out: random designs rank the pairs instead of steps 3 and 4.
 * </ol>
 *
 * <p>The count of queries includes all attacks that were tried. The listener receives each choice
 * with its reason. Immutable.
 */
public final class AutoAttack {

  /** The number of held-out probes. */
  static final int HELD_BACK = 32;

  /** The scores of influences. The first one is used if no loss is defined. */
  private static final List<PairScore> SCORES =
      List.of(
          PairScore.ADAPTIVE,
          PairScore.SELF_NORMALIZED,
          PairScore.REACH_WEIGHTED,
          PairScore.MAX,
          PairScore.PAPER);

  /**
   * The scores that use one influence of each pair: for arcs, and for rounded answers, which may
   * show one influence of a pair and hide the other.
   */
  private static final List<PairScore> OF_ONE_INFLUENCE =
      List.of(PairScore.PAPER, PairScore.SELF_NORMALIZED);

  /**
   * The registered attack that scales features; it scales equal features if it may not query
   * subsets.
   */
  private static final String SCALING = "linkteller";

  /** The registered attack that ranks pairs by labels. */
  private static final String OF_LABELS = "random-design";

  private AutoAttack() {}

  /** {@return the attack for an attacker who may send any query, and for answers of any kind} */
  public static LinkAttack forAnyAnswers() {
    LinkAttack attack =
        session -> {
          DMatrixRMaj answer = session.ask(session.nodes().query(), "the base query");
          return find(session, InferenceCheck.kindOf(answer), AttackRequest.DEFAULT);
        };
    return attack.named("auto", "auto", AttackSettings.DEFAULT);
  }

  /** Returns the attack for a request, and rejects a Δ out of range before the first query. */
  static LinkAttack of(AttackRequest request) {
    request.option(InfluenceAttack.DELTA).ifPresent(FeatureReweighting::of);
    return session -> find(session, request.answers(), request);
  }

  private static Finding find(QuerySession session, AnswerKind answers, AttackRequest request) {
    return new Choice(session, answers, request).found();
  }

  /** A graph that a registered attack predicted, and its warnings. */
  private record Reading(String attack, LinkPrediction found, List<AttackWarning> warnings) {

    boolean isCertified() {
      return found.finding().density().isPresent()
          && warnings.stream()
              .noneMatch(warning -> warning.kind() == AttackWarning.Kind.PAIRS_UNDECIDED);
    }
  }

  /** One run. */
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
      // Numbers that are not rounded may still be single or noisy.
      if (kind.isUnrounded() && access.answers().isUnrounded()) {
        shown.precision(access.precision());
      }
      this.allowed = shown.build();
    }

    /** Step 2. */
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
        // A warning matters if the graph is taken.
        QuerySession trial = session.trying();
        Finding found = attack.create(own).find(trial);
        // A graph of known density is judged as a whole, regardless of k̂.
        double belief = Math.max(found.density().orElse(session.kHat()), Double.MIN_NORMAL);
        return Optional.of(
            new Reading(attack.name(), ranked(attack.name(), found, belief), trial.warnings()));
      } catch (InferenceException e) {
        // After the last allowed query, no other attack can send any.
        if (QueryBudgetException.isCauseOf(e)) {
          throw e;
        }
        reason = String.valueOf(e.getMessage());
      } catch (IllegalArgumentException e) {
        // An external attack that does not do what it declares must not stop the others.
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

    /** Step 5. */
    private Finding ofLabels() {
      AttackRequest own = AttackRequest.builder().access(allowed).build();
      session.listener().onChoice(OF_LABELS, true, "answers are labels");
      return LinkAttackProvider.named(OF_LABELS).create(own).find(session).foundBy(OF_LABELS);
    }

    /** Steps 3 and 4. */
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
          return taken(found.get(), "rounding hides less of chosen features than of own ones");
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
              "%s explains the most of the held-out probes, with a loss of %.2g",
              best.attack(),
              least);
      return taken(best, reason).withLoss(least);
    }

    /**
     * Measures the held-out probes, in queries of the targets alone if that is allowed and
     * answered.
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
      // In the order of the targets, which need not be ascending.
      int[] observed =
          IntStream.range(0, n).map(v -> positionOfRow[within.rowOfTarget(v)]).toArray();
      return GraphLoss.of(moved, IntStream.range(0, probes).toArray(), probed, observed);
    }
  }
}
