package io.linkteller.eval.audit;

import io.linkteller.attack.Access;
import io.linkteller.attack.AttackBuilder;
import io.linkteller.attack.AttackListener;
import io.linkteller.attack.AttackOption;
import io.linkteller.attack.AttackRequest;
import io.linkteller.attack.AttackSettings;
import io.linkteller.attack.LinkAttackProvider;
import io.linkteller.graph.Graph;
import io.linkteller.graph.NodeNames;
import io.linkteller.inference.InferenceApi;
import io.linkteller.inference.InferenceException;
import io.linkteller.inference.InferenceNodes;
import io.linkteller.inference.journal.ForeignJournalException;
import io.linkteller.models.serve.ServedModel;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Runs the registered attacks on a black box, compares their predictions with the true graph, and
 * reports how much the strongest attack finds: the {@link LeakageVerdict}, the strongest attack for
 * each access, and the exposed edges and nodes.
 *
 * <pre>{@code
 * LeakageVerdict verdict =
 *     LeakageAudit.builder()
 *         .access(Access.builder().queryLimit(2_000).build())
 *         .failAbove(0.1)
 *         .build()
 *         .run(api, graph, InferenceNodes.of(features).targeting(sample))
 *         .verdict();
 * verdict.sentences();
 * }</pre>
 *
 * <p>The audit runs the attacks, by default {@link LinkAttackProvider#all}, in ascending order of
 * their expected numbers of queries. It ends when an attack exceeds the limit, and it skips an
 * attack if another one with no more access found every edge. Each attack is run with the access
 * that it declares and the answers that the audit allows; a query that exceeds this access is
 * refused. An attack that needs more than is allowed, or fails, is reported with the reason. An
 * attack that only needs more queries than are allowed is run on fewer targets.
 *
 * <p>The audit selects the strongest attack using the true graph, which an attacker cannot do, and
 * does not bound attacks that are not registered. Its report is as confidential as the graph. The
 * result does not depend on the number of threads, provided that the answers do not. Immutable.
 */
public final class LeakageAudit {

  final AttackRequest request;
  final boolean mayBeLogits;
  final List<LinkAttackProvider> attacks;
  final double confidence;
  final OptionalDouble failAbove;
  final boolean runsAll;
  final String model;
  final AuditListener listener;
  final Optional<NodeNames> names;

  private LeakageAudit(Builder builder) {
    this.request = builder.request.settings(builder.settings()).build();
    this.mayBeLogits = builder.mayBeLogits;
    this.attacks = builder.attacks;
    this.confidence = builder.confidence;
    this.failAbove = builder.failAbove;
    this.runsAll = builder.runsAll;
    this.model = builder.model;
    this.listener = builder.listener;
    this.names = builder.names;
  }

  /**
   * {@return a builder for an audit, by default with unrestricted access, all attacks and one
   * thread}
   */
  public static Builder builder() {
    return new Builder();
  }

  /**
   * Audits a black box.
   *
   * @param api the black box, as its users see it
   * @param truth the true graph A, on the ids of {@code nodes}; the model may be served on a
   *     different graph, such as a perturbed one
   * @param nodes V^(I) and X^(I) as users of the model have them, and the targets: all nodes, or a
   *     random sample of them
   * @return the results
   * @throws TooFewEdgesException if no pair or every pair of targets is an edge
   * @throws IllegalArgumentException if a target is not a node of the graph, there is not one name
   *     per node, or {@code truth} is the perturbed graph that the model is served on, so that
   *     noise would count as leakage
   * @throws ForeignJournalException if a journal belongs to another audit, or to another model,
   *     graph or protection
   * @throws InferenceException if the black box failed and no attack received a usable answer
   */
  public LeakageAuditReport run(InferenceApi api, Graph truth, InferenceNodes nodes) {
    if (api instanceof ServedModel served && served.isPerturbed(truth)) {
      throw new IllegalArgumentException(
          "truth is the perturbed graph that the model is served on; attacks must be judged by the"
              + " true one");
    }
    if (names.isPresent() && names.get().nodeCount() != truth.nodeCount()) {
      throw new IllegalArgumentException(
          names.get().nodeCount() + " names for " + truth.nodeCount() + " nodes");
    }
    // The audit's own queries do not use k̂, so any value will do.
    return AttackSettings.DEFAULT.open(
        "audit", api, nodes, 1, session -> new AuditRun(this, api, truth, session).run());
  }

  /**
   * Returns the attacks that an audit would run, without querying anything.
   *
   * @param targets the number of targets
   * @return the expected number of queries of each attack by name, in the order of execution
   */
  public Map<String, Long> plan(int targets) {
    Map<String, Long> planned = new LinkedHashMap<>();
    attacks.stream()
        .filter(attack -> request.access().lacks(attack.needs(request.access())).isEmpty())
        .sorted(Comparator.comparingLong(attack -> attack.expectedQueries(targets)))
        .forEach(attack -> planned.put(attack.name(), attack.expectedQueries(targets)));
    return planned;
  }

  /** A builder of audits. Not thread-safe. */
  public static final class Builder extends AttackBuilder<Builder> {

    private final AttackRequest.Builder request = AttackRequest.builder();
    private boolean mayBeLogits;
    private List<LinkAttackProvider> attacks = LinkAttackProvider.all();
    private double confidence = 0.95;
    private OptionalDouble failAbove = OptionalDouble.empty();
    private boolean runsAll;
    private String model = "";
    private AuditListener listener = AuditListener.SILENT;
    private Optional<NodeNames> names = Optional.empty();

    private Builder() {}

    @Override
    protected Builder self() {
      return this;
    }

    /**
     * Sets what attackers may do and what kind of answers the black box gives.
     *
     * @param allowed the access; default {@link Access#UNRESTRICTED}
     * @return this builder
     */
    public Builder access(Access allowed) {
      request.access(allowed);
      return this;
    }

    /**
     * States that the form of the answers in {@link #access} was guessed from their numbers, for
     * example if scores in [0, 1] may be probabilities. Attacks that need more than this form are
     * then also run and treat the numbers as logits.
     *
     * @return this builder
     */
    public Builder answersMayBeLogits() {
      this.mayBeLogits = true;
      return this;
    }

    /**
     * Sets an option for all attacks that declare it.
     *
     * @param <T> the type of the option's values
     * @param option the option
     * @param value its value
     * @return this builder
     */
    public <T> Builder with(AttackOption<T> option, T value) {
      request.with(option, value);
      return this;
    }

    /**
     * Sets the attacks to run.
     *
     * @param names names of registered attacks, at least one; default all
     * @return this builder
     * @throws IllegalArgumentException if no name is given, or no attack has one of the names
     */
    public Builder attacks(Collection<String> names) {
      return running(names.stream().map(LinkAttackProvider::named).distinct().toList());
    }

    /**
     * Sets the attacks to run, whether registered or not.
     *
     * @param chosen attacks with different names, at least one
     * @return this builder
     * @throws IllegalArgumentException if no attack is given
     */
    public Builder running(List<LinkAttackProvider> chosen) {
      if (chosen.isEmpty()) {
        throw new IllegalArgumentException("attacks is empty, so there is nothing to run");
      }
      this.attacks = List.copyOf(chosen);
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
     * Sets the limit with which the verdict compares the recall. The audit ends as soon as the
     * model has failed, unless {@link #runAll} is called.
     *
     * @param recall the largest acceptable recall, in [0, 1]; default none
     * @return this builder
     * @throws IllegalArgumentException if {@code recall} is out of range
     */
    public Builder failAbove(double recall) {
      if (!(recall >= 0 && recall <= 1)) {
        throw new IllegalArgumentException(
            "failAbove = " + recall + " is outside [0, 1]; 10 % is 0.1");
      }
      this.failAbove = OptionalDouble.of(recall);
      return this;
    }

    /**
     * Runs every attack, even after the model has failed {@link #failAbove}, so that the strongest
     * of all is found.
     *
     * @return this builder
     */
    public Builder runAll() {
      this.runsAll = true;
      return this;
    }

    /**
     * Sets a receiver of the progress of the whole audit. {@link #onProgress(AttackListener)}
     * receives the progress of each attack.
     *
     * @param told the receiver
     * @return this builder
     */
    public Builder onAuditProgress(AuditListener told) {
      this.listener = told;
      return this;
    }

    /**
     * Sets the names of the nodes of the graph, which output files and pages use.
     *
     * @param called a name for each node; default their numbers
     * @return this builder
     */
    public Builder names(NodeNames called) {
      this.names = Optional.of(called);
      return this;
    }

    /**
     * Identifies the served model in the journals, so that journals of another model, graph or
     * protection are refused. Journals also contain a digest of the answers to the base query.
     *
     * @param identity everything on which the answers depend besides nodes and features, as {@code
     *     name = digest}, joined by commas: the model, its graph, the protection and its seed;
     *     default empty
     * @return this builder
     */
    public Builder model(String identity) {
      this.model = identity;
      return this;
    }

    /**
     * Builds the audit. A {@link #journal} is a directory in which each attack keeps its own
     * journal, so an audit that is run again sends only the queries that have no answer yet.
     * Journals of another served model are refused, and so are those of a model that answers the
     * same query differently each time.
     *
     * @return an immutable audit
     */
    public LeakageAudit build() {
      return new LeakageAudit(this);
    }
  }
}
