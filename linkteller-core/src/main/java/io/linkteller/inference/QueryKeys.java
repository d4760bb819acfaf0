package io.linkteller.inference;

import io.linkteller.feature.FeatureEdit;
import io.linkteller.feature.FeatureMatrix;
import io.linkteller.file.Sha256;
import it.unimi.dsi.fastutil.ints.IntList;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.util.Map;
import java.util.WeakHashMap;

/**
 * Computes keys that identify queries by their contents, even across program runs, so that stored
 * answers can be found again. Queries with equal keys have equal nodes, base features, edits and
 * observed rows. A query with an edit and a query whose base features are the edited ones have
 * different keys. Journals store keys, so a change of the bytes that are digested invalidates them.
 *
 * <p>Base features and lists of nodes are digested once, in O(n d) time. After that, a query with
 * the same base features and nodes takes O(n) time to look up the nodes, and O(d) time per replaced
 * row. Safe for use by several threads.
 */
public final class QueryKeys {

  private static final byte SCALED = 1;
  private static final byte REPLACED = 2;
  private static final byte ALL_OBSERVED = 1;
  private static final byte SOME_OBSERVED = 2;

  /** Digests of features, kept while the features are reachable from elsewhere. */
  private final Map<FeatureMatrix, byte[]> features = new WeakHashMap<>();

  private final Map<IntList, byte[]> nodes = new WeakHashMap<>();

  /** Creates an instance that has not digested any features yet. */
  public QueryKeys() {}

  /**
   * Returns the key of a query.
   *
   * @param query the query
   * @return its key
   */
  public QueryKey of(InferenceQuery query) {
    MessageDigest digest = Sha256.begin();
    digest.update(ofNodes(query.nodes()));
    digest.update(ofFeatures(query.base()));
    digest(query.edit(), digest);
    if (query.observesAll()) {
      digest.update(ALL_OBSERVED);
    } else {
      digest.update(SOME_OBSERVED);
      digest.update(ofNodes(query.observed()));
    }
    ByteBuffer first = ByteBuffer.wrap(digest.digest());
    return new QueryKey(first.getLong(), first.getLong());
  }

  /**
   * Returns a digest of node ids.
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
      known = Sha256.begin().digest(bytes.array());
      nodes.put(ids, known);
    }
    return known.clone();
  }

  /**
   * Returns a digest of features.
   *
   * @param x n x d
   * @return the 32 bytes of a SHA-256 digest
   */
  public synchronized byte[] ofFeatures(FeatureMatrix x) {
    byte[] known = features.get(x);
    if (known == null) {
      MessageDigest digest = Sha256.begin();
      digest(x, digest);
      known = digest.digest();
      features.put(x, known);
    }
    return known.clone();
  }

  private static void digest(FeatureEdit edit, MessageDigest digest) {
    digest.update(ByteBuffer.allocate(Integer.BYTES).putInt(edit.rows().size()).flip());
    if (edit.isEmpty()) {
      return;
    }
    ByteBuffer rows = ByteBuffer.allocate(Math.multiplyExact(Integer.BYTES, edit.rows().size()));
    rows.asIntBuffer().put(edit.rows().toIntArray());
    digest.update(rows);
    if (edit instanceof FeatureEdit.RowsScaled scaled) {
      digest.update(SCALED);
      digest.update(ByteBuffer.allocate(Double.BYTES).putDouble(scaled.factor()).flip());
    } else if (edit instanceof FeatureEdit.RowsReplaced replaced) {
      digest.update(REPLACED);
      digest(replaced.values(), digest);
    }
  }

  private static void digest(FeatureMatrix x, MessageDigest digest) {
    digest.update(ByteBuffer.allocate(2 * Integer.BYTES).putInt(x.rows()).putInt(x.cols()).flip());
    x.identify(digest);
  }
}
