package io.linkteller.build;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.maven.model.Dependency;
import org.apache.maven.model.Developer;
import org.apache.maven.model.Exclusion;
import org.apache.maven.model.License;
import org.apache.maven.model.Model;
import org.apache.maven.model.Plugin;
import org.apache.maven.model.PluginContainer;
import org.apache.maven.model.PluginExecution;
import org.apache.maven.model.Resource;
import org.apache.maven.model.io.xpp3.MavenXpp3Reader;
import org.codehaus.plexus.util.xml.Xpp3Dom;
import org.codehaus.plexus.util.xml.pull.XmlPullParserException;
import org.jspecify.annotations.Nullable;

/** Reads the POMs as they are written, without resolving anything. */
final class MavenBuild {

  private static final Pattern REFERENCE = Pattern.compile("\\$\\{([^}]+)}");
  private static final Pattern HEAP = Pattern.compile("-Xmx(\\w+)");
  private static final Pattern OPENED = Pattern.compile("--add-opens=(\\S+)");
  private static final Pattern DEFINITION = Pattern.compile("-D([\\w.]+)=(\\S+)");
  private static final Pattern LINT = Pattern.compile("-Xlint:(.*)");
  private static final String VERSION = ".version";

  private final BuildFacts facts = new BuildFacts("Maven");
  private final Set<String> managed = new TreeSet<>();
  private final Set<String> used = new TreeSet<>();

  private MavenBuild() {}

  static BuildFacts read(Path root) throws IOException {
    MavenBuild build = new MavenBuild();
    Model parent = model(root);
    Map<String, Model> modules = new LinkedHashMap<>();
    for (String module : parent.getModules()) {
      modules.put(module, model(root.resolve(module)));
    }
    build.readParent(parent, Files.readString(root.resolve("pom.xml")));
    build.readDescription(parent);
    build.readManagement(parent);
    build.readDependencies("every module", parent.getDependencies());
    modules.forEach(
        (name, module) -> {
          if (module.getPackaging().equals("pom")) {
            build.readBillOfMaterials(name, module);
          } else {
            build.readModule(name, module, parent);
          }
        });
    for (String unused : difference(build.managed, build.used)) {
      build.facts.fault("managed dependency " + unused + " is used by no module");
    }
    return build.facts;
  }

  /** Reads the POM of one directory. */
  static Model model(Path directory) throws IOException {
    Path pom = directory.resolve("pom.xml");
    try (Reader reader = Files.newBufferedReader(pom)) {
      return new MavenXpp3Reader().read(reader);
    } catch (XmlPullParserException e) {
      throw new IOException(pom + " is not a POM", e);
    }
  }

  private void readParent(Model parent, String text) {
    facts.state("group", parent.getGroupId());
    facts.state("Java release", property(parent, "maven.compiler.release"));
    facts.state("source encoding", property(parent, "project.build.sourceEncoding"));
    facts.state("JUnit Platform launcher", "at test run time"); // Surefire brings its own.

    Xpp3Dom surefire = configuration(parent, "maven-surefire-plugin");
    String argLine = text(surefire, "argLine");
    Matcher heap = HEAP.matcher(argLine);
    facts.state("heap of the tests", heap.find() ? heap.group(1) : "default");
    if (children(surefire, "includes").isEmpty()) {
      // Of the patterns that Surefire has by default, the one that all tests are named by.
      facts.state("test classes", "**/*Test.class");
    }
    Matcher definitions = DEFINITION.matcher(argLine);
    while (definitions.find()) {
      facts.state("system property " + definitions.group(1), "set");
    }
    for (Xpp3Dom variable : children(surefire, "systemPropertyVariables")) {
      facts.state("system property " + variable.getName(), "set");
    }

    for (Xpp3Dom argument :
        children(configuration(parent, "maven-compiler-plugin"), "compilerArgs")) {
      Matcher lint = LINT.matcher(Objects.toString(argument.getValue()));
      if (lint.matches()) {
        facts.state("compiler warnings", lint.group(1));
      }
    }
    facts.state("files with the version are made anew for a new version", "yes");

    for (Resource resource : parent.getBuild().getResources()) {
      if (resource.isFiltering()) {
        facts.state("files with the version in them", String.join(", ", resource.getIncludes()));
      }
    }

    for (String key : parent.getProperties().stringPropertyNames()) {
      if (key.endsWith(VERSION) && !text.contains("${" + key + "}")) {
        facts.fault("property " + key + " is used nowhere");
      }
    }
  }

