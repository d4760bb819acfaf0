package io.linkteller.remote;

import static io.linkteller.testing.Refusal.assertRefused;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Flow.Subscription;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class BoundedBodyTest {

  private static final int MEGABYTE = 1 << 20;

  private static final class Transfer implements Subscription {
    private long requested;
    private int cancelled;

    @Override
    public void request(long n) {
      requested += n;
    }

    @Override
    public void cancel() {
      cancelled++;
    }
  }

  @Test
  void partsOfABodyAreJoined() {
    byte[] all = new byte[3 * MEGABYTE + 1];
    new SplittableRandom(1).nextBytes(all);
    BoundedBody body = new BoundedBody(bytes -> true);
    Transfer transfer = new Transfer();
    body.onSubscribe(transfer);
    body.onNext(List.of(ByteBuffer.wrap(all, 0, 7), ByteBuffer.wrap(all, 7, MEGABYTE)));
    body.onNext(List.of(ByteBuffer.wrap(all, 7 + MEGABYTE, all.length - 7 - MEGABYTE)));
    body.onComplete();
    assertArrayEquals(all, body.getBody().toCompletableFuture().join());
    assertEquals(Long.MAX_VALUE, transfer.requested);
    assertEquals(0, transfer.cancelled);
  }

  /** The first megabyte is free; then room for twice the size and two copies of it is requested. */
  @Test
  void memoryIsRequestedWheneverTheSizeHasDoubled() {
    List<Long> asked = new ArrayList<>();
    BoundedBody body = new BoundedBody(asked::add);
    body.onSubscribe(new Transfer());
    body.onNext(List.of(ByteBuffer.allocate(MEGABYTE)));
    assertEquals(List.of(), asked);
    body.onNext(List.of(ByteBuffer.allocate(1)));
    assertEquals(List.of(6L * MEGABYTE), asked);
    body.onNext(List.of(ByteBuffer.allocate(3 * MEGABYTE - 1)));
    assertEquals(List.of(6L * MEGABYTE, 12L * MEGABYTE), asked);
  }

  @Test
  void dataAfterARefusalIsNotKept() {
    BoundedBody body = new BoundedBody(bytes -> false);
    Transfer transfer = new Transfer();
    body.onSubscribe(transfer);
    body.onNext(List.of(ByteBuffer.allocate(MEGABYTE + 1)));
    body.onNext(List.of(ByteBuffer.allocate(1)));
    body.onComplete();
    assertEquals(1, transfer.cancelled);
    IOException refusal = refusal(body.getBody().toCompletableFuture());
    assertEquals(
        "the answer takes more than 1 MB, for which there is no memory", refusal.getMessage());
  }

  @Test
  void aFailureOfTheTransferIsReportedByTheBody() {
    IOException lost = new IOException("connection lost");
    BoundedBody body = new BoundedBody(bytes -> true);
    body.onSubscribe(new Transfer());
    body.onError(lost);
    assertEquals(lost, refusal(body.getBody().toCompletableFuture()));
  }

  @Test
  void aSecondTransferIsCancelled() {
    BoundedBody body = new BoundedBody(bytes -> true);
    body.onSubscribe(new Transfer());
    Transfer second = new Transfer();
    body.onSubscribe(second);
    assertEquals(1, second.cancelled);
    assertEquals(0, second.requested);
  }

  /** The server writes until the client hangs up. */
  @Test
  void anEndlessAnswerIsRefusedWhenMemoryIsExhausted() throws Exception {
    AtomicLong sent = new AtomicLong();
    CompletableFuture<Void> hungUp = new CompletableFuture<>();
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          exchange.sendResponseHeaders(200, 0);
          byte[] zeros = new byte[1 << 16];
          try (OutputStream out = exchange.getResponseBody()) {
            while (true) {
              out.write(zeros);
              sent.addAndGet(zeros.length);
            }
          } catch (IOException e) {
            hungUp.complete(null);
          }
        });
    server.start();
    try {
      URI uri = URI.create("http://localhost:" + server.getAddress().getPort() + "/");
      assertRefused(
          IOException.class,
          "more than 8 MB",
          () ->
              HttpClient.newHttpClient()
                  .send(
                      HttpRequest.newBuilder(uri).build(),
                      answer -> new BoundedBody(bytes -> bytes <= 24L * MEGABYTE)));
      hungUp.get(30, TimeUnit.SECONDS);
      // The buffers of the system contain more bytes.
      assertTrue(sent.get() < 64L * MEGABYTE, () -> sent + " bytes");
    } finally {
      server.stop(0);
    }
  }

  private static IOException refusal(CompletableFuture<byte[]> body) {
    return assertInstanceOf(
        IOException.class, assertThrows(ExecutionException.class, body::get).getCause());
  }
}
