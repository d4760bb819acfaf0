/**
 * Data sets that are fetched from where they are published, once, and compared with their SHA-256.
 * Start with {@link io.linkteller.data.published.DatasetCache}.
 */
@NullMarked
package io.linkteller.data.published;

import org.jspecify.annotations.NullMarked;
