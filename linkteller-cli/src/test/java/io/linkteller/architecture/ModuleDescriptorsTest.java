package io.linkteller.architecture;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import java.io.IOException;
import java.io.InputStream;
import java.lang.module.ModuleDescriptor;
import java.net.URL;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What the library modules show to users on the module path. */
final class ModuleDescriptorsTest {

  /** Public for the packages of their own module only. */
  private static final Set<String> SHARED_INSIDE_A_MODULE = Set.of("io.linkteller.data.source");

  @Test
  void everyLibraryIsAModule() throws IOException {
    assertEquals(
        List.of(
            "io.linkteller.core",
            "io.linkteller.data",
            "io.linkteller.dp",
            "io.linkteller.eval",
            "io.linkteller.models",
            "io.linkteller.onnx",
            "io.linkteller.remote",
            "io.linkteller.report",
            "io.linkteller.testkit",
            "io.linkteller.torch"),
        descriptors().stream().map(ModuleDescriptor::name).sorted().toList());
  }

  @Test
  void everyPackageWithAPublicTypeIsExportedAndNoOther() throws IOException {
    Set<String> exported = new TreeSet<>();
    for (ModuleDescriptor descriptor : descriptors()) {
      descriptor.exports().forEach(export -> exported.add(export.source()));
    }
    Set<String> wanted = new TreeSet<>();
    new ClassFileImporter()
        .withImportOption(new DoNotIncludeTests()).importPackages("io.linkteller").stream()
            .filter(type -> type.getModifiers().contains(JavaModifier.PUBLIC))
            .map(type -> type.getPackageName())
            .filter(name -> !isOfAProgram(name) && !SHARED_INSIDE_A_MODULE.contains(name))
            .forEach(wanted::add);
    assertEquals(wanted, exported);
  }

  /** The command line and the examples are programs, not libraries, and no modules. */
  private static boolean isOfAProgram(String packageName) {
    return Stream.of("linkteller-cli", "examples")
        .flatMap(module -> ArchitectureRules.PACKAGES.getOrDefault(module, List.of()).stream())
        .map(name -> "io.linkteller." + name)
        .anyMatch(name -> packageName.equals(name) || packageName.startsWith(name + "."));
  }

  private static List<ModuleDescriptor> descriptors() throws IOException {
    List<ModuleDescriptor> descriptors = new ArrayList<>();
    ClassLoader loader = ModuleDescriptorsTest.class.getClassLoader();
    for (URL url : Collections.list(loader.getResources("module-info.class"))) {
      try (InputStream in = url.openStream()) {
        ModuleDescriptor descriptor = ModuleDescriptor.read(in);
        if (descriptor.name().startsWith("io.linkteller.")) {
          descriptors.add(descriptor);
        }
      }
    }
    return descriptors;
  }
}
