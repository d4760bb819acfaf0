package io.linkteller.models.audit;

import io.linkteller.feature.FeatureMatrix;
import io.linkteller.file.AtomicFile;
import io.linkteller.file.Sha256;
import io.linkteller.graph.Graph;
import io.linkteller.models.program.GraphModel;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.Optional;

/** The checkpoint file of a {@link StreamedAudit}. */
final class AuditCheckpoint {

  /** "LTAUDIT" in ASCII, followed by a byte 1. */
  private static final long MAGIC = 0x4c54415544495401L;

  /** The size of the buffers between the file and the stream, in bytes. */
  private static final int BUFFER = 1 << 16;

  private final Path file;
  private final byte[] fingerprint;

  /**
   * A saved state.
   *
   * @param nodesDone the number of nodes processed in both passes, in [0, 2n]
   * @param counts the counts of the second pass, if it has begun
   */
  record State(int nodesDone, Optional<RankCounts> counts) {}

  AuditCheckpoint(Path file, byte[] fingerprint) {
    this.file = file;
    this.fingerprint = fingerprint;
  }

  /** Returns a digest of all inputs that determine the result. */
  static byte[] fingerprint(GraphModel model, Graph graph, FeatureMatrix features) {
    MessageDigest digest = Sha256.begin();
    model.identify(digest);
    ByteBuffer row = ByteBuffer.allocate(0);
    for (int u = 0; u < graph.nodeCount(); u++) {
      int size = Integer.BYTES * (graph.degree(u) + 1);
      row = row.capacity() < size ? ByteBuffer.allocate(2 * size) : row.clear();
      row.putInt(graph.degree(u));
      for (int i = 0; i < graph.degree(u); i++) {
        row.putInt(graph.neighbor(u, i));
      }
      digest.update(row.flip());
    }
    features.identify(digest);
    return digest.digest();
  }

  void write(int nodesDone, EdgeScores scores, Optional<RankCounts> counts) {
    AtomicFile.write(
        file,
        stream -> {
          DataOutputStream out = new DataOutputStream(new BufferedOutputStream(stream, BUFFER));
          out.writeLong(MAGIC);
          out.write(fingerprint);
          out.writeInt(nodesDone);
          // In the second pass, all scores are known.
          int n = scores.graph().nodeCount();
          int known = scores.begin(Math.min(nodesDone, n));
          for (int edge = 0; edge < known; edge++) {
            out.writeDouble(scores.score(edge));
          }
          if (counts.isPresent()) {
            counts.get().writeTo(out);
          }
          out.flush();
        });
  }

  /** Reads the saved state, if the file exists, and restores the scores. */
  Optional<State> read(EdgeScores scores) {
    if (!Files.exists(file)) {
      return Optional.empty();
    }
    try (DataInputStream in =
        new DataInputStream(new BufferedInputStream(Files.newInputStream(file), BUFFER))) {
      if (in.readLong() != MAGIC
          || !Arrays.equals(in.readNBytes(fingerprint.length), fingerprint)) {
        throw new IllegalArgumentException(
            file + " is not the state of an audit of this model, graph and features");
      }
      int nodesDone = in.readInt();
      int n = scores.graph().nodeCount();
      if (nodesDone < 0 || nodesDone > 2L * n) {
        throw new IllegalArgumentException(
            file + " states " + nodesDone + " processed nodes for a graph of size " + n);
      }
      int known = scores.begin(Math.min(nodesDone, n));
      double[] read = new double[known];
      for (int edge = 0; edge < known; edge++) {
        read[edge] = in.readDouble();
      }
      scores.set(0, read);
      return Optional.of(
          new State(
              nodesDone,
              nodesDone > n
                  ? Optional.of(RankCounts.readFrom(EdgeRanking.of(scores), in))
                  : Optional.empty()));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + file + ": " + e, e);
    }
  }

  void delete() {
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot delete " + file + ": " + e, e);
    }
  }
}
