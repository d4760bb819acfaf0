package io.linkteller.eval.choice;

import io.linkteller.attack.Access;
import io.linkteller.attack.AttackRequest;
import io.linkteller.attack.Finding;
import io.linkteller.attack.LinkAttack;
import io.linkteller.attack.LinkAttackProvider;
import io.linkteller.feature.FeatureMatrix;
import io.linkteller.models.aggregate.AggregateTraining;

/**
 * The attack of {@link ReleasedSums} on one release. It does not query the model.
 *
 * @param released the model and the release for the served graph
 * @param x X of the served graph
 * @param deviation σ, the standard deviation of the noise
 * @param largestSum the bound on absolute values in a sum; infinity for none
 */
record ReleasedSumsAttack(
    AggregateTraining released, FeatureMatrix x, double deviation, double largestSum)
    implements LinkAttackProvider {

  @Override
  public String name() {
    return "released-sums";
  }

  @Override
  public String description() {
    return "infers edges from the released sums and the model's parameters";
  }

  @Override
  public Access needs() {
    return Access.needing().knowing(Access.Knowledge.MECHANISM).build();
  }

  @Override
  public long expectedQueries(int targets) {
    return 0;
  }

  @Override
  public LinkAttack create(AttackRequest request) {
    LinkAttack attack =
        session ->
            Finding.of(
                ReleasedSums.of(
                    released.model(),
                    x,
                    released.aggregates(),
                    deviation,
                    largestSum,
                    session.nodes().targets()));
    return attack.named(name(), name(), request.settings());
  }
}
