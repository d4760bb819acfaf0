package io.linkteller.architecture.broken.attack;

import io.linkteller.architecture.broken.attack.reading.Reading;

/** The vocabulary of attacks that knows what lies above it. */
public record KnowsReading(Reading reading) {}
