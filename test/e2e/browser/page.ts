import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { chromium } from "playwright";

// A strict policy, as careful sites send it: neither eval nor inline scripts nor WebAssembly, and no other origin.
const policy = "default-src 'none'; script-src 'self'; connect-src 'self'";
const root = fileURLToPath(new URL("../../..", import.meta.url));

/** What came of a job in a page, and what the page complained about. */
export interface Outcome {
  told: unknown;
  complaints: string[];
}

/** A bundled program, served under the policy and open in a browser. */
export interface Page {
  /** The bundle. */
  readonly code: string;
  /** What was asked of the page's server. */
  readonly asked: readonly string[];
  /** Runs one of the program's `jobs`, in a tab of its own. */
  run(job: string, ...given: readonly string[]): Promise<Outcome>;
  close(): Promise<void>;
}

/** Bundles a program that ends in `globalThis.jobs = { … }`, and serves it. */
export async function openPage(program: string): Promise<Page> {
  const { outputFiles, warnings } = await build({
    stdin: { contents: program, resolveDir: root },
    bundle: true,
    minify: true,
    format: "esm",
    platform: "browser",
    target: "es2022",
    write: false,
  });
  if (warnings.length > 0) throw new TypeError(warnings.map(({ text }) => text).join("; "));
  const code = outputFiles[0]?.text ?? "";
  const asked: string[] = [];
  const server = createServer(({ url = "", method }, response) => {
    asked.push(`${method} ${url}`);
    const files: Record<string, [type: string, body: string]> = {
      "/": [
        "text/html",
        `<!doctype html><title>page</title><link rel="icon" href="data:,"><script type="module" src="/page.js"></script>`,
      ],
      "/page.js": ["text/javascript", code],
    };
    const [type, body] = files[url] ?? ["text/plain", ""];
    response.writeHead(url in files ? 200 : 404, {
      "content-type": type,
      "content-security-policy": `${policy}; img-src data:`,
    });
    response.end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const executablePath = process.env.CHROMIUM;
  const browser = await chromium.launch({
    ...(executablePath && { executablePath }),
    args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"],
  });
  return {
    code,
    asked,
    async run(job, ...given) {
      const tab = await browser.newPage();
      const complaints: string[] = [];
      tab.on("pageerror", (error) => complaints.push(String(error)));
      await tab.exposeFunction("complain", (text: string) => complaints.push(text));
      await tab.addInitScript(() => {
        globalThis.document.addEventListener("securitypolicyviolation", (event) =>
          (globalThis as unknown as { complain: (text: string) => void }).complain(
            `${event.violatedDirective} ${event.blockedURI}`,
          ),
        );
      });
      await tab.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
      const told = await tab.evaluate(
        ([name = "", ...rest]) =>
          (globalThis as unknown as { jobs: Record<string, (...given: string[]) => unknown> }).jobs[
            name
          ]?.(...rest),
        [job, ...given],
      );
      await tab.close();
      return { told, complaints };
    },
    async close() {
      await browser.close();
      server.closeAllConnections();
      server.close();
    },
  };
}

/** How a sandbox asks for Node where there is one: nothing that a page stumbles over. */
const asksForNode = /getBuiltinModule\?\.\(["'`]node:http["'`]\)/g;

/** What of Node a bundle's code asks for. */
export function needsOfNode(code: string): string[] {
  return code.replace(asksForNode, "").match(/\bBuffer\b|\brequire\(|["'`]node:[a-z_/]+/g) ?? [];
}
