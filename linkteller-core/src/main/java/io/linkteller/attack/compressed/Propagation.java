package io.linkteller.attack.compressed;

/**
 * How one layer of a model combines a node with its neighbors: the matrix Â by which the features
 * are multiplied. D is the diagonal matrix of the degrees.
 */
enum Propagation {
  /** I + D^(-1/2) A D^(-1/2): FirstOrderGCN. */
  FIRST_ORDER(true) {
    @Override
    public double own(double degree) {
      return 1;
    }

    @Override
    public double neighbor(double degree, double neighborDegree) {
      return 1 / Math.sqrt(degree * neighborDegree);
    }
  },
  /** I + D^(-1) A: the node itself plus the mean over its neighbors, as in GraphSAGE. */
  MEAN_WITH_IDENTITY(true) {
    @Override
    public double own(double degree) {
      return 1;
    }

    @Override
    public double neighbor(double degree, double neighborDegree) {
      return 1 / degree;
    }
  },
  /** I + (D + I)^(-1/2) (A + I) (D + I)^(-1/2): BingGeNormAdj. */
  AUGMENTED_WITH_IDENTITY(true) {
    @Override
    public double own(double degree) {
      return 1 + 1 / (degree + 1);
    }

    @Override
    public double neighbor(double degree, double neighborDegree) {
      return 1 / Math.sqrt((degree + 1) * (neighborDegree + 1));
    }
  },
  /** (D + I)^(-1/2) (A + I) (D + I)^(-1/2): AugNormAdj, the GCN of Kipf and Welling. */
  AUGMENTED(false) {
    @Override
    public double own(double degree) {
      return 1 / (degree + 1);
    }

    @Override
    public double neighbor(double degree, double neighborDegree) {
      return 1 / Math.sqrt((degree + 1) * (neighborDegree + 1));
    }
  },
  /**
   * (D + I)^(-1) (A + I): AugRWalk. Attention over a node and its neighbors, which gives equal
   * features equal weights, cannot be distinguished from it if all features are equal.
   */
  RANDOM_WALK(false) {
    @Override
    public double own(double degree) {
      return 1 / (degree + 1);
    }

    @Override
    public double neighbor(double degree, double neighborDegree) {
      return 1 / (degree + 1);
    }
  },
  /** A + I, the sum over a node and its neighbors: a GIN with ε = 0. */
  SUM(false) {
    @Override
    public double own(double degree) {
      return 1;
    }

    @Override
    public double neighbor(double degree, double neighborDegree) {
      return 1;
    }
  };

  private final boolean identity;

  Propagation(boolean identity) {
    this.identity = identity;
  }

  /**
   * Returns Â_uu.
   *
   * @param degree the degree of u, at least 0
   * @return positive
   */
  public abstract double own(double degree);

  /**
   * Returns Â_uw for a node u and its neighbor w.
   *
   * @param degree the degree of u, at least 1
   * @param neighborDegree the degree of w, at least 1
   * @return positive
   */
  public abstract double neighbor(double degree, double neighborDegree);

  /** {@return whether Â is the identity plus a matrix whose eigenvalues lie in [-1, 1]} */
  public boolean hasIdentity() {
    return identity;
  }

  /** {@return whether Â, or Â minus the identity, is A or A + I normalized by degrees} */
  public boolean isNormalized() {
    return this != SUM;
  }

  /** Returns whether A is derived from Â in the same way as under another model. */
  boolean hasRootOf(Propagation other) {
    return identity == other.identity && isNormalized() == other.isNormalized();
  }
}
