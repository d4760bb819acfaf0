package org.example.added;

import io.linkteller.attack.Access;
import io.linkteller.attack.AttackRequest;
import io.linkteller.attack.Finding;
import io.linkteller.attack.LinkAttack;
import io.linkteller.attack.LinkAttackProvider;
import io.linkteller.attack.PairScores;

/** Predicts edges between targets at adjacent positions. */
public final class NearIds implements LinkAttackProvider {

  @Override
  public String name() {
    return "near-ids";
  }

  @Override
  public String description() {
    return "ranks pairs by the distance of their positions";
  }

  @Override
  public Access needs() {
    return Access.NONE;
  }

  @Override
  public long expectedQueries(int targets) {
    return 0;
  }

  @Override
  public LinkAttack create(AttackRequest request) {
    return session -> Finding.of(PairScores.ofAll(session.targetCount(), (i, j) -> 1.0 / (j - i)));
  }
}
