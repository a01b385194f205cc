import { describe, expect, test } from "vitest";
import type { Client } from "../../src/index.js";
import { isBursarError } from "../../src/index.js";
import { fixtures } from "../support/fixtures/index.js";
import { clientOn, recorder } from "../support/recorder.js";

const oddOptions = [null, "options", 5, true, [], () => {}, Symbol("options"), 5n];

/** Whether a call settles with data or with an error of this package. */
async function settles(call: () => PromiseLike<unknown>): Promise<boolean> {
  // A call that throws at once would not reach the `catch` of a promise.
  const pending = call();
  return Promise.resolve(pending).then(() => true, isBursarError);
}

describe("options that are no object cause no other error in", () => {
  test.each(fixtures)("$name", async (fixture) => {
    const client = clientOn(recorder(() => ({ json: fixture.full ?? null })));
    for (const odd of oddOptions)
      for (const args of [
        [...fixture.minimalArgs, odd],
        [...fixture.args, odd],
        [...fixture.args.slice(0, -1), odd],
      ])
        expect(await settles(() => fixture.call(client, args)), String(odd)).toBe(true);
  });

  const others: Record<string, (client: Client, options: never) => PromiseLike<unknown>> = {
    "wallets.waitForTransaction": ({ wallets }, options) =>
      wallets.waitForTransaction("0x", { userOperationHash: "0x" }, options),
    "wallets.ensure": ({ wallets }, options) => wallets.ensure({} as never, options),
    "kyc.waitForSession": ({ kyc }, options) => kyc.waitForSession("s", options),
    "kyc.uploadDocument": ({ kyc }, options) =>
      kyc.uploadDocument({} as never, new Blob(["a"]), options),
    request: (client, options) => client.request(options),
  };
  test.each(Object.keys(others))("%s", async (name) => {
    const json = { session: { id: "s", status: "COMPLETED" } };
    const client = clientOn(recorder(() => ({ json })));
    const call = others[name] as (typeof others)[string];
    for (const odd of oddOptions)
      expect(await settles(() => call(client, odd as never)), String(odd)).toBe(true);
  });
});
