/**
 * White-box audits of a model's edge leakage, for the graph owner. A high recall in the {@link
 * io.linkteller.models.audit.LeakageReport} proves that the model leaks edges. A low recall shows
 * only that this family of attacks fails; a guarantee against all attacks requires differential
 * privacy.
 */
@NullMarked
package io.linkteller.models.audit;

import org.jspecify.annotations.NullMarked;
