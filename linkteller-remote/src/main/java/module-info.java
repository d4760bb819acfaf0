/**
 * Black boxes behind an API that fails, is slow, or limits its clients: {@link
 * io.linkteller.remote.RobustApi}.
 */
module io.linkteller.remote {
  requires static org.jspecify;
  requires transitive io.linkteller.core;
  requires dev.failsafe.core;

  exports io.linkteller.remote;
}
