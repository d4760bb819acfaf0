// Builds the guides and the Javadoc as one site in site/dist. See README.md beside this file.
import { execFileSync } from "node:child_process";
import * as fs from "node:fs";
import * as path from "node:path";
import { fileURLToPath } from "node:url";
import { linkGuides, listClasses } from "./javadoc.mjs";

const site = path.dirname(fileURLToPath(import.meta.url));
const root = path.dirname(site);
const stage = path.join(site, "stage");
const api = path.join(stage, "public", "api");

if (process.argv.includes("--pages") && fs.existsSync(api)) {
  // The Javadoc stays as the last build left it.
  for (const name of fs.readdirSync(stage)) {
    if (name !== "public") {
      fs.rmSync(path.join(stage, name), { recursive: true });
    }
  }
  stagePages();
} else {
  fs.rmSync(stage, { recursive: true, force: true });
  stagePages();
  javadoc();
  linkGuides(api, stage);
}
listClasses(api, path.join(stage, "docs", "classes.md"));
run("npx", ["--no-install", "vitepress", "build", "."], site);

function run(program, args, cwd) {
  execFileSync(program, args, { cwd, stdio: ["ignore", "inherit", "inherit"], shell: process.platform === "win32" });
}

/** Copies the pages with their pictures, so that links between them stay as they are. */
function stagePages() {
  for (const name of fs.readdirSync(root)) {
    if (name.endsWith(".md")) {
      stageFile(path.join(root, name), path.join(stage, name));
    }
  }
  stageFile(path.join(site, "README.md"), path.join(stage, "site", "README.md"));
  for (const entry of fs.readdirSync(path.join(root, "docs"), { recursive: true, withFileTypes: true })) {
    if (entry.isFile()) {
      const file = path.join(entry.parentPath ?? entry.path, entry.name);
      stageFile(file, path.join(stage, path.relative(root, file)));
    }
  }
}

function stageFile(from, to) {
  fs.mkdirSync(path.dirname(to), { recursive: true });
  if (!from.endsWith(".md")) {
    // What is not a page is served as it is.
    fs.copyFileSync(from, to);
    return;
  }
  const text = fs
    .readFileSync(from, "utf8")
    // A directory's page is its index.
    .replaceAll(/(\]\((?:[^)\s]*\/)?)README\.md(#[^)]*)?\)/g, "$1index.md$2)")
    .replaceAll(/\]\(([^)\s#]+)\)/g, (link, target) => stageLinked(path.resolve(path.dirname(from), target)) ?? link);
  fs.writeFileSync(to.replace(/README\.md$/, "index.md"), text);
}

/** Returns a link to a copy of a file of the repository that is neither a page nor a picture, such as LICENSE. */
function stageLinked(file) {
  if (/\.(md|png|svg)$/.test(file) || !fs.existsSync(file) || !fs.statSync(file).isFile()) {
    return undefined;
  }
  // A browser shows a file without an extension only as text.
  const name = path.relative(root, file).replaceAll(path.sep, "/") + (path.extname(file) === "" ? ".txt" : "");
  const copy = path.join(stage, "public", "files", name);
  fs.mkdirSync(path.dirname(copy), { recursive: true });
  fs.copyFileSync(file, copy);
  return `](/files/${name}){target=_blank}`;
}

/** Writes the Javadoc of all published modules, with one group of packages per module. */
function javadoc() {
  const mvn = ["-q", "-B", "-ntp"];
  run("mvn", [...mvn, "compile", "org.apache.maven.plugins:maven-dependency-plugin:3.9.0:build-classpath",
    "-Dmdep.outputFile=target/class-path.txt"], root);
  const pom = fs.readFileSync(path.join(root, "pom.xml"), "utf8");
  const version = pom.match(/<artifactId>linkteller-parent<\/artifactId>\s*<version>(.*)<\/version>/)[1];
  const published = [...pom.matchAll(/<module>(linkteller-[a-z]+)<\/module>/g)]
    .map((match) => match[1])
    .filter((module) => module !== "linkteller-bom" && module !== "linkteller-cli");
  const sources = [];
  const groups = [];
  const classPath = new Set();
  for (const module of published) {
    const main = path.join(root, module, "src", "main", "java");
    const files = fs
      .readdirSync(main, { recursive: true })
      .filter((file) => file.endsWith(".java") && !file.endsWith("module-info.java") && !file.startsWith("META-INF"))
      .map((file) => path.join(main, file))
      .filter((file) => isExported(main, path.dirname(file)));
    sources.push(...files);
    const packages = new Set(files.map((file) => path.relative(main, path.dirname(file)).replaceAll(path.sep, ".")));
    groups.push("-group", module, [...packages].join(":"));
    classPath.add(path.join(root, module, "target", "classes"));
    fs.readFileSync(path.join(root, module, "target", "class-path.txt"), "utf8")
      .trim()
      .split(path.delimiter)
      .forEach((file) => classPath.add(file));
  }
  fs.mkdirSync(api, { recursive: true });
  const list = path.join(stage, "javadoc.args");
  const title = `LinkTeller for Java ${version}`;
  const args = ["-quiet", "-Xdoclint:none", "-notimestamp", "-encoding", "UTF-8", "--release", "17", "-d", api,
    "-cp", [...classPath].join(path.delimiter), "-windowtitle", title, "-doctitle", title,
    "--add-stylesheet", path.join(site, "javadoc.css"),
    "-header", "<a href=\"{@docRoot}/../docs/index.html\">Guides</a>",
    ...groups, ...sources];
  fs.writeFileSync(list, args.map((arg) => JSON.stringify(arg)).join("\n"));
  const home = process.env.JAVA_HOME;
  run(home ? path.join(home, "bin", "javadoc") : "javadoc", ["@" + list], root);
  fs.rmSync(list);
  // Not every JDK brings the font that its style names.
  const style = path.join(api, "stylesheet.css");
  fs.writeFileSync(style, fs.readFileSync(style, "utf8").replace(/^@import url\('resources\/fonts\/dejavu\.css'\);$/m, ""));
}

/** Packages that no module exports, or to our own modules only, are not part of the API. */
function isExported(main, directory) {
  const descriptor = path.join(main, "module-info.java");
  if (!fs.existsSync(descriptor)) {
    return true;
  }
  const name = path.relative(main, directory).replaceAll(path.sep, ".");
  return new RegExp(`exports\\s+${name.replaceAll(".", "\\.")}\\s*;`).test(fs.readFileSync(descriptor, "utf8"));
}
