/**
 * Published data sets, downloaded once and verified by their SHA-256. Start with {@link
 * io.linkteller.data.published.DatasetCache}.
 */
@NullMarked
package io.linkteller.data.published;

import org.jspecify.annotations.NullMarked;
