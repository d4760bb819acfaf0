/**
 * Models behind an API that fails, is slow, or limits its clients: {@link
 * io.linkteller.remote.RobustApi}; models behind HTTP: {@link io.linkteller.remote.http}.
 */
module io.linkteller.remote {
  requires static org.jspecify;
  requires transitive io.linkteller.core;
  requires com.fasterxml.jackson.core;
  requires dev.failsafe.core;
  requires transitive java.net.http;

  exports io.linkteller.remote;
  exports io.linkteller.remote.http;
}
