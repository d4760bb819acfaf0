package io.linkteller.eval.choice;

import io.linkteller.attack.Access;
import io.linkteller.attack.AccessBuilder;
import io.linkteller.attack.LinkAttackProvider;
import io.linkteller.attack.prior.DenoisingAttack;
import io.linkteller.eval.audit.LeakageAudit;
import io.linkteller.eval.audit.LeakageAuditReport;
import io.linkteller.file.Sha256;
import io.linkteller.graph.Graph;
import io.linkteller.inference.InferenceApi;
import io.linkteller.inference.InferenceNodes;
import io.linkteller.models.architecture.GnnModel;
import io.linkteller.models.serve.GraphOwner;
import io.linkteller.privacy.PrivacyGuarantee;
import io.linkteller.privacy.Provenance;
import io.linkteller.privacy.ResponseRates;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * A protected model, with everything that attackers know about its protection. Immutable.
 *
 * @param api the black box
 * @param provenance the provenance of its parameters
 * @param weights a digest of its settings and parameters, if they are known
 * @param guarantee the guarantee of the answers and the parameters together, if there is one
 * @param isolated whether no node influences the answer for another, so that a second query reveals
 *     nothing more
 * @param rates the public probabilities that a perturbed graph contains an edge, if a graph was
 *     perturbed
 * @param attacks attacks on the data that the protection publishes besides answers
 */
public record ProtectedModel(
    InferenceApi api,
    Provenance provenance,
    Optional<String> weights,
    Optional<PrivacyGuarantee> guarantee,
    boolean isolated,
    Optional<ResponseRates> rates,
    List<LinkAttackProvider> attacks) {

  /**
   * Copies the list.
   *
   * @param api the black box
   * @param provenance the provenance of its parameters
   * @param weights a digest of its settings and parameters, if they are known
   * @param guarantee the guarantee of the answers and the parameters together, if there is one
   * @param isolated whether no node influences the answer for another
   * @param rates the public probabilities that a perturbed graph contains an edge, if a graph was
   *     perturbed
   * @param attacks attacks on the data that the protection publishes besides answers
   */
  public ProtectedModel {
    attacks = List.copyOf(attacks);
  }

  /**
   * Returns a model without protection, with unknown parameters.
   *
   * @param api the black box
   * @param provenance the provenance of its parameters
   * @return the model
   */
  public static ProtectedModel unprotected(InferenceApi api, Provenance provenance) {
    return new ProtectedModel(
        api, provenance, Optional.empty(), Optional.empty(), false, Optional.empty(), List.of());
  }

  /**
   * Returns a model served on the true edges.
   *
   * @param model the model
   * @param graph A
   * @return the model without protection
   */
  public static ProtectedModel unprotected(GnnModel model, Graph graph) {
    return unprotected(model, graph, false);
  }

  static ProtectedModel unprotected(GnnModel model, Graph graph, boolean isolated) {
    return new ProtectedModel(
        GraphOwner.of(graph).serve(model),
        model.provenance(),
        Optional.of(Sha256.of(model::identify)),
        Optional.empty(),
        isolated,
        Optional.empty(),
        List.of());
  }

  /**
   * Returns this model, marked as chosen by means of results on the private graph. Its guarantee
   * does not cover this choice.
   *
   * @return the model with {@link Provenance.Use#EPSILON_CHOICE}
   */
  public ProtectedModel chosenOnGraph() {
    return new ProtectedModel(
        api,
        provenance.with(Provenance.Use.EPSILON_CHOICE),
        weights,
        guarantee,
        isolated,
        rates,
        attacks);
  }

  private Access access(Access allowed, boolean once) {
    AccessBuilder access = allowed.toBuilder();
    if (guarantee.isPresent()) {
      access.knowing(Access.Knowledge.MECHANISM);
    }
    if (once && allowed.mayAsk(1)) {
      access.queryLimit(1);
    }
    return access.build();
  }

  /** Describes what attackers get from the protection besides their access. */
  List<String> disclosed() {
    List<String> said = new ArrayList<>();
    if (isolated) {
      said.add("No answer depends on another node, so a second query would reveal nothing more.");
    }
    if (!attacks.isEmpty()) {
      said.add("The attacker has all that the protection publishes: noisy sums and parameters.");
    }
    return said;
  }

  /**
   * Audits this model with the given attacks and with the attacks on its protection.
   *
   * @param audit the audit, whose access and attacks are replaced
   * @param allowed what attackers may do
   * @param running the attacks
   * @param shown converts logits to the answers that users see
   * @param truth the true graph
   * @param nodes the nodes and targets
   * @return the result
   * @throws io.linkteller.eval.audit.TooFewEdgesException if no pair or every pair of targets is an
   *     edge
   */
  public LeakageAuditReport audit(
      LeakageAudit.Builder audit,
      Access allowed,
      List<LinkAttackProvider> running,
      UnaryOperator<InferenceApi> shown,
      Graph truth,
      InferenceNodes nodes) {
    List<LinkAttackProvider> all = new ArrayList<>(running);
    all.addAll(attacks);
    rates.ifPresent(known -> audit.with(DenoisingAttack.RATES, known));
    // More than one query would reveal nothing more about an isolated model. If every attack needs
    // more than one query, the limit is not lowered, so that attacks run even though they find
    // nothing.
    boolean asksOnce =
        all.stream().anyMatch(attack -> attack.expectedQueries(nodes.targets().size()) <= 1);
    return audit
        .access(access(allowed, isolated && asksOnce))
        .running(all)
        .build()
        .run(shown.apply(api), truth, nodes);
  }
}
