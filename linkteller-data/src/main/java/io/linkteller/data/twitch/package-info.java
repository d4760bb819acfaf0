/**
 * The Twitch social networks of the paper, one per country. Start with {@link
 * io.linkteller.data.twitch.TwitchDataset}.
 */
@NullMarked
package io.linkteller.data.twitch;

import org.jspecify.annotations.NullMarked;
