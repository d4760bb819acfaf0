package io.linkteller.architecture.broken.stray;

import io.linkteller.architecture.broken.dp.Mechanism;
import java.util.List;

/** A package that no module owns, and half of a cycle of packages. */
public record OfNoModule(List<Mechanism> mechanisms) {}
