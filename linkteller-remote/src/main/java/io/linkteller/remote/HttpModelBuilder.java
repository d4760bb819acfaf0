package io.linkteller.remote;

import java.net.URI;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import javax.net.ssl.SSLContext;

/**
 * The settings that all HTTP clients of this package have in common. Not safe for use by several
 * threads.
 *
 * <p>Values of headers are treated as secrets, and so is the query of a URI: they do not appear in
 * any message, log or {@code toString} of this package. If there are any, nothing that the server
 * sends appears in a message either, since it may repeat them in any form.
 *
 * @param <B> the type of the builder itself
 */
public abstract class HttpModelBuilder<B extends HttpModelBuilder<B>> {

  /** Headers that the client sets itself. */
  private static final Set<String> RESERVED =
      Set.of(
          "accept-encoding",
          "connection",
          "content-encoding",
          "content-length",
          "content-type",
          "host",
          "inference-header-content-length",
          "transfer-encoding");

  /** The names and addresses by which this machine reaches itself. */
  private static final Pattern LOOPBACK =
      Pattern.compile("(?i)localhost|127(\\.\\d{1,3}){3}|\\[(::1|(0{1,4}:){7}0{0,3}1)]");

  private final URI server;
  private final Map<String, String> headers = new LinkedHashMap<>();
  private Duration timeout = Duration.ofSeconds(60);
  private Duration longestWait = Duration.ofSeconds(60);
  private int waits = 5;
  private int batch = 1;
  private Optional<SSLContext> tls = Optional.empty();
  private Consumer<String> onWarning =
      warning ->
          System.getLogger(HttpModelBuilder.class.getName())
              .log(System.Logger.Level.WARNING, warning);

  HttpModelBuilder(URI server) {
    String scheme = String.valueOf(server.getScheme()).toLowerCase(Locale.ROOT);
    if (!scheme.equals("http") && !scheme.equals("https")) {
      throw new IllegalArgumentException("server = " + shown(server) + " is not an http(s) URI");
    }
    if (server.getHost() == null) {
      throw new IllegalArgumentException("server = " + shown(server) + " has no host");
    }
    if (server.getUserInfo() != null) {
      throw new IllegalArgumentException(
          "server = " + shown(server) + " contains credentials; use a header instead");
    }
    this.server = server;
  }

  /** Returns a URI without credentials and query, which may be secrets. */
  static String shown(URI uri) {
    return uri.getScheme()
        + "://"
        + uri.getHost()
        + (uri.getPort() < 0 ? "" : ":" + uri.getPort())
        + (uri.getPath() == null ? "" : uri.getPath());
  }

  /**
   * Adds a header to every request. Replaces a header with the same name.
   *
   * @param name the name
   * @param value the value, which does not appear in messages
   * @return this builder
   * @throws IllegalArgumentException if the client sets this header itself, or the name or the
   *     value contains a character that is not allowed in a header
   */
  public B header(String name, String value) {
    if (name.isEmpty() || !name.chars().allMatch(HttpModelBuilder::isTokenCharacter)) {
      throw new IllegalArgumentException("header name '" + name + "' is not an HTTP token");
    }
    if (RESERVED.contains(name.toLowerCase(Locale.ROOT))) {
      throw new IllegalArgumentException("header " + name + " is set by the client itself");
    }
    if (value.chars().anyMatch(c -> (c < ' ' && c != '\t') || c == 127 || c > 255)) {
      // The JDK would also reject the value, but would quote it.
      throw new IllegalArgumentException(
          "the value of header "
              + name
              + " contains control characters or characters beyond U+00FF");
    }
    headers.keySet().removeIf(known -> known.equalsIgnoreCase(name));
    headers.put(name, value);
    return self();
  }

  private static boolean isTokenCharacter(int c) {
    return (c >= '0' && c <= '9')
        || (c >= 'a' && c <= 'z')
        || (c >= 'A' && c <= 'Z')
        || "!#$%&'*+-.^_`|~".indexOf(c) >= 0;
  }

