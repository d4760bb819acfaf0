package io.linkteller.testkit.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.linkteller.feature.FeatureEdit;
import io.linkteller.feature.FeatureMatrix;
import io.linkteller.inference.InferenceApi;
import io.linkteller.inference.InferenceNodes;
import io.linkteller.inference.InferenceQuery;
import it.unimi.dsi.fastutil.ints.IntImmutableList;
import it.unimi.dsi.fastutil.ints.IntList;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.From;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.Size;
import org.ejml.data.DMatrixRMaj;

/**
 * The requirements that an {@link InferenceApi} must satisfy for attacks: an answer depends only on
 * the query, however the implementation saves work.
 *
 * <p>The properties send about 200 queries. A model that adds noise to its answers does not satisfy
 * this contract.
 */
public interface InferenceApiContract {

  /** {@return the black box under test} */
  InferenceApi api();

  /** {@return nodes for which the black box can answer, with their features} */
  InferenceNodes nodes();

  /**
   * {@return the relative tolerance of answers: how much two answers to the same query may differ,
   * divided by their largest magnitude; by default 10<sup>-6</sup>, which suffices for single
   * precision}
   */
  default double tolerance() {
    return 1e-6;
  }

  /**
   * {@return edits of the features: rows scaled, rows replaced by those of other nodes, or none}
   */
  @Provide
  default Arbitrary<FeatureEdit> edits() {
    FeatureMatrix base = nodes().features();
    Arbitrary<IntList> rows = rowSets(base.rows());
    Arbitrary<Double> factors = Arbitraries.of(0.0, 1 + 1e-4, 2.0, -1.0, 1.5);
    return Arbitraries.oneOf(
        Arbitraries.just(FeatureEdit.none()),
        Combinators.combine(rows, factors).as(FeatureEdit::scaling),
        rows.flatMap(
            edited ->
                Arbitraries.integers()
                    .between(0, base.rows() - 1)
                    .list()
                    .ofSize(edited.size())
                    .map(
                        others ->
                            FeatureEdit.replacing(
                                edited,
                                base.selectRows(
                                    new IntImmutableList(
                                        others.stream().mapToInt(i -> i).toArray()))))));
  }

  /** {@return sets of observed rows, not empty and in ascending order} */
  @Provide
  default Arbitrary<IntList> observedRows() {
    return rowSets(nodes().features().rows());
  }

  private static Arbitrary<IntList> rowSets(int count) {
    return Arbitraries.integers()
        .between(0, count - 1)
        .set()
        .ofMinSize(1)
        .ofMaxSize(Math.min(count, 5))
        .map(InferenceApiContract::ascending);
  }

  private static IntList ascending(Set<Integer> rows) {
    return IntImmutableList.of(rows.stream().mapToInt(row -> row).sorted().toArray());
  }

  /**
   * An answer has one finite row per node or per observed row, and the same number of logits for
   * every query.
   *
   * @param edit an edit
   * @param observed the observed rows
   */
  @Property(tries = 20)
  default void anAnswerHasOneFiniteRowPerObservedNode(
      @ForAll("edits") FeatureEdit edit, @ForAll("observedRows") IntList observed) {
    DMatrixRMaj base = nodes().query().ask(api(), "the query without an edit").copy();
    InferenceQuery query = nodes().queryWith(edit).observing(observed);
    DMatrixRMaj answer = query.ask(api(), query.toString());
    assertEquals(base.numCols, answer.numCols, () -> "number of logits per node for " + query);
    // A row of zeros, by whose norm a model may divide, is not left to chance.
    InferenceQuery zero = nodes().queryWith(FeatureEdit.scaling(observed.getInt(0), 0));
    zero.ask(api(), zero.toString());
  }

  /**
   * The same query gets the same answer, regardless of other queries in between.
   *
   * @param edit the edit of the query in between
   */
  @Property(tries = 10)
  default void theSameQueryHasTheSameAnswer(@ForAll("edits") FeatureEdit edit) {
    InferenceApi api = api();
    DMatrixRMaj first = nodes().query().ask(api, "the first query").copy();
    nodes().queryWith(edit).ask(api, "the query in between");
    DMatrixRMaj again = nodes().query().ask(api, "the first query, sent again");
    Close.assertClose(
        "the answer after a query with " + edit, first, again, tolerance() * Close.largest(first));
  }

