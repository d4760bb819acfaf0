package io.linkteller.report;

import static io.linkteller.testing.Refusal.assertRefusal;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.linkteller.report.figure.FigureFile;
import io.linkteller.testing.Refusal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A small report in every format, compared with reviewed files. */
final class ReportFilesTest {

  @Test
  void theMarkdownEqualsTheReviewedFile() throws IOException {
    assertEquals(golden("sample.md"), ReportMarkdown.write(SampleReport.report()));
  }

  @Test
  void theHtmlEqualsTheReviewedFileAndIsSelfContained() throws IOException {
    String page = ReportHtml.write(SampleReport.report());
    String body =
        Pattern.compile("base64,[^\"]*")
            .matcher(page.substring(page.indexOf("<body>")))
            .replaceAll("base64,");
    assertEquals(golden("sample-body.html"), body);
    assertFalse(Pattern.compile("(src|href)=\"(?!data:)").matcher(page).find());
    assertFalse(page.contains("url("));
    assertFalse(page.contains("<script"));
    assertFalse(page.contains("@import"));
  }

  @Test
  void writingTwiceGivesTheSameFilesAndNoOthers(@TempDir Path directory) throws IOException {
    Path first = directory.resolve("a/b");
    Path second = directory.resolve("c");
    List<Path> files = ReportFiles.write(SampleReport.report(), first);
    ReportFiles.write(SampleReport.report(), second);
    String json = Files.readString(files.get(0));
    for (String field :
        List.of("\"metric\" : \"precision\"", "\"mean\" : 0.671", "\"kind\" : \"lines\"")) {
      assertTrue(json.contains(field), json);
    }
    assertEquals(
        List.of(
            "sample.json",
            "sample.html",
            "sample.md",
            "sample-figure1.png",
            "sample-figure2.png",
            "sample-figure3.png"),
        files.stream().map(file -> file.getFileName().toString()).toList());
    try (Stream<Path> found = Files.list(first)) {
      assertEquals(files.size(), found.count());
    }
    for (Path file : files) {
      assertEquals(
          PosixFilePermissions.fromString("rw-------"), Files.getPosixFilePermissions(file));
      assertArrayEquals(
          Files.readAllBytes(file),
          Files.readAllBytes(second.resolve(file.getFileName())),
          file::toString);
    }
  }

  @Test
  void aFileInPlaceOfTheDirectoryIsRejected(@TempDir Path directory) throws IOException {
    Path file = Files.createFile(directory.resolve("file"));
    assertRefusal(
        "directory = " + file + " is a file", () -> ReportFiles.write(SampleReport.report(), file));
  }

  @Test
  void aPictureWithAnotherExtensionIsRefused(@TempDir Path directory) {
    Path file = directory.resolve("lines.jpg");
    assertRefusal(
        "file = " + file + " does not end in .png",
        () -> FigureFile.writePng(SampleReport.lines(), file));
    assertFalse(Files.exists(file));
  }

  @Test
  void textThatLooksLikeMarkupStaysText() {
    String markdown =
        ReportMarkdown.write(
            Report.builder("a", "T").section("S").text("- no list\n\n1. none\n\n+1").build());
    assertEquals("# T\n\n## S\n\n\\- no list\n\n1\\. none\n\n\\+1\n", markdown);
    Report list = Report.builder("a", "T").section("S").list(List.of("one & all", "- 50%")).build();
    assertEquals("# T\n\n## S\n\n- one &amp; all\n- \\- 50%\n", ReportMarkdown.write(list));
    assertTrue(ReportHtml.write(list).contains("<ul><li>one &amp; all</li><li>- 50%</li></ul>"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "A", "a b", "../a", "a--b", "-a"})
  void invalidReportNamesAreRefused(String name) {
    String message =
        Refusal.messageOf(() -> Report.builder(name, "T").section("S").text("x").build());
    assertTrue(message.startsWith("name = \"" + name + "\" is not"), message);
  }

  @Test
  void aReportBeginsWithASection() {
    assertThrows(IllegalStateException.class, () -> Report.builder("a", "T").text("x"));
    assertRefusal("report a has no sections", () -> Report.builder("a", "T").build());
  }

  private static String golden(String name) throws IOException {
    return Files.readString(
        Path.of(System.getProperty("linkteller.root"))
            .resolve("linkteller-report/src/test/resources/report")
            .resolve(name));
  }
}