  private void readDescription(Model parent) {
    facts.state("POM's pom url", Objects.toString(parent.getUrl()));
    facts.state("POM's pom inceptionyear", Objects.toString(parent.getInceptionYear()));
    facts.state("POM's scm connection", parent.getScm().getConnection());
    facts.state("POM's scm url", parent.getScm().getUrl());
    for (License license : parent.getLicenses()) {
      facts.state("POM's license name", Objects.toString(license.getName()));
      facts.state("POM's license url", Objects.toString(license.getUrl()));
      facts.state("POM's license distribution", Objects.toString(license.getDistribution()));
    }
    for (Developer developer : parent.getDevelopers()) {
      facts.state("POM's developer name", Objects.toString(developer.getName()));
    }
  }

  private void readManagement(Model parent) {
    Set<String> sharedVersions = new TreeSet<>();
    for (Dependency dependency : parent.getDependencyManagement().getDependencies()) {
      String name = dependency.getManagementKey().replaceFirst(":(jar|pom)$", "");
      boolean imported = "import".equals(dependency.getScope());
      if (imported) {
        facts.state("bill of materials " + name, "imported");
      } else {
        managed.add(name);
        requirePlain("managed dependency " + name, dependency);
        if (dependency.getScope() != null || !dependency.getExclusions().isEmpty()) {
          facts.fault(
              "managed dependency "
                  + name
                  + " has a scope or exclusions; they belong to the modules");
        }
      }
      Matcher reference = REFERENCE.matcher(Objects.toString(dependency.getVersion()));
      if (!reference.matches()) {
        facts.fault("version of " + name + " is not a property: " + dependency.getVersion());
      } else if (reference.group(1).endsWith(VERSION)
          && !reference.group(1).equals("project.version")) {
        String key = reference.group(1).replaceFirst("\\.version$", "");
        sharedVersions.add(key);
        facts.state("version of " + name, "that of " + key);
      }
    }
    for (String key : sharedVersions) {
      facts.state("version " + key, property(parent, key + VERSION));
    }
  }

  private void readModule(String name, Model module, Model parent) {
    facts.state("module " + name, "present");
    if (!module.getProperties().isEmpty()
        || module.getDependencyManagement() != null
        || !module.getProfiles().isEmpty()) {
      facts.fault(name + " has properties, managed dependencies or profiles; they go to the root");
    }
    facts.state(
        "version of module " + name,
        module.getVersion() != null ? module.getVersion() : module.getParent().getVersion());
    if (!module.getParent().getVersion().equals(parent.getVersion())) {
      facts.fault(name + " has parent version " + module.getParent().getVersion());
    }
    readDependencies(name, module.getDependencies());
    readPublication(name, module);

    Matcher opened =
        OPENED.matcher(text(ownConfiguration(module, "maven-surefire-plugin"), "argLine"));
    while (opened.find()) {
      facts.state("the tests of " + name + " open " + opened.group(1), "yes");
    }

    Plugin shade = plugin(module.getBuild(), "maven-shade-plugin");
    if (shade != null && !isAttached(shade)) {
      for (PluginExecution execution : shade.getExecutions()) {
        for (Xpp3Dom transformer :
            children((Xpp3Dom) execution.getConfiguration(), "transformers")) {
          if (transformer.getChild("mainClass") != null) {
            facts.state("name of the program", Objects.toString(module.getBuild().getFinalName()));
            facts.state("main class", text(transformer, "mainClass"));
          }
        }
      }
    }
  }

  private void readPublication(String name, Model module) {
    boolean sources = plugin(module.getBuild(), "maven-source-plugin") != null;
    boolean javadoc = plugin(module.getBuild(), "maven-javadoc-plugin") != null;
    Xpp3Dom install = ownConfiguration(module, "maven-install-plugin");
    Xpp3Dom deploy = ownConfiguration(module, "maven-deploy-plugin");
    boolean kept = text(install, "skip").equals("true") && text(deploy, "skip").equals("true");
    Plugin shade = plugin(module.getBuild(), "maven-shade-plugin");
    boolean runnable = shade != null && !isAttached(shade);
    if (shade != null && !runnable) {
      for (PluginExecution execution : shade.getExecutions()) {
        Xpp3Dom configuration = (Xpp3Dom) execution.getConfiguration();
        facts.state("attached to " + name, text(configuration, "shadedClassifierName"));
        for (Xpp3Dom transformer : children(configuration, "transformers")) {
          if (transformer.getChild("mainClass") != null) {
            facts.state(
                "main class of the attached jar of " + name, text(transformer, "mainClass"));
          }
        }
      }
    }
    if (sources && javadoc && install == null && deploy == null && !runnable) {
      facts.state("published of " + name, "jar, sources and Javadoc");
      stateDescription(name, module);
    } else if (!sources && !javadoc && kept && runnable) {
      facts.state("published of " + name, "nothing, but a runnable jar");
      facts.state(
          "file name of the runnable jar of " + name,
          Objects.toString(module.getBuild().getFinalName()));
      facts.state("title of the runnable jar of " + name, Objects.toString(module.getName()));
    } else {
      facts.fault(name + " is neither a library with sources and Javadoc nor a program");
    }
  }

