package io.linkteller.attack.chosen;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class RaisedSetTest {

  private static int size(RaisedSet set, int n) {
    int size = 0;
    for (int u = 0; u < n; u++) {
      size += set.contains(u) ? 1 : 0;
    }
    return size;
  }

  @Test
  void aShareOfZeroDrawsOneNodeAndOfOneAll() {
    SplittableRandom random = new SplittableRandom(1);
    for (int n = 1; n < 20; n++) {
      assertEquals(1, size(RaisedSet.draw(n, 0, random), n));
      assertEquals(n, size(RaisedSet.draw(n, 1, random), n));
    }
    // 10 standard deviations.
    assertEquals(3000, size(RaisedSet.draw(10_000, 0.3, random), 10_000), 460);
  }

  @Test
  void membersAreAtMuAndOthersAtNu() {
    double[] pi = {0.5, 2, 3};
    RaisedSet all = RaisedSet.draw(3, 1, new SplittableRandom(1));
    assertArrayEquals(new double[] {2, 8, 12}, all.at(4, pi));
    RaisedSet one = RaisedSet.draw(3, 0, new SplittableRandom(1));
    double[] s = one.at(4, -1, pi);
    double[] alone = one.at(4, pi);
    for (int u = 0; u < 3; u++) {
      assertEquals((one.contains(u) ? 4 : -1) * pi[u], s[u]);
      assertEquals(s[u], alone[u]);
      assertTrue(one.contains(u) || one.at(4, 0.25, pi)[u] == 0.25 * pi[u]);
    }
  }
}
