import { readFileSync } from "node:fs";
import { compile, type SourceFile } from "../support/compiler/client.js";

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
  { name: "test/support/frameworks.d.ts" },
  { name: "app.module.ts", text: "export class AppModule {}" },
  {
    name: "orders.ts",
    text: 'import type { WebhookEvent } from "bursar/webhooks";\nexport declare class Orders { book(event: WebhookEvent): Promise<void> }',
  },
];

/** The programs of a page. The first line of each names its file: `// lib/name.ts`. */
export function findPrograms(page: string): SourceFile[] {
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

/**
 * Compiles the programs of a page, and checks that its route fits Next.js. `methods` are the names
 * that the route exports. Returns every problem.
 */
export async function compilePrograms(page: string, methods: readonly string[]): Promise<string[]> {
  const check = { name: "next-check.ts", text: nextCheck("route.js", JSON.stringify(methods)) };
  return compile([...declarations, ...findPrograms(page), check]);
}
