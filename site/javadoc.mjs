// Links between the guides and the Javadoc: names of classes in guides, and guides in pages of classes.
import * as fs from "node:fs";
import * as path from "node:path";

/** Returns the address of each class below the root of the Javadoc; names that are used twice are left out. */
export function classPages(api) {
  const index = fs.readFileSync(path.join(api, "type-search-index.js"), "utf8");
  const types = JSON.parse(index.slice(index.indexOf("["), index.lastIndexOf("]") + 1));
  const pages = new Map();
  for (const { p: inPackage, l: name } of types) {
    if (inPackage) {
      pages.set(name, pages.has(name) ? undefined : inPackage.replaceAll(".", "/") + "/" + name + ".html");
    }
  }
  for (const [name, page] of pages) {
    if (page === undefined) {
      pages.delete(name);
    }
  }
  return pages;
}

/** Writes a page of all classes, so that the search for guides finds them too. */
export function listClasses(api, file) {
  const byPackage = new Map();
  for (const [name, page] of classPages(api)) {
    const inPackage = path.posix.dirname(page).replaceAll("/", ".");
    byPackage.set(inPackage, [...(byPackage.get(inPackage) ?? []), name]);
  }
  const lines = ["# Classes", "", "All public types, with links to their Javadoc."];
  for (const [name, types] of [...byPackage].sort()) {
    lines.push("", "## " + name, "", types.sort().map((type) => "`" + type + "`").join(", "));
  }
  fs.writeFileSync(file, lines.join("\n") + "\n");
}

/** Returns the class that inline code of a guide names, if it names one: Name, Name.member or Name(..). */
export function classNamed(code, pages) {
  const name = /^((?:[A-Z]\w*\.)*[A-Z]\w*)(?:[.(#].*)?$/s.exec(code)?.[1];
  if (name === undefined) {
    return undefined;
  }
  // The longest prefix that is a class: Gcn.Builder, or LinkTeller of LinkTeller.attack.
  for (let at = name; at; at = at.slice(0, Math.max(0, at.lastIndexOf(".")))) {
    if (pages.has(at)) {
      return at;
    }
  }
  return undefined;
}

/** Writes into the page of each class which guides name it. */
export function linkGuides(api, stage) {
  const pages = classPages(api);
  const guides = new Map();
  for (const file of fs.readdirSync(stage, { recursive: true }).sort()) {
    if (!file.endsWith(".md") || file.startsWith("public")) {
      continue;
    }
    const text = fs.readFileSync(path.join(stage, file), "utf8");
    const title = /^# (.*)$/m.exec(text)?.[1] ?? file;
    const named = new Set([...text.matchAll(/`([^`\n]+)`/g)].map((match) => classNamed(match[1], pages)));
    for (const block of text.matchAll(/^```java.*?^```/gms)) {
      for (const word of block[0].matchAll(/\b[A-Z]\w+\b/g)) {
        if (pages.has(word[0])) {
          named.add(word[0]);
        }
      }
    }
    named.delete(undefined);
    for (const name of named) {
      guides.set(name, [...(guides.get(name) ?? []), { title, page: file.replaceAll(path.sep, "/").replace(/\.md$/, ".html") }]);
    }
  }
  for (const [name, found] of guides) {
    const file = path.join(api, pages.get(name));
    const up = "../".repeat(pages.get(name).split("/").length);
    const links = found.map(({ title, page }) => `<a href="${up}${page}">${escape(title)}</a>`).join(", ");
    const html = fs.readFileSync(file, "utf8");
    const note = `<dl class="notes"><dt>Guides:</dt><dd>${links}</dd></dl>\n`;
    const marker = '<section class="summary">';
    if (html.includes(marker)) {
      fs.writeFileSync(file, html.replace(marker, note + marker));
    }
  }
}

function escape(text) {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll("`", "");
}
