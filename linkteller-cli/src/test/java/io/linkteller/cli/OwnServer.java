package io.linkteller.cli;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;

/** A local server with a custom protocol. */
final class OwnServer implements AutoCloseable {

  /** Answers requests; an empty answer is a refusal. */
  @FunctionalInterface
  interface Protocol {
    String answer(HttpExchange exchange) throws IOException;
  }

  private final HttpServer server;

  OwnServer(Protocol protocol) throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          byte[] body = protocol.answer(exchange).getBytes(StandardCharsets.UTF_8);
          exchange.sendResponseHeaders(body.length > 0 ? 200 : 400, body.length);
          exchange.getResponseBody().write(body);
          exchange.close();
        });
    server.start();
  }

  String uri() {
    return "http://localhost:" + server.getAddress().getPort();
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
