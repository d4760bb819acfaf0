import * as fs from "node:fs";
import * as path from "node:path";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitepress";
import { classNamed, classPages } from "../javadoc.mjs";

const site = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const stage = path.join(site, "stage");
const pages = classPages(path.join(stage, "public", "api"));

/** Two nodes and the edge between them, in the page itself so that it is there below any address. */
const icon = "data:image/svg+xml," + encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><path d="M4 12 12 4" stroke="#0072b2" stroke-width="2"/>'
  + '<circle cx="4" cy="12" r="3" fill="#d55e00"/><circle cx="12" cy="4" r="3" fill="#d55e00"/></svg>');

/** The guides by task. What is not named here comes last, so that no page is lost. */
const groups = [
  ["Start", ["index", "docs/install", "docs/tutorial", "docs/transactions", "docs/command-line", "docs/index", "docs/classes"]],
  ["Attack", ["docs/attack", "docs/your-model", "docs/model-files", "docs/real-apis", "docs/labels", "docs/own-answers",
    "docs/compressed-probing", "docs/subsets"]],
  ["Audit and protect", ["docs/audit", "docs/large-graphs", "docs/protect", "docs/query-guard"]],
  ["Evaluate and extend", ["docs/research", "docs/evaluate", "docs/extend"]],
  ["Background", ["docs/architecture", "docs/mathematics", "docs/limits-and-ethics"]],
  ["Measurements", ["docs/portfolio", "docs/benchmarks"]],
  ["Project", ["CONTRIBUTING", "SECURITY", "CODE_OF_CONDUCT", "CHANGELOG", "docs/releasing", "docs/licenses", "site/index"]],
];

function title(page) {
  if (page === "index") {
    return "Overview";
  }
  if (page === "docs/index") {
    return "All guides";
  }
  const text = fs.readFileSync(path.join(stage, page + ".md"), "utf8");
  return (/^# (.*)$/m.exec(text)?.[1] ?? page).replaceAll("`", "");
}

function sidebar() {
  const there = fs
    .readdirSync(stage, { recursive: true })
    .map((file) => file.replaceAll(path.sep, "/"))
    .filter((file) => file.endsWith(".md"))
    .map((file) => file.slice(0, -3));
  const results = there.filter((page) => page.startsWith("docs/results/")).sort();
  const named = groups.flatMap(([, of]) => of);
  const rest = there.filter((page) => !named.includes(page) && !results.includes(page)).sort();
  const item = (page) => ({ text: title(page), link: "/" + page.replace(/(^|\/)index$/, "$1") });
  return [
    ...groups.map(([text, of]) => ({ text, items: of.filter((page) => there.includes(page)).map(item) })),
    // Not collapsed: a heading that opens has a button within a button, which screen readers do not reach.
    { text: "The paper's results", items: results.map(item) },
    ...(rest.length > 0 ? [{ text: "More", items: rest.map(item) }] : []),
  ];
}

export default defineConfig({
  title: "LinkTeller for Java",
  description: "Recover, audit and protect the private edges behind a graph neural network.",
  srcDir: "stage",
  srcExclude: ["public/**"],
  outDir: "dist",
  cacheDir: "stage/.cache",
  lang: "en-US",
  // Pages can be opened below any address.
  base: process.env.SITE_BASE ?? "/",
  head: [["link", { rel: "icon", type: "image/svg+xml", href: icon }]],
  markdown: {
    theme: { light: "github-light-high-contrast", dark: "github-dark-high-contrast" },
    config(md) {
      // Names of classes lead to their Javadoc.
      const plain = md.renderer.rules.code_inline;
      md.renderer.rules.code_inline = (tokens, at, options, env, self) => {
        const html = plain(tokens, at, options, env, self);
        const name = classNamed(tokens[at].content, pages);
        let open = 0;
        for (let before = 0; before < at; before++) {
          open += tokens[before].type === "link_open" ? 1 : tokens[before].type === "link_close" ? -1 : 0;
        }
        const base = process.env.SITE_BASE ?? "/";
        return name === undefined || open > 0
          ? html
          : `<a class="api" href="${base}api/${pages.get(name)}" target="_self">${html}</a>`;
      };
    },
  },
  themeConfig: {
    search: { provider: "local" },
    nav: [
      { text: "Tutorial", link: "/docs/tutorial" },
      { text: "Guides", link: "/docs/" },
      { text: "Javadoc", link: "/api/index.html", target: "_self" },
    ],
    sidebar: sidebar(),
    outline: [2, 3],
  },
});
