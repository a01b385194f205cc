import type { Hex } from "viem";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { UnsafeToSignError } from "../../../src/errors/signing.js";
import {
  type AcceptOptions,
  type Signer,
  type SimulateOptions,
  signOperation,
  signQuote,
} from "../../../src/signing/index.js";
import { askedSwaps } from "./cases/asked.js";
import { closedSwaps, hostileAccounts } from "./cases/hostile-accounts.js";
import { hostileBatches } from "./cases/hostile-batches.js";
import { hostileCalls } from "./cases/hostile-calls.js";
import { hostileSwaps } from "./cases/hostile-swaps.js";
import { owner } from "./evm-node.js";
import {
  type BatchCase,
  createBatch,
  createSwap,
  createWorld,
  reviewCodes,
  type SwapCase,
  swap,
  type World,
} from "./world.js";

let world: World;
let clean: Hex;

beforeAll(async () => {
  world = await createWorld();
  clean = await world.client.snapshot();
});

afterAll(() => world?.stop());

beforeEach(async () => {
  // Reverting to a snapshot deletes it.
  await world.client.revert({ id: clean });
  clean = await world.client.snapshot();
});

type Confirm = NonNullable<AcceptOptions["confirm"]>;
type Sign = (signer: Signer, more?: AcceptOptions & SimulateOptions) => Promise<unknown>;

function prepareSwap(row: SwapCase): Sign {
  const { quote, options } = createSwap(world, row);
  return (signer, more) => signQuote(quote, signer, { ...options, ...more });
}

function prepareBatch(row: BatchCase): Sign {
  const { operation, options } = createBatch(world, row);
  return (signer, more) => signOperation(operation, signer, { ...options, ...more });
}

function createSigner() {
  const fail = vi.fn(() => Promise.reject(new Error("the signer was called")));
  return { fail, address: owner.address, sign: fail, signMessage: fail, signTypedData: fail };
}

/** Expects that nothing is signed, although the caller accepts and confirms everything. */
async function expectFatal(sign: Sign, code: string) {
  // Nothing but the simulation finds these: all that is stated is consistent.
  if (code.startsWith("simulated_")) await sign(owner);
  const signer = createSigner();
  const confirm = vi.fn(() => true);
  const more = { accept: reviewCodes, confirm, simulate: world.client };
  const error = await sign(signer, more).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(UnsafeToSignError);
  const { problems } = error as UnsafeToSignError;
  const fatal = problems.filter(({ severity }) => severity === "fatal");
  expect([...new Set(fatal.map((problem) => problem.code))]).toEqual([code]);
  expect(confirm).not.toHaveBeenCalled();
  expect(signer.fail).not.toHaveBeenCalled();
}

describe("a hostile operation beside an honest swap is fatal:", () => {
  test.each(hostileCalls)("one that %s", async (_name, { code, wallet, create }) => {
    const calls = [...swap(world, world[wallet]), ...create(world)];
    await expectFatal(prepareSwap({ wallet: world[wallet], calls }), code);
  });
});

describe("a hostile swap is fatal:", () => {
  test.each(Object.entries({ ...hostileSwaps, ...hostileAccounts }))(
    "one %s",
    async (_name, [code, create]) => {
      await expectFatal(prepareSwap(await create(world)), code);
    },
  );
});

describe("a swap is fatal with the option contracts:", () => {
  test.each(Object.entries(closedSwaps))("one %s", async (_name, [code, create]) => {
    await expectFatal(prepareSwap(await create(world)), code);
  });
});

describe("a hostile operation of another kind is fatal:", () => {
  test.each(Object.entries(hostileBatches))("one %s", async (_name, [code, create]) => {
    await expectFatal(prepareBatch(create(world)), code);
  });
});

describe("an unusual swap is shown, and signed only if the user confirms:", () => {
  test.each(Object.entries(askedSwaps))("one %s", async (_name, [code, shown, create]) => {
    const sign = prepareSwap(await create(world));
    const simulate = world.client;
    const signer = createSigner();
    const decline = vi.fn<Confirm>(() => false);
    const declined = sign(signer, { simulate, confirm: decline });
    await expect(declined).rejects.toMatchObject({ rejected: true });
    await expect(sign(signer, { simulate })).rejects.toBeInstanceOf(UnsafeToSignError);
    expect(signer.fail).not.toHaveBeenCalled();
    const [problems, { text }] = decline.mock.calls[0] as Parameters<Confirm>;
    expect([...new Set(problems.map((problem) => problem.code))]).toEqual([code]);
    const all = [text, ...problems.map(({ message }) => message)].join("\n");
    expect(all).toContain(typeof shown === "string" ? shown : shown(world));
    await sign(owner, { simulate, confirm: () => true });
    await sign(owner, { simulate, accept: [code] });
  });
});
