package io.linkteller.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The pages in Chromium: on a desktop in light and dark, on a phone and on paper, axe-core finds
 * nothing serious, and nothing is wider than the view. Skipped where Chromium is missing.
 */
@Tag("thorough")
class PagesInBrowserTest {

  private static final Pattern FINDINGS = Pattern.compile("(?s)<pre id=\"findings\">(.*?)</pre>");

  /** Reports from within a frame, since no window is narrower than 500 pixels. */
  private static final String INSPECTION =
      """
      <script>
      axe.run(document, {resultTypes: ["violations"]}).then(found => parent.postMessage(
        JSON.stringify({
          wide: document.documentElement.scrollWidth - document.documentElement.clientWidth,
          dark: matchMedia("(prefers-color-scheme: dark)").matches,
          violations: found.violations
            .filter(each => ["serious", "critical"].includes(each.impact))
            .map(each => each.id + ": " + each.nodes[0].html)}), "*"));
      </script></body>""";

  private enum View {
    LIGHT(1280),
    DARK(1280),
    PHONE(390),
    PAPER(718);

    private final int width;

    View(int width) {
      this.width = width;
    }
  }

  @TempDir Path directory;

  private Path browser = Path.of("chromium");

  @BeforeEach
  void findBrowser() throws IOException, InterruptedException {
    Optional<Path> found =
        Stream.of(Optional.ofNullable(System.getenv("PATH")).orElse("").split(":"))
            .flatMap(path -> Stream.of("chromium", "google-chrome").map(Path.of(path)::resolve))
            .filter(Files::isExecutable)
            .findFirst();
    assumeTrue(found.isPresent(), "needs chromium or google-chrome on the PATH");
    browser = found.orElseThrow();
    Path page = Files.writeString(directory.resolve("first.html"), "<p>shown</p>");
    assumeTrue(dom(page, View.LIGHT).contains("shown"), browser + " cannot show a page here");
  }

  /** Returns a page as the browser has it after its scripts. */
  private String dom(Path page, View view) throws IOException, InterruptedException {
    Path dom = directory.resolve("dom.html");
    List<String> command = new ArrayList<>(List.of(browser.toString(), "--headless"));
    command.addAll(
        List.of(
            "--no-sandbox",
            "--disable-gpu",
            "--disable-dev-shm-usage",
            "--virtual-time-budget=60000"));
    command.add("--user-data-dir=" + directory.resolve("profile"));
    command.add("--window-size=1400,1000");
    if (view == View.DARK) {
      command.add("--blink-settings=preferredColorScheme=0");
    }
    command.addAll(List.of("--dump-dom", page.toUri().toString()));
    Process process =
        new ProcessBuilder(command)
            .redirectOutput(dom.toFile())
            .redirectError(directory.resolve("stderr").toFile())
            .start();
    assertTrue(process.waitFor(300, TimeUnit.SECONDS), "the browser does not end");
    return Files.readString(dom);
  }

  private JsonNode inspect(String html, View view) throws IOException, InterruptedException {
    String shown = view == View.PAPER ? html.replace("@media print", "@media all") : html;
    Files.writeString(
        directory.resolve("framed.html"),
        shown.replace("</body>", "<script>" + axe() + "</script>" + INSPECTION));
    Path page = directory.resolve("page.html");
    Files.writeString(
        page,
        """
        <!doctype html><body><pre id="findings"></pre>
        <script>
        onmessage = e => {
          document.getElementById("findings").textContent = encodeURIComponent(e.data);
        };
        </script>
        <iframe src="framed.html" style="height:900px; width:%dpx"></iframe></body>
        """
            .formatted(view.width));
    String dom = dom(page, view);
    Matcher matcher = FINDINGS.matcher(dom);
    assertTrue(matcher.find(), () -> view + ": the page was not shown");
    JsonNode json =
        new ObjectMapper().readTree(URLDecoder.decode(matcher.group(1), StandardCharsets.UTF_8));
    assertEquals(view == View.DARK, json.path("dark").asBoolean(), () -> view + ": " + json);
    return json;
  }

  private static String axe() throws IOException {
    try (InputStream in = PagesInBrowserTest.class.getResourceAsStream("/axe.min.js")) {
      assertTrue(in != null, "axe.min.js is on the class path");
      return new String(in.readAllBytes(), StandardCharsets.UTF_8)
          .replace("</script>", "<\\/script>");
    }
  }

  private void assertClean(Path file) throws IOException, InterruptedException {
    String html = Files.readString(file);
    for (View view : View.values()) {
      JsonNode findings = inspect(html, view);
      assertEquals(0, findings.path("violations").size(), () -> view + ": " + findings);
      assertEquals(0, findings.path("wide").asInt(), () -> view + " is too wide: " + findings);
    }
  }

  private void run(String... arguments) {
    Cli.run(arguments).succeeded();
  }

  @Test
  void pagesOfAuditAndProtectHaveNoSeriousFindings() throws IOException, InterruptedException {
    String data = directory.resolve("data").toString();
    run("generate", "--nodes=160", "--edges=500", "--features-per-node=5", "--out=" + data);
    String out = directory.resolve("out").toString();
    List<String> model =
        List.of("--format=graphsaint", "--data=" + data, "--hidden=8", "--epochs=20");
    List<String> attacks = List.of("--attacks=linkteller,lsa2-attr,subsets", "--targets=90");
    run(
        Stream.of(List.of("audit"), model, attacks, List.of("--report=" + out))
            .flatMap(List::stream)
            .toArray(String[]::new));
    assertClean(directory.resolve("out/leakage-audit.html"));
    List<String> choice =
        List.of("--mechanisms=lapgraph,gap", "--epsilons=2,8", "--max-leakage=0.6", "--out=" + out);
    run(
        Stream.of(List.of("protect"), model, attacks, choice)
            .flatMap(List::stream)
            .toArray(String[]::new));
    assertClean(directory.resolve("out/protection.html"));
  }

  @Test
  void whatIsUnreadableOrTooWideIsFound() throws IOException, InterruptedException {
    String html =
        "<!doctype html><html lang=en><head><title>t</title></head><body><main><h1>t</h1>"
            + "<p style='color:#ccc; background:#fff; width:500px'>pale</p></main></body></html>";
    JsonNode findings = inspect(html, View.PHONE);
    assertTrue(
        findings.path("violations").toString().contains("color-contrast"), findings::toString);
    assertTrue(findings.path("wide").asInt() > 100, findings::toString);
  }
}
