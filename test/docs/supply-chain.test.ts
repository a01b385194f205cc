import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

const root = new URL("../../", import.meta.url).pathname;
const read = (path: string) => readFileSync(join(root, path), "utf8");
const readJson = (path: string) => JSON.parse(read(path));

/** The lock files below a folder. Not by git, which a copy of the sources may lack. */
const listLocks = (folder = ""): string[] =>
  readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (!entry.isDirectory()) return entry.name === "package-lock.json" ? [path] : [];
    return /^\.|^node_modules$/.test(entry.name) ? [] : listLocks(path);
  });

/** The text of a section, with its wrapped lines joined. */
function readSection(title: string): string {
  const [, rest = ""] = read("SECURITY.md").split(`## ${title}\n`);
  return (rest.split("\n## ")[0] as string).replace(/\n {2,}(?! *-)/g, " ");
}

describe("the promises of SECURITY.md", () => {
  const section = readSection("What is promised, and tested");
  const promises = section
    .split(/^- /m)
    .slice(1)
    .map((promise): [start: string, promise: string] => [promise.slice(0, 60), promise]);

  it.each(promises)("have tests: %s", (_, promise) => {
    const tests = [...promise.matchAll(/^\s*- `([^`]+)`: (.+)$/gm)];
    expect(tests.length).toBeGreaterThan(0);
    for (const [, file = "", title = ""] of tests) {
      expect(existsSync(join(root, file)), file).toBe(true);
      expect(read(file)).toContain(`"${title.trim()}"`);
    }
  });

  it("are at least ten", () => expect(promises.length).toBeGreaterThan(9));
});

describe("the dependencies of SECURITY.md", () => {
  const [own = "", forTests = ""] = readSection("Dependencies").split("Only this repository");
  const { dependencies, peerDependencies, devDependencies } = readJson("package.json");
  /** The names in the first column, and the mark behind them. */
  const listNames = (text: string, mark: string) =>
    text
      .split("\n")
      .filter((line) => line.startsWith("| `"))
      .map((line) => line.split(" | ")[0] as string)
      .filter((cell) => cell.endsWith(mark))
      .flatMap((cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, name]) => name));

  it("are those of package.json, each with a reason", () => {
    expect(listNames(own, "`")).toEqual(Object.keys(dependencies).sort());
    expect(listNames(own, "(peer)").sort()).toEqual(Object.keys(peerDependencies).sort());
    expect(listNames(forTests, "`").sort()).toEqual(Object.keys(devDependencies).sort());
  });

  it("include the packages that the build bundles", () => {
    const bundled = [...read("tsup.config.ts").matchAll(/\/\^((?:@\w+\\\/)?\w+)\$?\//g)];
    const names = bundled.map(([, name = ""]) => name.replaceAll("\\", ""));
    expect(names.length).toBeGreaterThan(0);
    expect(listNames(own, "(bundled)")).toEqual(names);
  });
});

describe("an installation", () => {
  const hooks = ["preinstall", "install", "postinstall", "prepare", "prepublish", "prepack"];

  it("runs no script of this package or of its dependencies", () => {
    const { scripts, dependencies } = readJson("package.json");
    expect(Object.keys(scripts).filter((name) => hooks.includes(name))).toEqual([]);
    const { packages } = readJson("package-lock.json");
    for (const name of Object.keys(dependencies)) {
      expect(packages[`node_modules/${name}`].hasInstallScript).toBeUndefined();
      expect(packages[`node_modules/${name}`].dependencies).toBeUndefined();
    }
  });

  it.each(listLocks())("is fixed by the digests of %s", (file) => {
    for (const [path, entry] of Object.entries<Record<string, unknown>>(readJson(file).packages)) {
      if (!path.includes("node_modules/") || entry["link"] === true) continue;
      expect(entry["integrity"], path).toMatch(/^sha512-[\w+/]{86}==$/);
      expect(entry["resolved"] ?? "https://registry.npmjs.org/", path).toMatch(
        /^https:\/\/registry\.npmjs\.org\//,
      );
    }
  });
});

describe("the workflows", () => {
  const names = readdirSync(join(root, ".github/workflows"));
  const texts = names.map((name) => read(`.github/workflows/${name}`));
  const text = texts.join("\n");

  it("use actions by the commit of a version", () => {
    const uses = [...text.matchAll(/uses: *(.+)/g)].map(([, action = ""]) => action);
    expect(uses.length).toBeGreaterThan(3);
    for (const action of uses) expect(action).toMatch(/^[\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
  });

  it("have no secret, and start with the right to read only", () => {
    for (const each of texts) expect(each).toMatch(/^permissions:\n {2}contents: read\n\n/m);
    expect(text).not.toMatch(/secrets\.|_TOKEN|pull_request_target|persist-credentials: true/);
    expect(text.match(/uses: actions\/checkout@/g)).toHaveLength(
      text.match(/persist-credentials: false/g)?.length ?? 0,
    );
    expect(text.match(/: write$/gm)).toEqual([": write"]); // the provenance
  });

  it("publish only what has passed all suites, with provenance", () => {
    const [, job = ""] = read(".github/workflows/release.yml").split("\n  publish:\n");
    expect(job).toMatch(/^ {4}needs: test\n/);
    expect(job).toMatch(/^ {6}id-token: write\n/m);
    expect(job).toMatch(/^ {6}- run: npm publish\n/m);
    expect(readJson("package.json").publishConfig).toEqual({ access: "public", provenance: true });
  });
});

describe("the sources", () => {
  const sources = readdirSync(join(root, "src"), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts"))
    .map((name) => `src/${name}`);
  const withoutComments = (file: string) =>
    read(file)
      .replace(/\/\*[\s\S]*?\*\//g, "")
      .replace(/(^|\s)\/\/.*$/gm, "");
  const filesWith = (pattern: RegExp) =>
    sources.filter((file) => pattern.test(withoutComments(file))).sort();

  it("sends requests from three files only, which get their addresses from the caller", () => {
    // Other calls of `fetch` are calls of a function that the caller passes, or of the sandbox.
    expect(filesWith(/globalThis\.fetch\(|new XMLHttpRequest\b/)).toEqual([
      "src/http/features/upload.ts",
      "src/http/wire/fetch-response.ts",
    ]);
    expect(filesWith(/\w\.dispatch\(\n/)).toEqual(["src/http/wire/dispatch.ts"]);
    expect(filesWith(/from "undici"/)).toEqual(["src/undici/undici-wire.ts"]);
    expect(filesWith(/sendBeacon|new (?:WebSocket|EventSource|WebTransport|RTCPeer)/)).toEqual([]);
    expect(filesWith(/\b(?:import|require)\(\s*["'`]https?:/)).toEqual([]);
    // The default of the `fetch` that checks a service, the comparison with Node's own, and the
    // default of the one that sends sample events.
    expect(filesWith(/globalThis\.fetch\b(?!\()/)).toEqual([
      "src/check/run-check.ts",
      "src/http/wire/built-in-dispatcher.ts",
      "src/sandbox/webhooks/webhook-endpoint.ts",
    ]);
  });

  it("contains no address but those of examples, of this machine and of its own pages", () => {
    const svgNamespace = "xmlns='http://www.w3.org/2000/svg'";
    const allowed =
      /^(?:[\w-]+\.)*example(?:\.com)?$|\.(?:test|invalid)$|^127\.0\.0\.1$|^github\.com$|^\$\{|^$/;
    const hosts = sources.flatMap((file) =>
      // The namespace of SVG is a name. Nothing requests it.
      [
        ...withoutComments(file)
          .replaceAll(svgNamespace, "")
          .matchAll(/["'`]https?:\/\/([^/"'`:\s,]*)/g),
      ].map(([, host = ""]) => host),
    );
    expect(hosts.length).toBeGreaterThan(5);
    expect(hosts.filter((host) => !allowed.test(host))).toEqual([]);
  });
});
