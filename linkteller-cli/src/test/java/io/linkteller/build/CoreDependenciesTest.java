package io.linkteller.build;

import static java.util.stream.Collectors.toSet;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.maven.model.Dependency;
import org.apache.maven.model.Model;
import org.junit.jupiter.api.Test;

/** Who adds linkteller-core to a project gets EJML and fastutil and nothing else. */
final class CoreDependenciesTest {

  private static final Set<String> LEAN =
      Set.of("org.ejml:ejml-ddense", "it.unimi.dsi:fastutil-core");

  @Test
  void coreDependsOnEjmlAndFastutilOnly() throws IOException {
    assertEquals(LEAN, broughtAlong(parent(), core()));
  }

  @Test
  void oneMoreLibraryInCoreIsSeen() throws IOException {
    Model core = core();
    core.addDependency(dependency("org.slf4j", "slf4j-api", "runtime"));
    assertEquals(Set.of("org.slf4j:slf4j-api"), surplus(parent(), core));
  }

  @Test
  void oneMoreLibraryThatEveryModuleInheritsIsSeen() throws IOException {
    Model parent = parent();
    parent.getDependencies().stream()
        .filter(dependency -> dependency.getArtifactId().equals("jspecify"))
        .forEach(dependency -> dependency.setScope("compile"));
    assertEquals(Set.of("org.jspecify:jspecify"), surplus(parent, core()));
  }

  private static Set<String> surplus(Model parent, Model core) {
    return broughtAlong(parent, core).stream()
        .filter(name -> !LEAN.contains(name))
        .collect(toSet());
  }

  private static Set<String> broughtAlong(Model parent, Model core) {
    return Stream.concat(parent.getDependencies().stream(), core.getDependencies().stream())
        .filter(dependency -> Set.of("compile", "runtime").contains(MavenBuild.scope(dependency)))
        .map(dependency -> dependency.getGroupId() + ":" + dependency.getArtifactId())
        .collect(toSet());
  }

  private static Dependency dependency(String group, String artifact, String scope) {
    Dependency dependency = new Dependency();
    dependency.setGroupId(group);
    dependency.setArtifactId(artifact);
    dependency.setScope(scope);
    return dependency;
  }

  private static Model parent() throws IOException {
    return MavenBuild.model(Repository.root());
  }

  private static Model core() throws IOException {
    return MavenBuild.model(Repository.root().resolve("linkteller-core"));
  }
}
