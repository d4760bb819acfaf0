/** A user's module, which requires only published modules of the library. */
module org.example.consumer {
  requires io.linkteller.dp;
  requires transitive io.linkteller.eval;

  exports org.example.consumer;
}
