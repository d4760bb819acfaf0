package io.linkteller.attack.own;

import io.linkteller.attack.AttackSettings.AnswerCount;
import io.linkteller.inference.JoinableApi;
import io.linkteller.inference.JoiningNodes;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntList;
import java.time.Duration;
import java.util.Optional;
import java.util.Random;

/** What the steps of a reading share. */
@SuppressWarnings("ArrayRecordComponent") // The arrays do not leave this package.
record Run(
    JoinableApi api,
    IntList targets,
    ModelDepth depth,
    int forTheModel,
    double[] direction,
    AnswerCount count,
    Random random,
    int nodesBefore,
    long start) {

  private OwnNodesReading.Price price(JoiningNodes nodes) {
    return new OwnNodesReading.Price(
        count.answered(), forTheModel, nodes.count(), nodes.linkCount());
  }

  /** Returns the targets of two of several blocks. */
  IntList inBlocks(int blocks, int first, int second) {
    if (blocks == 1) {
      return targets;
    }
    IntArrayList part = new IntArrayList();
    for (int i = 0; i < targets.size(); i++) {
      if (i % blocks == first || i % blocks == second) {
        part.add(targets.getInt(i));
      }
    }
    return part;
  }

  /** Returns how many nodes may join at once now. */
  int room() {
    return Math.min(api.limits().atOnce(), api.limits().nodes() - (api.nodeCount() - nodesBefore));
  }

  /** Returns whether enough nodes may join to move the chains of all targets in turn. */
  boolean fitsInTurn() {
    return (depth.layers() - 1L) * targets.size() + OneAtATime.references(depth.layers()) <= room();
  }

  /** Returns the same for a model that turned out to be one layer deeper. */
  Run deeper() {
    return new Run(
        api,
        targets,
        depth.deeper(),
        count.answered(),
        direction,
        count,
        random,
        nodesBefore,
        start);
  }

  /** Reads one target at a time, or nothing if the model is deeper. */
  Optional<OwnNodesReading> inTurn(int further) {
    return (depth.layers() == 2
            ? FurtherLeaves.read(api, targets, depth, direction, count, room(), further)
            : OneAtATime.chains(api, targets, depth, direction, count, room(), further))
        .map(this::pairs);
  }

  private Duration elapsed() {
    return Duration.ofNanos(System.nanoTime() - start);
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
        price(nodes),
        elapsed());
  }

  private OwnNodesReading pairs(OneAtATime moved) {
    return OwnNodesReading.ofMoves(
        targets,
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
        price(moved.nodes()),
        elapsed());
  }
}
