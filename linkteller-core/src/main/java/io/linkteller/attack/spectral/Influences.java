package io.linkteller.attack.spectral;

/**
 * Influences of n targets on each other: entry (v, u) is how far the logits of u move when the
 * features of v grow by a multiple of x₀.
 */
final class Influences {

  private final int n;
  private final double[] along;
  private final double[] sizes;
  private final double[] floor;
  private final double scatter;
  private final int queries;

  Influences(int n, double[] along, double[] sizes, double[] floor, double scatter, int queries) {
    this.n = n;
    this.along = along;
    this.sizes = sizes;
    this.floor = floor;
    this.scatter = scatter;
    this.queries = queries;
  }

  /** The number of targets. */
  int n() {
    return n;
  }

  /** Influences along the one direction in which logits move, row v that of v; not copied. */
  double[] along() {
    return along;
  }

  /** The same as Euclidean norms; not copied. */
  double[] sizes() {
    return sizes;
  }

  /** How large an entry may be by noise alone, per observed target u; not copied. */
  double[] floor() {
    return floor;
  }

  /** The share of the squared movements that is not along the common direction, in [0, 1]. */
  double scatter() {
    return scatter;
  }

  /** How many queries were asked. */
  int queries() {
    return queries;
  }
}
