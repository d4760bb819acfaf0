/**
 * Models in TorchScript files as black boxes, run by PyTorch through DJL.
 *
 * <pre>{@code
 * try (TorchModel api = TorchModel.open(Path.of("gcn.torchscript"), graph)) {
 *   LinkPrediction found = LinkTeller.attack(api, InferenceNodes.of(features), graph.density());
 * }
 * }</pre>
 *
 * <p>PyTorch itself is a native library of several hundred megabytes and no dependency of this
 * module. Who uses it adds it for his platform; nothing is downloaded at run time:
 *
 * <pre>
 * ai.djl.pytorch:pytorch-native-cpu:2.1.1:linux-x86_64
 * ai.djl.pytorch:pytorch-jni:2.1.1-0.27.0
 * </pre>
 */
@NullMarked
package io.linkteller.torch;

import org.jspecify.annotations.NullMarked;
