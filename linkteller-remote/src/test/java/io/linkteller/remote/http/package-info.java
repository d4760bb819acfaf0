/** Models behind servers of this process, well-behaved and not. */
@NullMarked
package io.linkteller.remote.http;

import org.jspecify.annotations.NullMarked;
