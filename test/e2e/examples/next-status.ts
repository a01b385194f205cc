import { expect } from "vitest";
import { createClient } from "../../../src/index.js";
import { createSandbox } from "../../../src/sandbox/index.js";
import { factory, owner, usdc } from "../../sandbox/open-sandbox.js";
import { createSwapRequest } from "../../sandbox/swap/swap-requests.js";

/** A sandbox whose time can be stopped, so that an operation stays in progress. */
export async function startService() {
  let stopped: number | undefined;
  const sandbox = createSandbox({ seed: "next", now: () => stopped ?? Date.now() });
  const { url, close } = await sandbox.listen();
  const stopTime = () => {
    stopped = Date.now();
  };
  return { sandbox, url, close, stopTime };
}

type Service = Awaited<ReturnType<typeof startService>>;

/** Starts a swap. Returns the hash of the operation, which is in progress, and its wallet. */
async function startSwap({ sandbox, url, stopTime }: Service) {
  const client = createClient({ baseUrl: url, apiKey: sandbox.apiKey });
  const { wallet } = await client.wallets.register({
    externallyOwnedAccount: owner.address,
    factory,
  });
  const { walletAddress } = wallet;
  sandbox.fund({ account: walletAddress, chainId: 137, token: usdc, amount: "500" });
  const { quotes } = await client.swap.quote(createSwapRequest(walletAddress));
  const { userOperationHash } = quotes[0] as { userOperationHash: `0x${string}` };
  const signature = await owner.signMessage({ message: { raw: userOperationHash } });
  stopTime();
  await client.operations.execute({ userOperationHash, signature });
  return { hash: userOperationHash, wallet: walletAddress };
}

/**
 * Asserts that the client sees each change of a status in a server component, in an app that caches
 * what plain `fetch` reads. `page` is the URL of test/e2e/bundlers/apps/next/app/page.js.
 */
export async function expectFreshStatus(page: string, service: Service): Promise<void> {
  const { sandbox } = service;
  const query = new URLSearchParams(await startSwap(service));
  const statusBy = async (reader: string) => {
    const response = await fetch(`${page}?by=${reader}&${query}`);
    return /status: (.*?);/.exec(await response.text())?.[1];
  };
  const countReads = () =>
    sandbox.requests.filter(({ operation }) => operation === "wallets.history").length;
  expect([await statusBy("fetch"), await statusBy("client")]).toEqual(["PROCESSING", "PROCESSING"]);
  const before = countReads();
  let hasEnded = false;
  const waiting = statusBy("wait").finally(() => {
    hasEnded = true;
  });
  // The second poll would get a cached response.
  while (countReads() < before + 3 && !hasEnded) await new Promise((done) => setTimeout(done, 20));
  sandbox.advance(60_000);
  expect(await waiting).toBe("COMPLETED");
  expect(await statusBy("client")).toBe("COMPLETED");
  // Shows that this server caches.
  expect(await statusBy("fetch")).toBe("PROCESSING");
}
