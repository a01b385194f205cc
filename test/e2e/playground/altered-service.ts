import type { Page } from "playwright";
import type * as SandboxModule from "../../../src/sandbox/index.js";
import type { Sandbox } from "../../../src/sandbox/index.js";
import type { VisitOptions } from "./visit.js";

/** Options for a visit that sends its calls to `/api/bursar` of the page's own origin. */
export const ownService: VisitOptions = {
  script: 'localStorage.setItem("bursar-playground-base-url", "/api/bursar")',
};

/** Serves a sandbox at `/api/bursar`, whose responses are altered. */
export async function serveAltered(
  page: Page,
  origin: string,
  alter: (text: string) => string,
): Promise<Sandbox> {
  // The built package, as in the page.
  const built = new URL("../../../dist/sandbox.js", import.meta.url).href;
  const { createSandbox } = (await import(built)) as typeof SandboxModule;
  const sandbox = createSandbox({ keyless: true });
  const prefix = `${origin}/api/bursar`;
  await page.route(`${prefix}/**`, async (route) => {
    const request = route.request();
    const body = request.postData();
    const response = await sandbox.fetch(
      new Request(request.url().replace(prefix, sandbox.baseUrl), {
        method: request.method(),
        headers: { "content-type": "application/json" },
        ...(body !== null && { body }),
      }),
    );
    await route.fulfill({
      status: response.status,
      headers: Object.fromEntries(response.headers),
      body: alter(await response.text()),
    });
  });
  return sandbox;
}
