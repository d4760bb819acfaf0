package io.linkteller.attack.auto;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.linkteller.attack.AttackRequest;
import io.linkteller.attack.AttackSettings;
import io.linkteller.attack.AttackTrait;
import io.linkteller.attack.LinkAttackProvider;
import io.linkteller.inference.output.AnswerKind;
import io.linkteller.inference.output.Posterior;
import io.linkteller.privacy.ResponseRates;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class StandardAttacksTest {

  private static final AnswerKind LABELS =
      new AnswerKind(AnswerKind.Form.LABELS, Posterior.SOFTMAX, OptionalInt.empty());

  @Test
  void everyAttackIsRegisteredUnderItsName() {
    assertEquals(
        List.of(
            "auto",
            "chosen-features",
            "denoising",
            "group-testing",
            "kinks",
            "labels",
            "linkteller",
            "lsa2-attr",
            "lsa2-post",
            "node-injection",
            "own-features",
            "random",
            "spectral-root"),
        LinkAttackProvider.all().stream().map(LinkAttackProvider::name).toList());
    assertEquals("spectral-root", LinkAttackProvider.named(" Spectral_Root").name());
  }

  @Test
  void anUnknownNameIsRejectedWithTheNamesThereAre() {
    IllegalArgumentException e =
        assertThrows(IllegalArgumentException.class, () -> LinkAttackProvider.named("lsa3"));
    assertTrue(String.valueOf(e.getMessage()).contains("lsa2-post"), e::toString);
  }

  @Test
  void attacksOnLogitsRejectLabels() {
    AttackRequest request = AttackRequest.builder().answers(LABELS).build();
    for (LinkAttackProvider attack : LinkAttackProvider.all()) {
      if (attack.traits().contains(AttackTrait.NEEDS_LOGITS)) {
        assertThrows(IllegalArgumentException.class, () -> attack.create(request), attack.name());
      }
    }
  }

  @Test
  void onlyDenoisingNeedsToKnowAMechanism() {
    AttackRequest request = AttackRequest.builder().rates(ResponseRates.ofEdgeRand(2)).build();
    for (LinkAttackProvider attack : LinkAttackProvider.all()) {
      attack.create(request);
      if (!attack.name().equals("denoising")) {
        attack.create(AttackSettings.DEFAULT);
      }
    }
    LinkAttackProvider denoising = LinkAttackProvider.named("denoising");
    assertThrows(IllegalArgumentException.class, () -> denoising.create(AttackSettings.DEFAULT));
  }
}
