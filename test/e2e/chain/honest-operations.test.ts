import type { Hex } from "viem";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { signOperation, signQuote } from "../../../src/signing/index.js";
import { honestBatches } from "./cases/honest-batches.js";
import { honestGas } from "./cases/honest-gas.js";
import { honestSwaps } from "./cases/honest-swaps.js";
import { owner } from "./evm-node.js";
import { createBatch, createSwap, createWorld, type World } from "./world.js";

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

const signature = expect.stringMatching(/^0x[0-9a-f]{130}$/);

test.each(Object.entries({ ...honestSwaps, ...honestGas }))(
  "signs a swap %s",
  async (_name, create) => {
    const { quote, options } = createSwap(world, await create(world));
    const signed = await signQuote(quote, owner, { ...options, simulate: world.client });
    expect(signed).toMatchObject({ signature });
  },
);

test.each(Object.entries(honestBatches))("signs an operation %s", async (_name, create) => {
  const { operation, options } = createBatch(world, await create(world));
  const signed = await signOperation(operation, owner, { ...options, simulate: world.client });
  expect(signed).toMatchObject({ signature });
});
