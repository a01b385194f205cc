import { expect, test } from "vitest";
import { openSandbox, usdc, weth } from "../sandbox/open-sandbox.js";
import { openGolden, readGolden, refusal, walletAddress } from "./read-golden.js";

const file = "snapshot.json";

test("a snapshot of 0.1.0 is restored with its wallets, balances and pending operations", async () => {
  const { sandbox, client } = openGolden();
  const getSwap = async () => (await client.wallets.history(walletAddress)).items[0];
  expect(await getSwap()).toMatchObject({ id: "tx_000008", status: "PROCESSING" });
  sandbox.advance(60_000);
  expect(await getSwap()).toMatchObject({ id: "tx_000008", status: "COMPLETED" });
  const { tokens } = await client.wallets.portfolio(walletAddress);
  expect(tokens).toMatchObject([
    { address: usdc },
    { address: weth, balanceFormatted: "4.07976898232" },
  ]);
});

test("a snapshot has the fields of 0.1.0", () => {
  const { sandbox } = openSandbox();
  expect(Object.keys(sandbox.snapshot())).toEqual(
    expect.arrayContaining(Object.keys(readGolden<object>("version-1", file))),
  );
});

test.each([
  ["version-2", { version: 2 }],
  ["unversioned", { version: undefined }],
] as const)("a snapshot that is %s changes nothing", (folder, change) => {
  const { sandbox } = openSandbox();
  const before = sandbox.snapshot();
  const snapshot = { ...readGolden<object>("version-1", file), ...change };
  expect(() => sandbox.restore(snapshot as never)).toThrow(
    expect.objectContaining(refusal(folder, "a snapshot")),
  );
  expect(sandbox.snapshot()).toEqual(before);
});
