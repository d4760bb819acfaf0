/**
 * Models behind HTTP; {@link io.linkteller.remote.RobustApi} handles APIs that fail, are slow, or
 * limit their clients.
 */
module io.linkteller.remote {
  requires static org.jspecify;
  requires transitive io.linkteller.core;
  requires com.fasterxml.jackson.core;
  requires dev.failsafe.core;
  requires transitive java.net.http;

  exports io.linkteller.remote;
}
