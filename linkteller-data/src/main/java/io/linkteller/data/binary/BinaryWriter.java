package io.linkteller.data.binary;

import io.linkteller.data.NodeSplit;
import io.linkteller.feature.FeatureMatrix;
import io.linkteller.feature.SparseFeatures;
import io.linkteller.file.AtomicFile;
import io.linkteller.graph.Graph;
import io.linkteller.matrix.CsrMatrix;
import io.linkteller.models.train.Labels;
import it.unimi.dsi.fastutil.ints.IntList;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;

/** Writes the files of a {@link BinaryDataset}. */
final class BinaryWriter {

  /** The size of write buffers, in bytes. */
  private static final int BUFFER = 1 << 16;

  private BinaryWriter() {}

  /** Writes the numbers after a header. */
  private interface Payload {
    void writeTo(Numbers out) throws IOException;
  }

  /** An output of little-endian numbers. */
  private static final class Numbers {

    private final ByteBuffer buffer = ByteBuffer.allocate(BUFFER).order(ByteOrder.LITTLE_ENDIAN);
    private final OutputStream out;

    Numbers(OutputStream out) {
      this.out = out;
    }

    private ByteBuffer room() throws IOException {
      if (buffer.remaining() < Long.BYTES) {
        flush();
      }
      return buffer;
    }

    void flush() throws IOException {
      out.write(buffer.array(), 0, buffer.position());
      buffer.clear();
    }

    void put(byte value) throws IOException {
      room().put(value);
    }

    void put(int value) throws IOException {
      room().putInt(value);
    }

    void put(long value) throws IOException {
      room().putLong(value);
    }

    void put(float value) throws IOException {
      room().putFloat(value);
    }

    void put(double value) throws IOException {
      room().putDouble(value);
    }
  }

  private static void write(Path file, BinaryHeader header, Payload payload) {
    AtomicFile.write(
        file,
        stream -> {
          OutputStream out = new BufferedOutputStream(stream, BUFFER);
          out.write(header.bytes());
          Numbers numbers = new Numbers(out);
          payload.writeTo(numbers);
          numbers.flush();
          out.flush();
        });
  }

  static void writeGraph(Graph graph, Path file) {
    graph.requireSimple("the binary format");
    int n = graph.nodeCount();
    write(
        file,
        new BinaryHeader(BinaryHeader.GRAPH, n, n, 2L * graph.edgeCount()),
        out -> {
          long offset = 0;
          out.put(offset);
          for (int u = 0; u < n; u++) {
            offset += graph.degree(u);
            out.put(offset);
          }
          for (int u = 0; u < n; u++) {
            for (int i = 0; i < graph.degree(u); i++) {
              out.put(graph.neighbor(u, i));
            }
          }
        });
  }

  static void writeFeatures(FeatureMatrix x, Path file) {
    if (x instanceof SparseFeatures sparse) {
      writeSparse(sparse.matrix(), file);
      return;
    }
    boolean single = isSingle(x);
    double[] row = new double[x.cols()];
    write(
        file,
        new BinaryHeader(
            single ? BinaryHeader.DENSE_SINGLE : BinaryHeader.DENSE_DOUBLE, x.rows(), x.cols(), 0),
        out -> {
          for (int u = 0; u < x.rows(); u++) {
            x.copyRow(u, row);
            for (double value : row) {
              if (single) {
                out.put((float) value);
              } else {
                out.put(value);
              }
            }
          }
        });
  }

  private static boolean isSingle(FeatureMatrix x) {
    double[] row = new double[x.cols()];
    for (int u = 0; u < x.rows(); u++) {
      x.copyRow(u, row);
      for (double value : row) {
        if ((float) value != value) {
          return false;
        }
      }
    }
    return true;
  }

  private static void writeSparse(CsrMatrix matrix, Path file) {
    write(
        file,
        new BinaryHeader(BinaryHeader.SPARSE, matrix.rows(), matrix.cols(), matrix.entryCount()),
        out -> {
          for (int row = 0; row <= matrix.rows(); row++) {
            out.put((long) matrix.offset(row));
          }
          for (int e = 0; e < matrix.entryCount(); e++) {
            out.put(matrix.column(e));
          }
          if (matrix.entryCount() % 2 == 1) {
            out.put(0);
          }
          for (int e = 0; e < matrix.entryCount(); e++) {
            out.put(matrix.value(e));
          }
        });
  }

  static void writeLabels(Labels labels, Path file) {
    int n = labels.nodeCount();
    int c = labels.classCount();
    write(
        file,
        new BinaryHeader(
            labels.isMultiLabel() ? BinaryHeader.MEMBERSHIPS : BinaryHeader.CLASSES, n, c, 0),
        out -> {
          for (int u = 0; u < n; u++) {
            if (labels.isMultiLabel()) {
              for (int label = 0; label < c; label++) {
                out.put((byte) (labels.has(u, label) ? 1 : 0));
              }
            } else {
              out.put(labels.requireSingle().classOf(u));
            }
          }
        });
  }

  static void writeSplit(NodeSplit split, int n, Path file) {
    byte[] parts = new byte[n];
    mark(split.train(), 1, parts);
    mark(split.validation(), 2, parts);
    mark(split.test(), 3, parts);
    write(
        file,
        new BinaryHeader(BinaryHeader.SPLIT, n, 1, 0),
        out -> {
          for (byte part : parts) {
            out.put(part);
          }
        });
  }

  private static void mark(IntList nodes, int part, byte[] parts) {
    for (int i = 0; i < nodes.size(); i++) {
      parts[nodes.getInt(i)] = (byte) part;
    }
  }
}
