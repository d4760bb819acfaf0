package io.linkteller.remote;

import io.linkteller.inference.InferenceApi;
import io.linkteller.inference.InferenceNodes;
import io.linkteller.inference.InferenceQuery;
import io.linkteller.testing.fixture.RandomMixing;
import io.linkteller.testkit.contract.InferenceApiContract;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import net.jqwik.api.Group;
import org.ejml.data.DMatrixRMaj;

/** A model that is guarded against failures still satisfies the contract of black boxes. */
@SuppressWarnings("ClassCanBeStatic") // Groups of jqwik are inner classes.
class RobustApiContractTest {

  @Group
  class WithAFailureEveryThirdTime implements InferenceApiContract {
    @Override
    public InferenceApi api() {
      AtomicInteger asked = new AtomicInteger();
      InferenceApi failing =
          new InferenceApi() {
            @Override
            public DMatrixRMaj predict(InferenceQuery query) throws IOException {
              if (asked.incrementAndGet() % 3 == 0) {
                throw new IOException("down");
              }
              return new RandomMixing().predict(query);
            }
          };
      return RobustApi.of(failing).retrying(9, Duration.ofMillis(1)).build();
    }

    @Override
    public InferenceNodes nodes() {
      return RandomMixing.nodes();
    }

    @Override
    public double tolerance() {
      return 0;
    }
  }
}
