package io.linkteller.models.gat;

import io.linkteller.models.network.Tensor;
import java.util.Optional;

/**
 * The parameters of a layer of {@code heads} heads of c columns.
 *
 * @param weight W, d x (heads times c), the heads side by side
 * @param sourceScore a_src, heads x c: what a node's neighbors see of it
 * @param destinationScore a_dst, heads x c: what a node looks with
 * @param bias b, a row as wide as the output
 * @param skip S, as W, where there is a skip connection
 */
record GatTensors(
    Tensor weight,
    Tensor sourceScore,
    Tensor destinationScore,
    Tensor bias,
    Optional<Tensor> skip) {}