  /** Returns whether a shaded jar stands beside the module's own. */
  private static boolean isAttached(Plugin shade) {
    return shade.getExecutions().stream()
        .map(execution -> (Xpp3Dom) execution.getConfiguration())
        .allMatch(configuration -> text(configuration, "shadedArtifactAttached").equals("true"));
  }

  private void stateDescription(String name, Model module) {
    facts.state("name of " + name, Objects.toString(module.getName()));
    facts.state("description of " + name, Objects.toString(module.getDescription()));
  }

  private void readBillOfMaterials(String name, Model bill) {
    facts.state("published of " + name, "bill of materials");
    stateDescription(name, bill);
    facts.state("module " + name, "present");
    facts.state("version of module " + name, Objects.toString(bill.getVersion()));
    if (bill.getParent() != null) {
      facts.fault(name + " has a parent, whose managed versions its users would import");
    }
    for (Dependency dependency : bill.getDependencyManagement().getDependencies()) {
      String listed = dependency.getGroupId() + ":" + dependency.getArtifactId();
      requirePlain(listed + " of " + name, dependency);
      if (!"${project.version}".equals(dependency.getVersion())) {
        facts.fault(name + " lists " + listed + " in version " + dependency.getVersion());
      }
      facts.state(name + " lists " + listed, "present");
    }
  }

  private void readDependencies(String module, List<Dependency> dependencies) {
    for (Dependency dependency : dependencies) {
      String name = dependency.getGroupId() + ":" + dependency.getArtifactId();
      used.add(name);
      requirePlain(name + " of " + module, dependency);
      for (Exclusion exclusion : dependency.getExclusions()) {
        facts.state(
            module
                + " takes "
                + name
                + " without "
                + exclusion.getGroupId()
                + ":"
                + exclusion.getArtifactId(),
            "excluded");
      }
      if (dependency.getVersion() != null) {
        facts.fault(module + " states a version of " + name + "; versions belong to the root");
      }
      facts.state(module + " depends on " + name, scope(dependency));
    }
  }

  /** Returns the scope of a dependency, which Maven takes to be compile when none is written. */
  static String scope(Dependency dependency) {
    return Objects.requireNonNullElse(dependency.getScope(), "compile");
  }

  private void requirePlain(String what, Dependency dependency) {
    if (dependency.getOptional() != null
        || dependency.getClassifier() != null
        || !dependency.getType().equals("jar")) {
      facts.fault(what + " has a classifier, a type or is optional: not compared");
    }
  }

  private static String property(Model model, String key) {
    return Objects.toString(model.getProperties().getProperty(key), "nothing");
  }

  private static @Nullable Plugin plugin(@Nullable PluginContainer container, String artifact) {
    return container == null
        ? null
        : container.getPlugins().stream()
            .filter(plugin -> plugin.getArtifactId().equals(artifact))
            .findFirst()
            .orElse(null);
  }

  private static @Nullable Xpp3Dom configuration(Model model, String artifact) {
    Plugin plugin = plugin(model.getBuild().getPluginManagement(), artifact);
    return plugin == null ? null : (Xpp3Dom) plugin.getConfiguration();
  }

  private static @Nullable Xpp3Dom ownConfiguration(Model module, String artifact) {
    Plugin plugin = plugin(module.getBuild(), artifact);
    return plugin == null ? null : (Xpp3Dom) plugin.getConfiguration();
  }

  private static String text(@Nullable Xpp3Dom dom, String name) {
    Xpp3Dom child = dom == null ? null : dom.getChild(name);
    return child == null ? "" : Objects.toString(child.getValue(), "");
  }

  private static List<Xpp3Dom> children(@Nullable Xpp3Dom dom, String name) {
    Xpp3Dom child = dom == null ? null : dom.getChild(name);
    return child == null ? List.of() : List.of(child.getChildren());
  }

  private static Set<String> difference(Set<String> left, Set<String> right) {
    Set<String> rest = new TreeSet<>(left);
    rest.removeAll(right);
    return rest;
  }
}
