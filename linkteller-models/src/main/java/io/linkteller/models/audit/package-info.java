/** What a graph owner can learn of a model's leakage from the model itself, without a query. */
@NullMarked
package io.linkteller.models.audit;

import org.jspecify.annotations.NullMarked;
