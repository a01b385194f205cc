import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { chromium } from "playwright";

// A strict policy: no eval, no inline scripts, no WebAssembly and no other origin.
const policy = "default-src 'none'; script-src 'self'; connect-src 'self'";
const html = `<!doctype html><title>page</title><link rel="icon" href="data:,"><script type="module" src="/page.js"></script>`;
const root = fileURLToPath(new URL("../../..", import.meta.url));

/** The result of a job in a page, and the errors of the page. */
export interface Outcome {
  result: unknown;
  pageErrors: string[];
}

/** A bundled program, served under the policy and open in a browser. */
export interface Page {
  /** The bundle. */
  readonly code: string;
  /** The requests that the page's server received. */
  readonly requests: readonly string[];
  /** Runs one of the program's `jobs` in a new tab. */
  run(job: string, ...args: readonly string[]): Promise<Outcome>;
  close(): Promise<void>;
}

/** What a page needs besides its program. */
export interface PageOptions {
  /** Further scripts, by path. */
  readonly scripts?: Readonly<Record<string, string>>;
  /** Further directives of the policy. */
  readonly directives?: string;
}

/** Bundles and serves a program that ends with `globalThis.jobs = { … }`. */
export async function openPage(
  program: string,
  { scripts = {}, directives = "" }: PageOptions = {},
): Promise<Page> {
  const { outputFiles, warnings } = await build({
    stdin: { contents: program, resolveDir: root },
    bundle: true,
    minify: true,
    format: "esm",
    platform: "browser",
    target: "es2022",
    outdir: "/",
    entryNames: "page",
    write: false,
  });
  if (warnings.length > 0) throw new TypeError(warnings.map(({ text }) => text).join("; "));
  const files = new Map([
    ...outputFiles.map(({ path, text }) => [path, text] as const),
    ...Object.entries(scripts),
  ]);
  const code = files.get("/page.js") ?? "";
  const requests: string[] = [];
  const server = createServer(({ url = "", method = "" }, response) => {
    requests.push(`${method} ${url}`);
    const send = (status: number, type: string, body: string) => {
      response.writeHead(status, {
        "content-type": type,
        "content-security-policy": `${policy}; img-src data:; ${directives}`,
      });
      response.end(body);
    };
    if (url === "/") return send(200, "text/html", html);
    const script = files.get(url);
    if (script !== undefined) return send(200, "text/javascript", script);
    send(404, "text/plain", "");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const executablePath = process.env.CHROMIUM;
  const browser = await chromium.launch({
    ...(executablePath && { executablePath }),
    args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"],
  });
  return {
    code,
    requests,
    async run(job, ...args) {
      const tab = await browser.newPage();
      const pageErrors: string[] = [];
      tab.on("pageerror", (error) => pageErrors.push(String(error)));
      await tab.exposeFunction("reportPageError", (text: string) => pageErrors.push(text));
      await tab.addInitScript(() => {
        globalThis.document.addEventListener("securitypolicyviolation", (event) =>
          (globalThis as unknown as { reportPageError: (text: string) => void }).reportPageError(
            `${event.violatedDirective} ${event.blockedURI}`,
          ),
        );
      });
      await tab.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
      const result = await tab.evaluate(
        ([name = "", ...rest]) =>
          (globalThis as unknown as { jobs: Record<string, (...args: string[]) => unknown> }).jobs[
            name
          ]?.(...rest),
        [job, ...args],
      );
      await tab.close();
      return { result, pageErrors };
    },
    async close() {
      await browser.close();
      server.closeAllConnections();
      server.close();
    },
  };
}

/** The sandbox's access to Node's http server. It does not disturb a page. */
const nodeAccess = /getBuiltinModule\?\.\(["'`]node:http["'`]\)/g;

/** Finds the Node APIs that a bundle uses. */
export function findNodeApis(code: string): string[] {
  return code.replace(nodeAccess, "").match(/\bBuffer\b|\brequire\(|["'`]node:[a-z_/]+/g) ?? [];
}
