package io.linkteller.inference;

import io.linkteller.feature.FeatureMatrix;
import io.linkteller.feature.RowReplacedFeatures;
import io.linkteller.feature.RowScaledFeatures;
import it.unimi.dsi.fastutil.ints.IntList;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Map;
import java.util.WeakHashMap;

/**
 * Identifies queries by what they contain, so that an answer can be found again, by another program
 * too. Equal keys mean equal queries; a view and the same numbers written out have different keys.
 *
 * <p>The features that views look at are read once, O(n d), and a view of them costs O(1), or O(d)
 * if a row is replaced, after that. Safe for use by several threads.
 */
public final class QueryKeys {

  /** Digests of features seen, for as long as somebody else holds on to them. */
  private final Map<FeatureMatrix, byte[]> features = new WeakHashMap<>();

  private final Map<IntList, byte[]> nodes = new WeakHashMap<>();

  /** Remembers no features yet. */
  public QueryKeys() {}

  /**
   * Identifies a query.
   *
   * @param query the query
   * @return its key
   */
  public QueryKey of(InferenceQuery query) {
    MessageDigest digest = sha256();
    digest.update(ofNodes(query.nodes()));
    digest.update(ofFeatures(query.features()));
    ByteBuffer first = ByteBuffer.wrap(digest.digest());
    return new QueryKey(first.getLong(), first.getLong());
  }

  /**
   * Digests node ids.
   *
   * @param ids the ids, unmodifiable
   * @return the 32 bytes of a SHA-256 digest
   */
  public synchronized byte[] ofNodes(IntList ids) {
    byte[] known = nodes.get(ids);
    if (known == null) {
      ByteBuffer bytes = ByteBuffer.allocate(Math.multiplyExact(Integer.BYTES, ids.size()));
      for (int i = 0; i < ids.size(); i++) {
        bytes.putInt(ids.getInt(i));
      }
      known = sha256().digest(bytes.array());
      nodes.put(ids, known);
    }
    return known.clone();
  }

  /**
   * Digests features.
   *
   * @param x n x d
   * @return the 32 bytes of a SHA-256 digest
   */
  public byte[] ofFeatures(FeatureMatrix x) {
    MessageDigest digest = sha256();
    if (x instanceof RowScaledFeatures view) {
      digest.update((byte) 1);
      digest.update(ofFeatures(view.base()));
      digest.update(
          ByteBuffer.allocate(Integer.BYTES + Double.BYTES)
              .putInt(view.row())
              .putDouble(view.factor())
              .flip());
      return digest.digest();
    }
    if (x instanceof RowReplacedFeatures view) {
      double[] row = new double[view.cols()];
      view.copyRow(view.row(), row);
      ByteBuffer bytes =
          ByteBuffer.allocate(
              Math.addExact(Integer.BYTES, Math.multiplyExact(Double.BYTES, row.length)));
      bytes.putInt(view.row()).asDoubleBuffer().put(row);
      digest.update((byte) 2);
      digest.update(ofFeatures(view.base()));
      digest.update(bytes.array());
      return digest.digest();
    }
    return ofNumbers(x, digest);
  }

  private synchronized byte[] ofNumbers(FeatureMatrix x, MessageDigest digest) {
    byte[] known = features.get(x);
    if (known == null) {
      digest.update((byte) 0);
      digest.update(
          ByteBuffer.allocate(2 * Integer.BYTES).putInt(x.rows()).putInt(x.cols()).flip());
      double[] row = new double[x.cols()];
      ByteBuffer bytes = ByteBuffer.allocate(Math.multiplyExact(Double.BYTES, row.length));
      for (int r = 0; r < x.rows(); r++) {
        x.copyRow(r, row);
        bytes.clear();
        bytes.asDoubleBuffer().put(row);
        digest.update(bytes);
      }
      known = digest.digest();
      features.put(x, known);
    }
    return known.clone();
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every Java platform has SHA-256", e);
    }
  }
}
