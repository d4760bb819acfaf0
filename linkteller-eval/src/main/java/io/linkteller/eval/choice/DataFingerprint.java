package io.linkteller.eval.choice;

import io.linkteller.feature.FeatureMatrix;
import io.linkteller.file.Sha256;
import io.linkteller.graph.Graph;
import io.linkteller.models.train.Labels;
import it.unimi.dsi.fastutil.ints.IntList;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.util.List;

/**
 * SHA-256 digests of edges, labels and features that identify a data set, so that results are not
 * attributed to a different data set.
 */
public final class DataFingerprint {

  private DataFingerprint() {}

  /**
   * Computes the digest of a data set. Reads every feature; takes O(n d + |E|) time.
   *
   * @param graph A
   * @param labels the labels of its n nodes
   * @param features X, n x d
   * @return 64 hexadecimal digits
   */
  public static String of(Graph graph, Labels labels, FeatureMatrix features) {
    return Sha256.of(
        digest -> {
          addEdges(digest, graph);
          addLabels(digest, labels);
          features.identify(digest);
        });
  }

  /**
   * Computes the digest of the data as used by the choice of a protection: the training nodes, the
   * evaluation nodes, and the features that models receive.
   *
   * @param owner the data of the choice
   * @return 64 hexadecimal digits
   */
  public static String of(OwnerData owner) {
    return Sha256.of(
        digest -> {
          addNodes(digest, owner.training().nodes());
          addNodes(digest, owner.judged());
          owner.training().features().identify(digest);
          owner.features().identify(digest);
        });
  }

  /**
   * Computes the digest of a graph from its kind and, for each relation, the entries of A.
   *
   * @param graph A
   * @return 64 hexadecimal digits
   */
  public static String of(Graph graph) {
    return Sha256.of(digest -> addEdges(digest, graph));
  }

  private static void addNodes(MessageDigest digest, IntList nodes) {
    ByteBuffer bytes = ByteBuffer.allocate((1 + nodes.size()) * Integer.BYTES).putInt(nodes.size());
    nodes.forEach((int node) -> bytes.putInt(node));
    digest.update(bytes.flip());
  }

  /** Adds the kind of graph and, for each relation, the entries of A. */
  private static void addEdges(MessageDigest digest, Graph graph) {
    ByteBuffer bytes = ByteBuffer.allocate(2 * Integer.BYTES + Double.BYTES);
    digest.update((byte) (graph.isDirected() ? 1 : 0));
    for (Graph relation : graph.relations().isEmpty() ? List.of(graph) : graph.relations()) {
      bytes.clear().putInt(relation.nodeCount()).putInt(relation.entryCount());
      digest.update(bytes.flip());
      for (int u = 0; u < relation.nodeCount(); u++) {
        for (int i = 0; i < relation.degree(u); i++) {
          bytes.clear().putInt(u).putInt(relation.neighbor(u, i));
          digest.update(bytes.putDouble(relation.weight(u, i)).flip());
        }
      }
    }
  }

  private static void addLabels(MessageDigest digest, Labels labels) {
    ByteBuffer bytes = ByteBuffer.allocate(Integer.BYTES);
    for (int node = 0; node < labels.nodeCount(); node++) {
      if (labels.isMultiLabel()) {
        for (int label = 0; label < labels.classCount(); label++) {
          digest.update((byte) (labels.has(node, label) ? 1 : 0));
        }
      } else {
        digest.update(bytes.clear().putInt(labels.requireSingle().classOf(node)).flip());
      }
    }
  }
}
