package io.linkteller.testkit.arbitrary;

import java.util.List;
import net.jqwik.api.configurators.ArbitraryConfigurator;
import net.jqwik.api.domains.DomainContext;
import net.jqwik.api.providers.ArbitraryProvider;

/**
 * The arbitrary values of this package as a domain, for tests that name their domains:
 *
 * <pre>{@code
 * @Domain(LinkTellerDomain.class)
 * @Domain(DomainContext.Global.class)
 * class MyProperties { ... }
 * }</pre>
 */
public final class LinkTellerDomain implements DomainContext {

  /** Creates the domain, for jqwik. */
  public LinkTellerDomain() {}

  @Override
  public List<ArbitraryProvider> getArbitraryProviders() {
    return List.of(new LinkTellerArbitraries());
  }

  @Override
  public List<ArbitraryConfigurator> getArbitraryConfigurators() {
    return List.of();
  }
}
