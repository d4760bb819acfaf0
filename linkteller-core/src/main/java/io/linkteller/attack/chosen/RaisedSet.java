package io.linkteller.attack.chosen;

import java.util.SplittableRandom;

/** A random set of nodes at which s is raised far above 0, while it stays at -π elsewhere. */
final class RaisedSet {

  private final boolean[] members;

  private RaisedSet(boolean[] members) {
    this.members = members;
  }

  /** Draws each of n nodes with probability {@code share}, but at least one node. */
  static RaisedSet draw(int n, double share, SplittableRandom random) {
    boolean[] members = new boolean[n];
    for (int u = 0; u < n; u++) {
      members[u] = random.nextDouble() < share;
    }
    members[random.nextInt(n)] = true;
    return new RaisedSet(members);
  }

  /** Returns s with the members at μ π and all others at -π. */
  double[] at(double mu, double[] pi) {
    return at(mu, -1, pi);
  }

  /** Returns s with the members at μ π and all others at ν π. */
  double[] at(double mu, double nu, double[] pi) {
    double[] s = new double[pi.length];
    for (int u = 0; u < s.length; u++) {
      s[u] = (members[u] ? mu : nu) * pi[u];
    }
    return s;
  }
}
