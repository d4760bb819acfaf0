/** Tests of HTTP clients with servers in the same process. */
@NullMarked
package io.linkteller.remote.http;

import org.jspecify.annotations.NullMarked;