  /**
   * Authenticates every request with a bearer token (RFC 6750).
   *
   * @param token the token, without the word {@code Bearer}
   * @return this builder
   * @throws IllegalArgumentException if the token is empty or contains white space, control
   *     characters or characters beyond U+00FF
   */
  public B bearerToken(String token) {
    if (token.isEmpty() || token.chars().anyMatch(c -> c <= ' ' || c == 127 || c > 255)) {
      throw new IllegalArgumentException(
          "the token is empty or contains white space, control characters or characters beyond"
              + " U+00FF");
    }
    return header("Authorization", "Bearer " + token);
  }

  /**
   * Sets the time limits for establishing a connection and for receiving an answer.
   *
   * @param limit the limit of each, positive; default 60 s
   * @return this builder
   * @throws IllegalArgumentException if {@code limit} is not positive
   */
  public B timeout(Duration limit) {
    this.timeout = requirePositive("timeout", limit);
    return self();
  }

  /**
   * Sets how requests are retried after a response with status 429 or 503. The delay is that of the
   * {@code Retry-After} header; without this header, it is one second, doubled for each subsequent
   * retry.
   *
   * @param times the maximum number of retries per request, at least 0; default 5
   * @param longest the maximum delay, positive; default 60 s. The query fails if a longer delay is
   *     required
   * @return this builder
   * @throws IllegalArgumentException if an argument is out of range
   */
  public B waiting(int times, Duration longest) {
    if (times < 0) {
      throw new IllegalArgumentException("times = " + times + " is negative");
    }
    this.waits = times;
    this.longestWait = requirePositive("longest", longest);
    return self();
  }

  /**
   * Sets how many queries may share a request. Attacks send queries together if none of them
   * depends on the answer to another.
   *
   * @param queries the maximum number of queries, at least 1; default 1
   * @return this builder
   * @throws IllegalArgumentException if {@code queries} is below 1
   */
  public B batch(int queries) {
    if (queries < 1) {
      throw new IllegalArgumentException("queries = " + queries + " is below 1");
    }
    this.batch = queries;
    return self();
  }

  final int batch() {
    return batch;
  }

  /**
   * Sets the TLS context, which determines the trusted server certificates and the client's own
   * certificate.
   *
   * @param context the context; by default that of the Java runtime
   * @return this builder
   */
  public B tls(SSLContext context) {
    this.tls = Optional.of(context);
    return self();
  }

  /**
   * Sets the receiver of the warnings that the client issues while it is built. The client warns if
   * values of headers, such as a token, or the query of the URI will be sent over plain HTTP to
   * another machine, where anyone in between can read them.
   *
   * @param listener receives the text; by default the system logger of this class
   * @return this builder
   */
  public B onWarning(Consumer<String> listener) {
    this.onWarning = listener;
    return self();
  }

  private void warnOfPlainHttp() {
    boolean plain = server.getScheme().equalsIgnoreCase("http");
    List<String> secrets = new ArrayList<>();
    if (!headers.isEmpty()) {
      secrets.add("the values of the headers " + headers.keySet());
    }
    if (server.getRawQuery() != null) {
      secrets.add("the query of the URI");
    }
    if (plain && !secrets.isEmpty() && !LOOPBACK.matcher(server.getHost()).matches()) {
      onWarning.accept(
          "over plain HTTP to "
              + shown(server)
              + ", others can read "
              + String.join(" and ", secrets)
              + "; use https");
    }
  }

  abstract B self();

  final URI server() {
    return server;
  }

  /** Creates a connection with these settings. */
  final HttpConnection connection() {
    warnOfPlainHttp();
    HttpClient.Builder client =
        HttpClient.newBuilder()
            .connectTimeout(timeout)
            .followRedirects(HttpClient.Redirect.NEVER)
            .version(HttpClient.Version.HTTP_1_1);
    tls.ifPresent(client::sslContext);
    return new HttpConnection(
        client.build(),
        Map.copyOf(headers),
        !headers.isEmpty() || server.getRawQuery() != null,
        timeout,
        waits,
        longestWait);
  }

  private static Duration requirePositive(String name, Duration value) {
    if (value.isZero() || value.isNegative()) {
      throw new IllegalArgumentException(name + " = " + value + " must be positive");
    }
    return value;
  }
}
