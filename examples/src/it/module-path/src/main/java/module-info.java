/** A module that uses only what the library publishes. */
module org.example.consumer {
  requires io.linkteller.dp;
  requires transitive io.linkteller.eval;

  exports org.example.consumer;
}
