import { afterAll, beforeAll, expect, test } from "vitest";
import { openPage, type Page } from "./page.js";

const program = `
  import { createClient, isApiError } from "bursar";
  const client = createClient({ baseUrl: "/api", logLevel: "off" });
  const tryEval = () => { try { new Function("return 1")(); return "allowed"; } catch { return "blocked"; } };
  // Runs as the page loads: a debugger's call may use eval.
  const result = (async () => ({
    eval: tryEval(),
    limits: await client.kyc.financialLimits("ind_1"),
    expired: isApiError(await client.fiat.createDeposit({ quoteId: "q" }).catch((error) => error), "FIAT_QUOTE_EXPIRED"),
  }))();
  globalThis.jobs = { read: () => result };`;

let page: Page;

beforeAll(async () => {
  page = await openPage(program, {
    splitting: true,
    respond: (method) =>
      method === "GET"
        ? [200, '{"limits":[]}']
        : [400, '{"id":"FIAT_QUOTE_EXPIRED","message":"late"}'],
  });
});

afterAll(() => page?.close());

test("the built package works in a page that forbids eval and violates no policy", async () => {
  const { result, pageErrors } = await page.run("read");
  expect(result).toEqual({ eval: "blocked", limits: { limits: [] }, expired: true });
  // The attempt above, and none by the package.
  expect(pageErrors).toEqual(["script-src eval"]);
});

test("the page requests no script besides its own", () => {
  expect(page.requests.filter((line) => line.endsWith(".js"))).toEqual(["GET /page.js"]);
});
