package io.linkteller.testkit.attack;

import io.linkteller.LinkTeller;
import io.linkteller.inference.InferenceApi;
import io.linkteller.testkit.fixture.RandomMixing;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** A program that attacks a slow model, to be killed on the way. */
final class JournaledAttack {

  private JournaledAttack() {}

  /**
   * Attacks.
   *
   * @param args the journal, and a file that grows by a byte with each answer of the model
   */
  public static void main(String[] args) {
    LinkTeller.builder()
        .parallelism(2)
        .journal(Path.of(args[0]))
        .build()
        .run(slow(Path.of(args[1])), RandomMixing.nodes(), RandomMixing.K_HAT);
  }

  private static InferenceApi slow(Path answered) {
    RandomMixing model = new RandomMixing();
    return query -> {
      Thread.sleep(20);
      count(answered);
      return model.predict(query);
    };
  }

  private static synchronized void count(Path answered) throws IOException {
    Files.write(answered, new byte[1], StandardOpenOption.CREATE, StandardOpenOption.APPEND);
  }
}
