// Looks at pages of the built site in Chromium with axe-core: on a desktop in light and dark, on a phone and on paper.
// Fails if axe finds something serious, or a page is wider than its view. See README.md beside this file.
import { execFile } from "node:child_process";
import * as fs from "node:fs";
import * as http from "node:http";
import * as os from "node:os";
import * as path from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const site = path.dirname(fileURLToPath(import.meta.url));
const dist = path.join(site, "dist");
const axe = path.join(site, "node_modules", "axe-core", "axe.min.js");
const views = { light: 1280, dark: 1280, phone: 390, paper: 718 };
const types = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml", ".png": "image/png" };
const pages = process.argv.length > 2
  ? process.argv.slice(2)
  : ["index.html", "docs/tutorial.html", "docs/protect.html", "docs/portfolio.html", "docs/results/defenses.html"];
let view = "light";

/** Reports from within a frame, since no window is narrower than 500 pixels. */
const inspection = `<script src="/axe.js"></script><script>
addEventListener("load", () => setTimeout(() => axe.run(document, { resultTypes: ["violations"] }).then(found =>
  parent.postMessage(JSON.stringify({
    wide: document.documentElement.scrollWidth - document.documentElement.clientWidth,
    dark: document.documentElement.classList.contains("dark"),
    icon: document.querySelector("link[rel=icon]") !== null,
    violations: found.violations.filter(each => ["serious", "critical"].includes(each.impact))
      .flatMap(each => each.nodes.map(node => each.id + ": " + node.html))}), "*")), 500));
</script></body>`;

function frame(page) {
  return `<!doctype html><body><pre id="findings"></pre><script>
onmessage = e => { document.getElementById("findings").textContent = encodeURIComponent(e.data); };
</script><iframe src="/${page}" style="height:900px; width:${views[view]}px"></iframe></body>`;
}

function answer(request, response) {
  const name = decodeURIComponent(new URL(request.url, "http://localhost").pathname).slice(1);
  if (name.startsWith("frame/")) {
    response.setHeader("Content-Type", "text/html");
    response.end(frame(name.slice("frame/".length)));
    return;
  }
  const file = name === "axe.js" ? axe : path.join(dist, name);
  if (!(file === axe || file.startsWith(dist + path.sep)) || !fs.existsSync(file) || !fs.statSync(file).isFile()) {
    response.statusCode = 404;
    response.end();
    return;
  }
  const type = path.extname(file);
  let body = fs.readFileSync(file);
  if (type === ".html") {
    body = body.toString().replace("</body>", inspection);
  } else if (type === ".css" && view === "paper") {
    body = body.toString().replaceAll("@media print", "@media all");
  }
  response.setHeader("Content-Type", types[type] ?? "application/octet-stream");
  response.end(body);
}

async function inspect(port, page, profile) {
  const args = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--virtual-time-budget=60000",
    "--user-data-dir=" + profile, "--window-size=1400,1000"];
  if (view === "dark") {
    args.push("--blink-settings=preferredColorScheme=0");
  }
  const { stdout } = await promisify(execFile)(process.env.CHROMIUM ?? "chromium",
    [...args, "--dump-dom", `http://localhost:${port}/frame/${page}`], { maxBuffer: 1 << 28, timeout: 300_000 });
  const found = /<pre id="findings">([^<]+)<\/pre>/.exec(stdout);
  if (found === null) {
    throw new Error(`${page} was not shown`);
  }
  return JSON.parse(decodeURIComponent(found[1]));
}

const server = http.createServer(answer).listen(0, "localhost");
await new Promise(resolve => server.once("listening", resolve));
const profile = fs.mkdtempSync(path.join(os.tmpdir(), "site-check"));
let failures = 0;
for (view of Object.keys(views)) {
  for (const page of pages) {
    const found = await inspect(server.address().port, page, profile);
    const said = [...new Set(found.violations)];
    if (found.wide > 0) {
      said.push(`${found.wide} pixels too wide`);
    }
    if (!found.icon) {
      said.push("no icon");
    }
    if (found.dark !== (view === "dark")) {
      said.push("shown in the wrong colors");
    }
    said.forEach(each => console.log(`${page}, ${view}: ${each}`));
    failures += said.length;
  }
}
server.close();
fs.rmSync(profile, { recursive: true, force: true });
console.log(`${pages.length} pages in ${Object.keys(views).length} views: ${failures} findings`);
process.exitCode = failures > 0 ? 1 : 0;
