import { expect, onTestFinished, test, vi } from "vitest";
import {
  createMemoryPolicyStore,
  createSigningPolicy,
  type PolicyStore,
} from "../../src/policy/index.js";
import { pickExecutable, signQuote } from "../../src/tasks/index.js";
import { failure } from "../http/test-client.js";
import { openWallet, owner, usdc } from "../sandbox/open-sandbox.js";
import { createSwapRequest } from "../sandbox/swap/swap-requests.js";
import { readGolden, refusedFolders } from "./read-golden.js";

type Reservation = Parameters<PolicyStore["reserve"]>;
const file = "policy-windows.json";

/** A store in a table, which keeps the version of each amount as `PolicyStore` says. */
function createTable(rows: readonly Reservation[]) {
  const reserved: Reservation[] = [...rows];
  const store: PolicyStore = {
    ...createMemoryPolicyStore(),
    async reserve(key, amount, window) {
      const own = reserved.filter(([other]) => other === key);
      const found = own.find(([, , { version }]) => version !== window.version);
      if (found) throw new TypeError(`limits: ${key}: an amount is not of version 1. Update it.`);
      const used = own.reduce((sum, [, each]) => sum + BigInt(each), 0n);
      if (amount === "0" || used + BigInt(amount) > BigInt(window.max))
        return { id: undefined, used: String(used) };
      return { id: String(reserved.push([key, amount, window])), used: String(used) };
    },
    release: async () => {},
  };
  return { store, reserved };
}

async function open(rows: readonly Reservation[]) {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.UTC(2026, 0, 1) });
  onTestFinished(() => void vi.useRealTimers());
  const { client, address } = await openWallet();
  const { store, reserved } = createTable(rows);
  const limits = [{ token: usdc, windows: [{ hours: 24, max: "250" }] }] as const;
  const policy = createSigningPolicy({ chains: [137], receivers: [], limits, store });
  const signMessage = vi.fn(owner.signMessage);
  const sign = async () => {
    const request = createSwapRequest(address);
    const quote = pickExecutable((await client.swap.quote(request)).quotes);
    const terms = { expect: request, owner: owner.address, policy };
    return signQuote(quote, { ...owner, signMessage }, terms);
  };
  return { sign, reserved, signMessage };
}

test("adds to what 0.1.0 has reserved, with its keys and units", async () => {
  const written = readGolden<Reservation[]>("version-1", file);
  const { sign, reserved } = await open(written);
  await sign();
  const [first, second] = reserved;
  expect(second).toEqual([first?.[0], expect.stringMatching(/^100\d{36}$/), first?.[2]]);
  expect(await failure(sign())).toMatchObject({
    problems: [
      { code: "policy", policy: { rule: "windows", left: expect.stringMatching(/^49\./) } },
    ],
  });
});

test.each(refusedFolders)(
  "signs nothing if the store rejects an amount that is %s",
  async (folder) => {
    const { sign, reserved, signMessage } = await open(readGolden(folder, file));
    expect(String(await failure(sign()))).toContain("an amount is not of version 1");
    expect(signMessage).not.toHaveBeenCalled();
    expect(reserved).toHaveLength(1);
  },
);