  /**
   * A query with an edit gets the same answer as a query with the edited features.
   *
   * @param edit an edit
   */
  @Property(tries = 30)
  default void anEditHasTheAnswerOfTheEditedFeatures(@ForAll("edits") FeatureEdit edit) {
    InferenceApi api = api();
    InferenceQuery base = nodes().query();
    DMatrixRMaj before = base.ask(api, "the query without an edit").copy();
    InferenceQuery edited = base.with(edit);
    DMatrixRMaj actual = edited.ask(api, edited.toString()).copy();
    InferenceQuery written =
        base.about(FeatureMatrix.dense(base.features().edited(edit).toDense()));
    DMatrixRMaj expected = written.ask(api, "the query with the edited features");
    Close.assertClose(
        "the answer to " + edited + " against that for the edited features",
        expected,
        actual,
        tolerance() * Close.largest(before, expected));
  }

  /**
   * The answer for an observed row does not depend on which other rows are observed.
   *
   * @param edit an edit
   * @param observed the observed rows
   */
  @Property(tries = 20)
  default void observedRowsAreThoseOfTheFullAnswer(
      @ForAll("edits") FeatureEdit edit, @ForAll("observedRows") IntList observed) {
    InferenceApi api = api();
    InferenceQuery all = nodes().queryWith(edit);
    InferenceQuery some = all.observing(observed);
    DMatrixRMaj full = all.ask(api, all.toString()).copy();
    DMatrixRMaj part = some.ask(api, some.toString());
    Close.assertRows(
        "the observed rows of " + some,
        full,
        observed::getInt,
        part,
        i -> i,
        observed.size(),
        tolerance() * Close.largest(full));
  }

  /**
   * Several queries in one call get the same answers as each query alone, in separate matrices.
   *
   * @param edits the edits of the queries
   * @throws Exception if the black box fails
   */
  @Property(tries = 10)
  default void aBatchHasTheAnswersOfItsQueries(
      @ForAll @Size(min = 1, max = 6) List<@From("edits") FeatureEdit> edits) throws Exception {
    InferenceApi api = api();
    assertTrue(api.batchSize() >= 1, () -> "batchSize is " + api.batchSize());
    List<FeatureEdit> asked =
        edits.subList(0, Math.min(edits.size(), Math.max(2, api.batchSize())));
    List<InferenceQuery> queries = asked.stream().map(nodes()::queryWith).toList();
    List<DMatrixRMaj> together = api.predictAll(queries);
    assertEquals(queries.size(), together.size(), "number of answers of predictAll");
    for (int i = 1; i < together.size(); i++) {
      for (int j = 0; j < i; j++) {
        assertNotSame(
            together.get(j),
            together.get(i),
            "predictAll returned one matrix for queries " + j + " and " + i);
      }
    }
    for (int i = 0; i < queries.size(); i++) {
      InferenceQuery query = queries.get(i);
      DMatrixRMaj alone = query.ask(api, query.toString());
      Close.assertClose(
          "answer " + i + " of predictAll",
          alone,
          query.checked(together.get(i), "answer " + i + " of predictAll"),
          tolerance() * Close.largest(alone));
    }
  }

  /**
   * Queries of several threads do not affect each other.
   *
   * @param edits the edits of the queries, one thread each
   * @throws Exception if the black box fails
   */
  @Property(tries = 5)
  default void threadsDoNotDisturbEachOther(@ForAll @Size(4) List<@From("edits") FeatureEdit> edits)
      throws Exception {
    InferenceApi api = api();
    List<DMatrixRMaj> alone = new ArrayList<>();
    for (FeatureEdit edit : edits) {
      alone.add(nodes().queryWith(edit).ask(api, edit.toString()).copy());
    }
    ExecutorService threads = Executors.newFixedThreadPool(edits.size());
    try {
      List<Future<?>> running = new ArrayList<>();
      for (int t = 0; t < edits.size(); t++) {
        DMatrixRMaj expected = alone.get(t);
        InferenceQuery query = nodes().queryWith(edits.get(t));
        running.add(
            threads.submit(
                () -> {
                  for (int repeat = 0; repeat < 3; repeat++) {
                    Close.assertClose(
                        "the answer to " + query + " while other threads send queries",
                        expected,
                        query.ask(api, query.toString()),
                        tolerance() * Close.largest(expected));
                  }
                }));
      }
      for (Future<?> thread : running) {
        Failures.get(thread);
      }
    } finally {
      threads.shutdownNow();
    }
  }
}
