/**
 * White-box audit of the edge leakage of a model, for the graph owner. A high recall in the {@link
 * io.linkteller.models.audit.LeakageReport} proves that the model leaks edges. A low recall holds
 * only for this family of attacks; a guarantee against all attacks requires differential privacy.
 */
@NullMarked
package io.linkteller.models.audit;

import org.jspecify.annotations.NullMarked;
