package io.linkteller.matrix;

import java.lang.ref.SoftReference;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.function.Supplier;

/**
 * A pool of scratch objects held by soft references, so the garbage collector may reclaim them.
 *
 * @param <T> the type of the pooled objects
 */
final class ScratchPool<T> {

  private final ConcurrentLinkedDeque<SoftReference<T>> pool = new ConcurrentLinkedDeque<>();
  private final Supplier<T> factory;

  ScratchPool(Supplier<T> factory) {
    this.factory = factory;
  }

  /** Takes an object from the pool; return it with {@link #release}. */
  T borrow() {
    SoftReference<T> pooled;
    while ((pooled = pool.pollFirst()) != null) {
      T scratch = pooled.get();
      if (scratch != null) {
        return scratch;
      }
    }
    return factory.get();
  }

  void release(T scratch) {
    pool.addFirst(new SoftReference<>(scratch));
  }
}
