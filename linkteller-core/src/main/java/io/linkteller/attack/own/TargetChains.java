package io.linkteller.attack.own;

import io.linkteller.inference.JoiningNodes;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntList;

/**
 * Own nodes next to each target: a leaf, which is observed, and a chain of L - 1 nodes. A move at
 * the end of a chain takes L steps to the leaf of the same target and more steps to every other
 * leaf. A move one node before the end takes L - 1 steps to the leaf of the same target, L steps to
 * the leaves of the target's neighbors, and more steps to all other leaves. All ends move equally,
 * so chains can share them: a path from one chain through a shared end to the leaf of another chain
 * takes L + 1 steps.
 *
 * <p>References are own nodes that play the role of targets. They are linked only to own nodes, so
 * their degrees and edges are known, and they show how walks are weighted.
 */
final class TargetChains {

  /** The degrees of the first references; only {@link #BETWEEN} is linked to other references. */
  private static final int[] REFERENCE_DEGREES = {2, 3, 5, 9};

  /** The reference that has no neighbors among the references and never moves. */
  static final int LONE_STILL = 1;

  /** The reference that never moves and is linked to two references that always do. */
  static final int BETWEEN = 2;

  /** The number of references: those of chosen degrees, and two linked pairs. */
  static final int REFERENCES = REFERENCE_DEGREES.length + 4;

  private final int targets;
  private final JoiningNodes nodes;
  private final int[] leaf;
  private final int[] mover;
  private final int[] end;
  private final int[] referenceDegree = new int[REFERENCES];

  /**
   * Lays out the nodes.
   *
   * @param sharing the maximum number of chains that share an end, at least 1: the maximum number
   *     of links of a node
   */
  TargetChains(IntList targets, int layers, int sharing) {
    this.targets = targets.size();
    int rows = this.targets + REFERENCES;
    leaf = new int[rows];
    mover = new int[rows];
    end = new int[rows];
    JoiningNodes.Builder own = JoiningNodes.builder();
    IntArrayList references = new IntArrayList();
    int chainsPerEnd = Math.min(sharing, rows);
    int shared = 0;
    for (int i = 0; i < rows; i++) {
      int inner;
      if (i < this.targets) {
        leaf[i] = own.leafAt(targets.getInt(i));
        inner = own.leafAt(targets.getInt(i));
      } else {
        int reference = own.add();
        references.add(reference);
        leaf[i] = own.extend(reference, 1);
        inner = own.extend(reference, 1);
      }
      mover[i] = own.extend(inner, layers - 3);
      if (i % chainsPerEnd == 0) {
        shared = own.extend(mover[i], 1);
      } else {
        own.linkOwn(mover[i], shared);
      }
      end[i] = shared;
    }
    // All ends need the same number of links, because weights may depend on it.
    for (int i = rows; i % chainsPerEnd != 0; i++) {
      own.extend(shared, 1);
    }
    for (int r = 0; r < REFERENCES; r++) {
      boolean paired = r >= REFERENCE_DEGREES.length;
      boolean beside = r == movingRow() || r == firstOfPair();
      referenceDegree[r] = beside ? 4 : paired ? 3 : REFERENCE_DEGREES[r];
      for (int extra = r == BETWEEN ? 4 : 2; !paired && extra < referenceDegree[r]; extra++) {
        own.extend(references.getInt(r), 1);
      }
    }
    own.linkOwn(references.getInt(BETWEEN), references.getInt(movingRow()));
    own.linkOwn(references.getInt(BETWEEN), references.getInt(firstOfPair()));
    own.linkOwn(references.getInt(stillRow()), references.getInt(movingRow()));
    own.linkOwn(references.getInt(firstOfPair()), references.getInt(secondOfPair()));
    nodes = own.build();
  }

  JoiningNodes nodes() {
    return nodes;
  }

  /**
   * {@return the observed leaves, first those of targets, then those of references, in ascending
   * order}
   */
  int[] leaves() {
    return leaf;
  }

  int rows() {
    return leaf.length;
  }

  int targets() {
    return targets;
  }

  int end(int row) {
    return end[row];
  }

  int mover(int row) {
    return mover[row];
  }

  /** {@return the row of reference r} */
  int reference(int r) {
    return targets + r;
  }

  int referenceDegree(int r) {
    return referenceDegree[r];
  }

  /** {@return the number of references of chosen degrees, which come first} */
  static int loneReferences() {
    return REFERENCE_DEGREES.length;
  }

  /** {@return a reference that never moves; its only neighbor among the references always does} */
  static int stillRow() {
    return REFERENCE_DEGREES.length;
  }

  static int movingRow() {
    return REFERENCE_DEGREES.length + 1;
  }

  static int firstOfPair() {
    return REFERENCE_DEGREES.length + 2;
  }

  static int secondOfPair() {
    return REFERENCE_DEGREES.length + 3;
  }
}
