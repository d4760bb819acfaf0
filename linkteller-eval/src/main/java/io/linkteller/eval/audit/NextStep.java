package io.linkteller.eval.audit;

/** A step that the owner of a graph should take after an audit. */
public enum NextStep {
  /** Find out why allowed attacks failed, and audit again. */
  FIX_FAILURES,
  /** Audit more targets, because these have too few edges to decide. */
  TAKE_MORE_TARGETS,
  /** Let the service answer the attacks that it refused, or exclude them from the access. */
  ANSWER_REFUSED_ATTACKS,
  /** Audit again when the model, the graph or the access changes. */
  AUDIT_CHANGES,
  /** Hide features, because they reveal every edge that the strongest attack finds. */
  HIDE_FEATURES,
  /** Measure which protection of the graph is worth its cost in accuracy. */
  CHOOSE_PROTECTION,
  /** Perturb the graph: protections of this kind of graph cannot be measured and compared. */
  PERTURB_GRAPH,
  /** Serve the graph without its weights, which no mechanism hides. */
  DROP_WEIGHTS,
  /** Allow less access; see {@link LeakageVerdict#withLess}. */
  ALLOW_LESS,
  /** Run the attacks that were skipped once the verdict was decided. */
  RUN_REMAINING_ATTACKS
}
