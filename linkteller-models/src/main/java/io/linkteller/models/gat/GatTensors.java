package io.linkteller.models.gat;

import io.linkteller.models.parameter.Tensor;
import java.util.Optional;

/**
 * The parameters of a layer with a number of heads of width c.
 *
 * @param weight W, d x (heads times c), the heads side by side
 * @param sourceScore a_src, heads x c, applied to the node that is attended to
 * @param destinationScore a_dst, heads x c, applied to the node that attends
 * @param bias b, 1 x output width
 * @param skip S, with the shape of W; empty without a skip connection
 */
record GatTensors(
    Tensor weight,
    Tensor sourceScore,
    Tensor destinationScore,
    Tensor bias,
    Optional<Tensor> skip) {}
