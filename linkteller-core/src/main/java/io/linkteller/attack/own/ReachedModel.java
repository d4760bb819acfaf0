package io.linkteller.attack.own;

import io.linkteller.attack.QuerySession;
import io.linkteller.inference.JoiningLimits;
import io.linkteller.inference.JoiningNodes;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntList;
import java.util.Optional;
import java.util.Random;

/** The targets, and the model as far as own nodes have shown it. */
@SuppressWarnings("ArrayRecordComponent") // The arrays do not leave this package.
record ReachedModel(
    QuerySession session,
    ModelDepth depth,
    int forTheModel,
    double[] direction,
    Random random,
    int nodesBefore) {

  IntList targets() {
    return session.nodes().targets();
  }

  JoiningLimits limits() {
    return session.service().limits();
  }

  private OwnNodesReading.Price price(JoiningNodes nodes) {
    return new OwnNodesReading.Price(
        session.asked(), forTheModel, nodes.count(), nodes.linkCount());
  }

  /** Returns the targets of two of several blocks. */
  IntList inBlocks(int blocks, int first, int second) {
    if (blocks == 1) {
      return targets();
    }
    IntArrayList part = new IntArrayList();
    for (int i = 0; i < targets().size(); i++) {
      if (i % blocks == first || i % blocks == second) {
        part.add(targets().getInt(i));
      }
    }
    return part;
  }

  /** Returns how many nodes may join at once now. */
  int room() {
    int joined = session.service().nodeCount() - nodesBefore;
    return Math.min(limits().atOnce(), limits().nodes() - joined);
  }

  /** Returns whether enough nodes may join to move the chains of all targets in turn. */
  boolean fitsInTurn() {
    return (depth.layers() - 1L) * targets().size() + OneAtATime.references(depth.layers())
        <= room();
  }

  /** Returns the same for a model that turned out to be one layer deeper. */
  ReachedModel deeper() {
    return new ReachedModel(
        session, depth.deeper(), session.asked(), direction, random, nodesBefore);
  }

  /** Reads one target at a time, or nothing if the model is deeper. */
  Optional<OwnNodesReading> inTurn(int further) {
    return (depth.layers() == 2
            ? FurtherLeaves.read(this, further)
            : OneAtATime.chains(this, further))
        .map(this::pairs);
  }

  OwnNodesReading reading(IntList part, SubsetSums sums, WalkWeights weights, JoiningNodes nodes) {
    return OwnNodesReading.ofSums(
        part,
        sums,
        new OwnNodesReading.Evidence(
            OwnNodesReading.Method.SUBSET_SUMS,
            depth.layers(),
            weights.dividesByDegree(),
            weights.relativeError(),
            sums.contradictions().size(),
            sums.loss()),
        price(nodes));
  }

  private OwnNodesReading pairs(OneAtATime moved) {
    return OwnNodesReading.ofMoves(
        targets(),
        moved.evidence(),
        moved.told(),
        new OwnNodesReading.Evidence(
            depth.layers() == 2
                ? OwnNodesReading.Method.FURTHER_LEAF
                : OwnNodesReading.Method.ONE_AT_A_TIME,
            depth.layers(),
            false,
            0,
            0,
            0),
        price(moved.nodes()));
  }
}
