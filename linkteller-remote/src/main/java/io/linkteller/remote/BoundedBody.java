package io.linkteller.remote;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.http.HttpResponse.BodySubscriber;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow.Subscription;
import java.util.function.LongPredicate;

/**
 * Collects a body of any length. Whenever its size has doubled, the transfer ends unless there is
 * memory for it to double again.
 */
final class BoundedBody implements BodySubscriber<byte[]> {

  /** Thrown if there is no memory for an answer. */
  static final class TooLongException extends IOException {

    private static final long serialVersionUID = 1L;

    TooLongException(String message) {
      super(message);
    }
  }

  /** Collects bytes, and rejects them once there is no memory for more. */
  static final class Bytes {

    private static final int MAX_LENGTH = 1 << 30;

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final String what;
    private final LongPredicate fits;
    private int allowed = 1 << 20;

    /**
     * @param what the beginning of the message if the bytes become too many
     * @param fits returns whether a given number of bytes of memory is available
     */
    Bytes(String what, LongPredicate fits) {
      this.what = what;
      this.fits = fits;
    }

    /** Adds the first bytes of a buffer. */
    void add(byte[] buffer, int count) throws IOException {
      while (count > allowed - bytes.size()) {
        // Memory for twice as much as before, a copy while the array grows, and a copy at the end.
        if (allowed == MAX_LENGTH || !fits.test(6L * allowed)) {
          throw new TooLongException(
              what + " more than " + (allowed >> 20) + " MB, for which there is no memory");
        }
        allowed *= 2;
      }
      bytes.write(buffer, 0, count);
    }

    byte[] toArray() {
      return bytes.toByteArray();
    }
  }

  private final Bytes collected;
  private final CompletableFuture<byte[]> body = new CompletableFuture<>();
  private final CompletableFuture<Subscription> transfer = new CompletableFuture<>();

  /**
   * @param fits returns whether a given number of bytes of memory is available
   */
  BoundedBody(LongPredicate fits) {
    this.collected = new Bytes("the answer takes", fits);
  }

  @Override
  public CompletionStage<byte[]> getBody() {
    return body;
  }

  @Override
  public void onSubscribe(Subscription subscription) {
    if (transfer.complete(subscription)) {
      subscription.request(Long.MAX_VALUE);
    } else {
      subscription.cancel();
    }
  }

  @Override
  public void onNext(List<ByteBuffer> parts) {
    if (body.isDone()) {
      return;
    }
    try {
      for (ByteBuffer part : parts) {
        byte[] bytes = new byte[part.remaining()];
        part.get(bytes);
        collected.add(bytes, bytes.length);
      }
    } catch (IOException e) {
      transfer.join().cancel();
      body.completeExceptionally(e);
    }
  }

  @Override
  public void onError(Throwable failure) {
    body.completeExceptionally(failure);
  }

  @Override
  public void onComplete() {
    body.complete(collected.toArray());
  }
}
