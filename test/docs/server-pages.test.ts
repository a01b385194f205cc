import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { compile, type SourceFile } from "./compile.js";

const root = new URL("../../", import.meta.url).pathname;

/** The functions, globals and packages that the pages use without a declaration. */
const ambient = `
import type { ReplayStore, WebhookEvent } from "bursar/webhooks";
declare global {
  function sessionOf(request: Request): Promise<{ wallet: string } | undefined>;
  function creditOnce(orderId: string, amount: string | null | undefined): Promise<void>;
  function book(event: WebhookEvent): Promise<void>;
  const request: Request;
  const secret: string;
  const replays: ReplayStore;
  type Handler = (request: Request, runtime: { hostname: string }) => Response | Promise<Response>;
  const Bun: { serve(options: { fetch: Handler }): unknown };
  const Deno: { serve(handler: Handler): unknown };
}
`;
const declarations: readonly SourceFile[] = [
  { name: "pages-ambient.ts", text: ambient },
  { name: "test/support/express.d.ts" },
  { name: "test/support/ioredis.d.ts" },
];

/** The programs of a page. The first line of each names its file: `// lib/name.ts`. */
function findPrograms(page: string): SourceFile[] {
  const text = readFileSync(root + page, "utf8");
  return [...text.matchAll(/^```ts\n(?:\/\/ (\S+\.ts).*\n)?([\s\S]*?)^```$/gm)].map(
    ([, file, code], i) => ({
      name: file?.split("/").at(-1) ?? `page-${i}.ts`,
      text: `${code}\nexport {};\n`,
      where: `${page}: ${file ?? `program ${i + 1}`}`,
    }),
  );
}

/**
 * The types with which Next.js checks a route file: first until 15.4, in which `any` and `unknown`
 * fit, then since 15.5.
 */
const nextCheck = (file: string, names: string) => `
import * as entry from "./${file}";
declare class NextRequest extends Request { readonly nextUrl: URL }
type Context = { params: Promise<{ path: string[] }> };
type First<T> = T extends (...args: infer A) => unknown ? unknown extends A[0] ? any : A[0] : never;
type Second<T> = T extends (...args: [any, infer A]) => unknown ? unknown extends A ? any : A : never;
type Route = (request: NextRequest, context: Context) => Response | Promise<Response>;
for (const name of ${names} as const) {
  const handler = entry[name];
  handler satisfies Route;
  const request = {} as NextRequest satisfies First<typeof handler>;
  const context = {} as Context satisfies Second<typeof handler>;
  void [request, context];
}
`;

describe("with the strictest settings of TypeScript", { timeout: 60_000 }, () => {
  test("the programs of docs/proxy.md compile, and fit a Next.js route", () => {
    const programs = findPrograms("docs/proxy.md");
    expect(programs.length).toBeGreaterThan(4);
    const methods = `["GET", "POST", "PATCH", "OPTIONS"]`;
    const check = { name: "next-check.ts", text: nextCheck("route.js", methods) };
    expect(compile([...declarations, ...programs, check])).toEqual([]);
  });

  test("the programs of docs/webhooks.md compile, and fit a Next.js route", () => {
    const programs = findPrograms("docs/webhooks.md");
    expect(programs.length).toBeGreaterThan(2);
    const check = { name: "next-check.ts", text: nextCheck("route.js", `["POST"]`) };
    expect(compile([...declarations, ...programs, check])).toEqual([]);
  });

  test("no program of these pages has a cast, a non-null assertion or any", () => {
    for (const page of ["docs/proxy.md", "docs/webhooks.md"]) {
      for (const { text, where } of findPrograms(page)) {
        // Without strings and comments, and without the renaming `export { a as B }`.
        const code = text?.replace(/\/\/.*|"[^"]*"/g, "").replace(/export \{[^}]*\}/g, "");
        expect(code, where).not.toMatch(/\bas\b|\bany\b|[\w)\]]!(?!=)/);
      }
    }
  });

  test("the stores of these pages are those of examples/several-servers", () => {
    for (const [page, file] of [
      ["docs/proxy.md", "once"],
      ["docs/webhooks.md", "replays"],
    ]) {
      const example = readFileSync(`${root}examples/several-servers/${file}.mts`, "utf8");
      // Without the comment about the file.
      const code = example.slice(example.indexOf("\n\n") + 2);
      expect(readFileSync(root + page, "utf8")).toContain(`// lib/${file}.ts\n${code}\`\`\``);
    }
  });
});
