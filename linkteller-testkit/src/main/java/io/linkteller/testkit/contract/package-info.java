/**
 * Contracts of the interfaces that users implement, as jqwik properties. A test class implements a
 * contract and returns the subject of the test; the properties are inherited:
 *
 * <pre>{@code
 * class MyOperatorTest implements OperatorContract {
 *   public Value compose(ProgramBuilder program, Graph graph, Value h) {
 *     return program.apply(new MyOperator(graph), h);
 *   }
 * }
 * }</pre>
 *
 * <p>{@link io.linkteller.testkit.contract.InferenceApiContract} is for black boxes, {@link
 * io.linkteller.testkit.contract.GraphPerturberContract} and {@link
 * io.linkteller.testkit.contract.GraphMechanismContract} for perturbers, {@link
 * io.linkteller.testkit.contract.OperatorContract} for operators, and {@link
 * io.linkteller.testkit.contract.PairScoreContract} for scores. {@link
 * io.linkteller.testkit.contract.Theorem1} and {@link io.linkteller.testkit.contract.Proposition1}
 * state what the paper proves about influence. {@link io.linkteller.testkit.contract.PrivacyProof}
 * proves differential privacy on small graphs, exactly. {@link
 * io.linkteller.testkit.contract.LeakageAssertion} asserts that a model reveals few of its edges.
 *
 * <p>Each call of a method without a default must return an equal subject. Methods with a default
 * can be overridden to describe the subject further.
 */
@NullMarked
package io.linkteller.testkit.contract;

import org.jspecify.annotations.NullMarked;
