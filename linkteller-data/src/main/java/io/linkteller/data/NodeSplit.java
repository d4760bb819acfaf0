package io.linkteller.data;

import it.unimi.dsi.fastutil.ints.IntArrays;
import it.unimi.dsi.fastutil.ints.IntImmutableList;
import it.unimi.dsi.fastutil.ints.IntList;
import it.unimi.dsi.fastutil.ints.IntOpenHashSet;
import java.util.SplittableRandom;

/**
 * A division of nodes into training, validation and test nodes. No node is in two parts, but a node
 * may be in none. Immutable.
 *
 * @param train nodes for training
 * @param validation nodes for choosing hyperparameters
 * @param test nodes for the final evaluation
 */
public record NodeSplit(IntList train, IntList validation, IntList test) {

  /**
   * Validates and copies the parts.
   *
   * @param train nodes for training
   * @param validation nodes for choosing hyperparameters
   * @param test nodes for the final evaluation
   * @throws IllegalArgumentException if a node is negative or repeated
   */
  public NodeSplit {
    train = new IntImmutableList(train);
    validation = new IntImmutableList(validation);
    test = new IntImmutableList(test);
    IntOpenHashSet seen = new IntOpenHashSet(train.size() + validation.size() + test.size());
    collect("train", train, seen);
    collect("validation", validation, seen);
    collect("test", test, seen);
  }

  private static void collect(String part, IntList nodes, IntOpenHashSet seen) {
    for (int i = 0; i < nodes.size(); i++) {
      int node = nodes.getInt(i);
      if (node < 0) {
        throw new IllegalArgumentException(part + " has node " + node + ", which is below 0");
      }
      if (!seen.add(node)) {
        throw new IllegalArgumentException(
            part + " has node " + node + ", which already occurs in this or another part");
      }
    }
  }

  /**
   * Draws a split of all nodes, each part in ascending order. The result depends only on the
   * arguments.
   *
   * @param nodeCount n, at least 0
   * @param trainShare the share of the nodes for training, in [0, 1]
   * @param validationShare the share of the nodes for validation, at least 0; the two shares must
   *     not sum to more than 1
   * @param seed the seed
   * @return round(n · trainShare) nodes for training, round(n · validationShare) nodes, or as many
   *     as are left, for validation, and the remaining nodes for test
   * @throws IllegalArgumentException if an argument is out of range
   */
  public static NodeSplit draw(
      int nodeCount, double trainShare, double validationShare, long seed) {
    if (nodeCount < 0) {
      throw new IllegalArgumentException("nodeCount = " + nodeCount + " is negative");
    }
    if (!(trainShare >= 0 && validationShare >= 0 && trainShare + validationShare <= 1)) {
      throw new IllegalArgumentException(
          "trainShare = %s and validationShare = %s must be at least 0 and sum to at most 1"
              .formatted(trainShare, validationShare));
    }
    SplittableRandom random = new SplittableRandom(seed);
    int[] order = new int[nodeCount];
    for (int i = 0; i < nodeCount; i++) {
      int j = (int) ((random.nextLong() >>> 11) * 0x1p-53 * (i + 1));
      order[i] = order[j];
      order[j] = i;
    }
    int train = (int) Math.rint(nodeCount * trainShare);
    int validation = Math.min(nodeCount, train + (int) Math.rint(nodeCount * validationShare));
    return new NodeSplit(
        part(order, 0, train), part(order, train, validation), part(order, validation, nodeCount));
  }

  private static IntList part(int[] order, int from, int to) {
    IntArrays.quickSort(order, from, to);
    return new IntImmutableList(order, from, to - from);
  }

  /**
   * Checks that all nodes belong to a graph with n nodes.
   *
   * @throws IllegalArgumentException if a node is at least n
   */
  void requireWithin(int nodeCount) {
    for (IntList part : new IntList[] {train, validation, test}) {
      for (int i = 0; i < part.size(); i++) {
        if (part.getInt(i) >= nodeCount) {
          throw new IllegalArgumentException(
              "the split has node " + part.getInt(i) + ", outside [0, " + nodeCount + ")");
        }
      }
    }
  }

  @Override
  public String toString() {
    return "NodeSplit[train = %s, validation = %s, test = %s]"
        .formatted(train.size(), validation.size(), test.size());
  }
}
