package io.linkteller.testkit.contract;

import io.linkteller.dp.AsymmetricRandomizedResponse;
import io.linkteller.dp.EdgeRand;
import io.linkteller.dp.GraphMechanism;
import io.linkteller.dp.LapGraph;
import io.linkteller.dp.TopMFilter;
import net.jqwik.api.Group;
import net.jqwik.api.Tag;

/** The mechanisms of the library keep the contract. */
@Tag("slow")
@SuppressWarnings("ClassCanBeStatic") // Groups of jqwik are inner classes.
class ContractsOfMechanismsTest {

  @Group
  class EdgeRandAtTwo implements GraphMechanismContract {
    @Override
    public GraphMechanism mechanism() {
      return EdgeRand.withEpsilon(2);
    }
  }

  @Group
  class LapGraphAtOne implements GraphMechanismContract {
    @Override
    public GraphMechanism mechanism() {
      return LapGraph.withEpsilon(1).withCountShare(0.5);
    }

    @Override
    public double negligible() {
      return 1e-5;
    }
  }

  @Group
  class AsymmetricRandomizedResponseAtOne implements GraphMechanismContract {
    @Override
    public GraphMechanism mechanism() {
      return AsymmetricRandomizedResponse.withEpsilon(1).withCountShare(0.5);
    }

    @Override
    public double negligible() {
      return 1e-5;
    }
  }

  @Group
  class TopMFilterAtOne implements GraphMechanismContract {
    @Override
    public GraphMechanism mechanism() {
      return TopMFilter.withEpsilon(1).withCountShare(0.5);
    }

    @Override
    public double negligible() {
      return 1e-5;
    }
  }
}
