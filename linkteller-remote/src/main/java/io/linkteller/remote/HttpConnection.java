package io.linkteller.remote;

import io.linkteller.file.HeapSpace;
import io.linkteller.inference.InferenceException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongPredicate;
import java.util.zip.GZIPInputStream;
import javax.net.ssl.SSLException;

/**
 * Sends HTTP requests and retries them after a delay if the server asks for one. Safe for use by
 * several threads, which share the connections of one client.
 *
 * <p>Values of headers and the query of the URI are secrets. A server knows them and may send them
 * back in any form. If there are any, no text or number from the server appears in a message:
 * {@link #shown} and {@link #explained} withhold it, and {@link #failure} omits causes.
 */
final class HttpConnection {

  private static final int TOO_MANY_REQUESTS = 429;
  private static final int UNAVAILABLE = 503;
  private static final Duration FIRST_WAIT = Duration.ofSeconds(1);

  /** The maximum number of characters of a server's error message that are reported. */
  private static final int SHOWN = 300;

  private final HttpClient client;
  private final Map<String, String> headers;
  private final boolean secret;
  private final Duration timeout;
  private final int waits;
  private final Duration longestWait;
  private final LongAdder moved = new LongAdder();

  HttpConnection(
      HttpClient client,
      Map<String, String> headers,
      boolean secret,
      Duration timeout,
      int waits,
      Duration longestWait) {
    this.client = client;
    this.headers = headers;
    this.secret = secret;
    this.timeout = timeout;
    this.waits = waits;
    this.longestWait = longestWait;
  }

  /** Returns the total size in bytes of all bodies sent and received so far, as transferred. */
  long bytesMoved() {
    return moved.sum();
  }

  /**
   * A response with status 200.
   *
   * @param headers the headers
   * @param body the decompressed body
   */
  @SuppressWarnings("ArrayRecordComponent") // Read once, by the caller.
  record Answer(HttpHeaders headers, byte[] body) {}

  /** Gets a resource; returns empty if the server responds with 404. */
  Optional<Answer> get(URI uri) throws InterruptedException {
    HttpResponse<byte[]> response = sent(uri, request(uri).GET());
    return response.statusCode() == 404 ? Optional.empty() : Optional.of(accepted(uri, response));
  }

  Answer post(URI uri, String contentType, Map<String, String> more, byte[] body)
      throws InterruptedException {
    HttpRequest.Builder request = request(uri).header("Content-Type", contentType);
    more.forEach(request::header);
    return accepted(uri, sent(uri, request.POST(BodyPublishers.ofByteArray(body))));
  }

