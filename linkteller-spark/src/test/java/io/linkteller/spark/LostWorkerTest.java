package io.linkteller.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerExecutorRemoved;
import org.apache.spark.scheduler.SparkListenerTaskEnd;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.io.TempDir;

@Tag("thorough")
@EnabledForJreRange(
    maxVersion = 23,
    disabledReason = "Hadoop, which Spark 4.0 needs, calls a method that Java 24 removed")
class LostWorkerTest {

  private static final int PARTITIONS = 40;

  @TempDir private Path directory;

  /** Kills a worker once some tasks of the second pass have ended. */
  private static final class Killer extends SparkListener {

    private final StandaloneCluster cluster;
    private final AtomicInteger ended = new AtomicInteger();
    private final AtomicBoolean killed = new AtomicBoolean();
    private final AtomicInteger executorsLost = new AtomicInteger();
    private final Set<String> executors = ConcurrentHashMap.newKeySet();

    Killer(StandaloneCluster cluster) {
      this.cluster = cluster;
    }

    @Override
    public void onTaskEnd(SparkListenerTaskEnd end) {
      executors.add(end.taskInfo().executorId());
      if (ended.incrementAndGet() >= PARTITIONS + PARTITIONS / 4
          && executors.size() == 2
          && killed.compareAndSet(false, true)) {
        cluster.kill(0);
      }
    }

    @Override
    public void onExecutorRemoved(SparkListenerExecutorRemoved removed) {
      executorsLost.incrementAndGet();
    }
  }

  @Test
  void losingAWorkerDoesNotChangeTheReport() throws Exception {
    SmallAudit small = SmallAudit.write(directory, 6000, 60_000);
    String expected = small.onOneMachine().digest();
    try (StandaloneCluster cluster = StandaloneCluster.start(directory, 2)) {
      SparkSession session =
          SparkSession.builder()
              .master(cluster.url())
              .appName("LostWorkerTest")
              .config("spark.ui.enabled", false)
              .config("spark.driver.host", "localhost")
              .config("spark.executor.memory", "512m")
              .config("spark.executor.extraClassPath", StandaloneCluster.classPath())
              // Both workers register before the first task.
              .config("spark.scheduler.minRegisteredResourcesRatio", 1)
              .config("spark.cores.max", 2)
              .getOrCreate();
      try {
        Killer killer = new Killer(cluster);
        session.sparkContext().addSparkListener(killer);
        String found =
            SparkAudit.builder(session, small.data(), small.weights())
                .partitions(PARTITIONS)
                .sendingFiles()
                .build()
                .run()
                .digest();
        assertEquals(expected, found);
        assertTrue(killer.killed.get(), killer.ended + " tasks ended");
        assertFalse(killer.executors.isEmpty());
        assertEquals(1, killer.executorsLost.get());
      } finally {
        session.stop();
      }
    }
  }
}
