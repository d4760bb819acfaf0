package io.linkteller.testkit.contract;

import io.linkteller.dp.AsymmetricRandomizedResponse;
import io.linkteller.dp.EdgeRand;
import io.linkteller.dp.GraphMechanism;
import io.linkteller.dp.LapGraph;
import io.linkteller.dp.TopMFilter;
import io.linkteller.graph.Graph;
import io.linkteller.testkit.arbitrary.GraphArbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Group;
import net.jqwik.api.Provide;
import net.jqwik.api.Tag;

/** The mechanisms of the library keep the contract. */
@Tag("thorough")
@SuppressWarnings("ClassCanBeStatic") // Groups of jqwik are inner classes.
class ContractsOfMechanismsTest {

  /** What every mechanism of the library takes. */
  interface OfAllKinds extends GraphMechanismContract {
    @Override
    @Provide
    default Arbitrary<Graph> graphs() {
      return GraphArbitraries.ofAllKinds(0, 8);
    }
  }

  @Group
  class EdgeRandAtTwo implements OfAllKinds {
    @Override
    public GraphMechanism mechanism() {
      return EdgeRand.withEpsilon(2);
    }
  }

  @Group
  class LapGraphAtOne implements OfAllKinds {
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
  class AsymmetricRandomizedResponseAtOne implements OfAllKinds {
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
  class TopMFilterAtOne implements OfAllKinds {
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