  private HttpRequest.Builder request(URI uri) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(uri).timeout(timeout).header("Accept-Encoding", "gzip");
    headers.forEach(request::header);
    return request;
  }

  private HttpResponse<byte[]> sent(URI uri, HttpRequest.Builder builder)
      throws InterruptedException {
    HttpRequest request = builder.build();
    for (int waited = 0; ; waited++) {
      HttpResponse<byte[]> response;
      try {
        moved.add(request.bodyPublisher().map(BodyPublisher::contentLength).orElse(0L));
        response = whole(client.sendAsync(request, answer -> new BoundedBody(HeapSpace::has)));
        moved.add(response.body().length);
      } catch (IOException e) {
        throw failure(HttpModelBuilder.shown(uri) + " did not respond: " + reason(e), e);
      }
      int status = response.statusCode();
      if ((status != TOO_MANY_REQUESTS && status != UNAVAILABLE) || waited == waits) {
        return response;
      }
      Duration wait =
          retryAfter(response.headers(), Instant.now())
              .orElse(FIRST_WAIT.multipliedBy(1L << Math.min(waited, 20)));
      if (wait.compareTo(longestWait) > 0) {
        throw new InferenceException(
            HttpModelBuilder.shown(uri)
                + " answered "
                + status
                + ", and the delay "
                + (secret ? "" : "of " + wait.toSeconds() + " s ")
                + "before the next retry is longer than the maximum of "
                + longestWait.toMillis() / 1000.0
                + " s");
      }
      Thread.sleep(wait.toMillis());
    }
  }

  /** Waits for an answer including its body, which the time limit of a request does not cover. */
  private <T> T whole(CompletableFuture<T> call) throws IOException, InterruptedException {
    try {
      return call.get(TimeUnit.NANOSECONDS.convert(timeout), TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      throw new HttpTimeoutException("the answer was not complete after " + timeout);
    } catch (ExecutionException e) {
      throw e.getCause() instanceof IOException cause ? cause : new IOException(e.getCause());
    } finally {
      // Ends the transfer if the wait timed out or was interrupted; otherwise has no effect.
      call.cancel(true);
    }
  }

  private String reason(IOException failure) {
    if (secret && failure instanceof SSLException) {
      return "TLS failed; is the server's certificate trusted and valid for this host?";
    }
    boolean local =
        failure instanceof ConnectException
            || failure instanceof HttpTimeoutException
            || failure instanceof BoundedBody.TooLongException;
    if (secret && !local) {
      return "the connection failed, or the response is not HTTP";
    }
    Throwable cause = failure;
    while (cause.getMessage() == null && cause.getCause() != null) {
      cause = cause.getCause();
    }
    if (cause.getMessage() != null) {
      return cause.getMessage();
    }
    return failure instanceof ConnectException
        ? "the connection was refused; is the server running, at this address?"
        : "the connection was closed";
  }

  /** Parses the seconds or the date of Retry-After (RFC 9110, section 10.2.3). */
  static Optional<Duration> retryAfter(HttpHeaders headers, Instant now) {
    Optional<String> value = headers.firstValue("Retry-After").map(String::trim);
    if (value.isEmpty()) {
      return Optional.empty();
    }
    try {
      long seconds = Long.parseLong(value.get());
      return seconds < 0 ? Optional.empty() : Optional.of(Duration.ofSeconds(seconds));
    } catch (NumberFormatException notANumber) {
      try {
        Instant at =
            ZonedDateTime.parse(value.get(), DateTimeFormatter.RFC_1123_DATE_TIME).toInstant();
        return Optional.of(at.isBefore(now) ? Duration.ZERO : Duration.between(now, at));
      } catch (DateTimeParseException notADate) {
        return Optional.empty();
      }
    }
  }

  private Answer accepted(URI uri, HttpResponse<byte[]> response) {
    byte[] body = unpacked(uri, response);
    if (response.statusCode() != 200) {
      throw new InferenceException(
          HttpModelBuilder.shown(uri)
              + " answered "
              + response.statusCode()
              + ": "
              + shown(new String(body, StandardCharsets.UTF_8)));
    }
    return new Answer(response.headers(), body);
  }

  private byte[] unpacked(URI uri, HttpResponse<byte[]> response) {
    String encoding = response.headers().firstValue("Content-Encoding").orElse("identity");
    if (encoding.equalsIgnoreCase("identity")) {
      return response.body();
    }
    if (!encoding.equalsIgnoreCase("gzip")) {
      throw new InferenceException(
          HttpModelBuilder.shown(uri)
              + " sent an answer with the unsupported encoding "
              + shown(encoding));
    }
    try {
      return unpacked(response.body(), HeapSpace::has);
    } catch (IOException e) {
      throw failure(
          HttpModelBuilder.shown(uri) + " sent a gzip body that can't be read: " + e.getMessage(),
          e);
    }
  }

  /**
   * Unpacks a body, which may be a thousand times as long as the transferred data.
   *
   * @param packed a body in gzip
   * @param fits returns whether a given number of bytes of memory is available
   * @throws IOException if the body is damaged, or does not fit into memory
   */
  static byte[] unpacked(byte[] packed, LongPredicate fits) throws IOException {
    BoundedBody.Bytes out = new BoundedBody.Bytes("it unpacks to", fits);
    byte[] buffer = new byte[1 << 16];
    try (InputStream in = new GZIPInputStream(new ByteArrayInputStream(packed))) {
      for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
        out.add(buffer, read);
      }
    }
    return out.toArray();
  }

  /**
   * Returns the beginning of a server's text, without control characters, or a statement that it is
   * not shown.
   */
  String shown(String text) {
    return secret
        ? "(not shown, since a server may repeat the headers and the query that it received)"
        : printable(text);
  }

  /** Returns what is wrong with an answer, and what was found if it may be shown. */
  String explained(IOException failure) {
    String problem = firstLine(failure);
    if (failure instanceof AnswerFormatException ours) {
      return ours.sent().isEmpty() ? problem : problem + ": " + shown(ours.sent());
    }
    return "it is not the expected JSON: " + shown(problem);
  }

  /** Returns the first line of a message, which may repeat what a server sent. */
  static String firstLine(IOException failure) {
    return String.valueOf(failure.getMessage()).lines().findFirst().orElse("no message");
  }

  /** Returns an exception, without the cause if it may repeat secrets. */
  InferenceException failure(String message, IOException cause) {
    return secret ? new InferenceException(message) : new InferenceException(message, cause);
  }

  /** Returns the beginning of a server's message without control characters. */
  static String printable(String text) {
    String line =
        text.codePoints()
            .limit(SHOWN)
            .map(c -> Character.isISOControl(c) ? ' ' : c)
            .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
            .toString();
    return line.length() < text.length() ? line + " ..." : line;
  }
}
