package io.linkteller.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DidYouMeanTest {

  @ParameterizedTest
  @CsvSource({
    "audti, audit",
    "audit --featurs=x, --features",
    "audit --data x --targts 5, --targets",
    "audit --attacks linkteler, linkteller",
    "attack --data x --attack chosen-featurs, chosen-features",
    "audit --data x --format twich, twitch",
    "audit --data x --degree hihg, high",
    "perturb --mechanism lap-grph --epsilon 1, lapgraph",
    "protect --data x --out y --mechanisms gap;edgrand, edgerand"
  })
  void aWrongNameOfACommandAnOptionOrAValueIsAnsweredWithTheRightOne(String line, String meant) {
    Cli.Run run = Cli.run(line.replace(';', ',').split(" ", -1));
    assertEquals(2, run.exitCode(), run.err());
    assertTrue(run.err().contains("did you mean '" + meant + "'?"), run.err());
  }

  @Test
  void aNameThatIsFarFromAllOthersIsAnsweredWithoutAQuestion() {
    Cli.Run run = Cli.run("audit", "--xyzzy");
    assertFalse(run.err().contains("did you mean"), run.err());
    assertEquals(Optional.empty(), DidYouMean.nearest("graph", List.of("audit", "perturb")));
  }
}
