package io.linkteller.testkit.contract;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectMethod;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import org.junit.platform.engine.DiscoverySelector;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/** Runs contracts as a build does. */
public final class Contracts {

  private Contracts() {}

  /**
   * Runs the properties of a class.
   *
   * @param test the class
   * @return the message of each property that failed, by its name
   */
  public static Map<String, String> failures(Class<?> test) {
    return failures(test, selectClass(test));
  }

  /** Runs one property of a class: an empty map, or its message by its name. */
  static Map<String, String> failures(Class<?> test, String property) {
    Method method =
        Arrays.stream(test.getMethods())
            .filter(each -> each.getName().equals(property))
            .findFirst()
            .orElseThrow();
    return failures(test, selectMethod(test, method));
  }

  private static Map<String, String> failures(Class<?> test, DiscoverySelector selector) {
    LauncherDiscoveryRequest request =
        LauncherDiscoveryRequestBuilder.request()
            .selectors(selector)
            // Failures are expected here, so nothing is printed or stored.
            .configurationParameter("jqwik.reporting.usejunitplatform", "true")
            .configurationParameter("jqwik.database", database())
            .build();
    Map<String, String> failures = new TreeMap<>();
    int[] run = new int[1];
    LauncherFactory.create()
        .execute(
            request,
            new TestExecutionListener() {
              @Override
              public void executionFinished(TestIdentifier id, TestExecutionResult result) {
                if (id.isTest()) {
                  run[0]++;
                  result
                      .getThrowable()
                      .ifPresent(e -> failures.put(id.getDisplayName(), String.valueOf(e)));
                }
              }
            });
    assertTrue(run[0] > 0, () -> "nothing was run in " + test);
    return failures;
  }

  private static String database() {
    try {
      Path file = Files.createTempFile("linkteller-contracts", ".jqwik");
      Files.delete(file);
      return file.toString();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Asserts that a property failed with a message.
   *
   * @param test the class that implements the contract
   * @param property the name of the property
   * @param words what its message must contain
   */
  public static void assertCaught(Class<?> test, String property, String... words) {
    Map<String, String> failures = failures(test, property);
    String message = failures.getOrDefault(property, "");
    for (String word : words) {
      assertTrue(
          failures.containsKey(property) && message.contains(word),
          () -> property + " did not fail with \"" + word + "\" but there was " + failures);
    }
  }
}
