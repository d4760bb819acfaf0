package io.linkteller.data.published;

import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** Downloads a file over HTTP, resuming an interrupted attempt. */
final class Download {

  private static final int OK = 200;
  private static final int PARTIAL_CONTENT = 206;
  private static final int RANGE_NOT_SATISFIABLE = 416;
  private static final int ATTEMPTS = 4;
  private static final int BUFFER = 1 << 16;

  private final URI uri;
  private final Path partial;
  private final long limit;
  private final Duration patience;
  private final HttpClient client;

  /**
   * Describes a download.
   *
   * @param partial the file that collects received data across attempts and runs
   * @param limit the largest number of bytes accepted
   * @param patience the longest time without received data
   */
  Download(URI uri, Path partial, long limit, Duration patience) {
    this.uri = uri;
    this.partial = partial;
    this.limit = limit;
    this.patience = patience;
    this.client =
        HttpClient.newBuilder()
            .connectTimeout(patience)
            .followRedirects(HttpClient.Redirect.NORMAL)
            .build();
  }

  /**
   * Downloads the complete file.
   *
   * @throws IOException if the download fails; received data is kept unless it exceeds the limit
   */
  void run() throws IOException {
    IOException last = new IOException("no attempt was made");
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
      long before = length();
      try {
        if (attempt(before)) {
          return;
        }
      } catch (InterruptedIOException e) {
        throw e;
      } catch (IOException e) {
        last = e;
        if (length() <= before) {
          // Nothing was received: an immediate retry would not help.
          break;
        }
      }
    }
    throw last;
  }

  private long length() throws IOException {
    return Files.exists(partial) ? Files.size(partial) : 0;
  }

  /**
   * Returns whether the file is complete; false if existing data was unusable and has been deleted.
   */
  private boolean attempt(long have) throws IOException {
    HttpRequest.Builder request = HttpRequest.newBuilder(uri).timeout(patience).GET();
    if (have > 0) {
      request.header("Range", "bytes=" + have + "-");
    }
    HttpResponse<InputStream> response = send(request.build());
    try (InputStream body = response.body()) {
      int status = response.statusCode();
      boolean resumed =
          status == PARTIAL_CONTENT
              && response
                  .headers()
                  .firstValue("Content-Range")
                  .orElse("")
                  .startsWith("bytes " + have + "-");
      boolean useless = status == RANGE_NOT_SATISFIABLE || (status == PARTIAL_CONTENT && !resumed);
      if (have > 0 && useless) {
        Files.delete(partial);
        return false;
      }
      if (status != OK && !resumed) {
        throw new IOException("the server answered with status " + status);
      }
      receive(body, resumed ? have : 0);
      return true;
    }
  }

  private HttpResponse<InputStream> send(HttpRequest request) throws IOException {
    try {
      return client.send(request, HttpResponse.BodyHandlers.ofInputStream());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw (IOException) new InterruptedIOException("interrupted").initCause(e);
    }
  }

  private void receive(InputStream body, long have) throws IOException {
    long total = have;
    boolean tooMuch;
    AtomicLong lastArrival = new AtomicLong(System.nanoTime());
    ScheduledExecutorService watchdog =
        Executors.newSingleThreadScheduledExecutor(
            task -> {
              Thread thread = new Thread(task, "download-watchdog");
              thread.setDaemon(true);
              return thread;
            });
    // Reads have no timeout; closing the stream ends a read that would wait forever.
    ScheduledFuture<?> watch =
        watchdog.scheduleWithFixedDelay(
            () -> {
              if (System.nanoTime() - lastArrival.get() > patience.toNanos()) {
                closeQuietly(body);
              }
            },
            patience.toMillis() / 4,
            Math.max(1, patience.toMillis() / 4),
            TimeUnit.MILLISECONDS);
    try (OutputStream out =
        have > 0
            ? Files.newOutputStream(partial, StandardOpenOption.APPEND, LinkOption.NOFOLLOW_LINKS)
            : Files.newOutputStream(
                partial,
                StandardOpenOption.CREATE,
                StandardOpenOption.WRITE,
                StandardOpenOption.TRUNCATE_EXISTING,
                LinkOption.NOFOLLOW_LINKS)) {
      byte[] buffer = new byte[BUFFER];
      int n = body.read(buffer);
      while (n >= 0 && total + n <= limit) {
        lastArrival.set(System.nanoTime());
        out.write(buffer, 0, n);
        total += n;
        n = body.read(buffer);
      }
      tooMuch = n >= 0;
    } finally {
      watch.cancel(false);
      watchdog.shutdownNow();
    }
    if (tooMuch) {
      Files.delete(partial);
      throw new IOException("more than the expected " + limit + " bytes came");
    }
    if (System.nanoTime() - lastArrival.get() > patience.toNanos()) {
      throw new IOException("nothing came for " + patience.toSeconds() + " s");
    }
  }

  private static void closeQuietly(InputStream stream) {
    try {
      stream.close();
    } catch (IOException e) {
      // The next read reports the failure.
    }
  }
}
