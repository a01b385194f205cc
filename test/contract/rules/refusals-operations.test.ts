import { expect, test } from "vitest";
import { stranger, usdc, wallet } from "../../support/fixtures/values.js";
import { changedArgs, type Refusal, refusalOf, refuses } from "./refuse.js";

const ofBatch = (operation: unknown) => ({ operations: [operation] });
const transfer = {
  walletAddress: wallet,
  toAddress: stranger,
  token: usdc,
  amount: "1",
  chainId: 137,
  payGasFeeToken: usdc,
  gasFeePaymentMethod: "DEDUCT_FROM_AMOUNT",
};

const batch: Refusal[] = [
  [
    "an operation of an unknown type, and names it",
    ofBatch({ type: "bridge", params: {} }),
    { "body.operations[0].type": 'expected transfer, swap or liquidity, got "bridge"' },
  ],
  [
    "an operation whose type could be a private key, and does not repeat it",
    ofBatch({ type: `0x${"5e".repeat(32)}`, params: {} }),
    { "body.operations[0].type": "not shown" },
  ],
  [
    "an operation without a type",
    ofBatch({ params: transfer }),
    { "body.operations[0].type": "expected transfer, swap or liquidity, got nothing" },
  ],
  [
    "a text in place of an operation",
    ofBatch("transfer"),
    { "body.operations[0]": 'got "transfer"' },
  ],
  ["an empty list", { operations: [] }, { "body.operations": "at least one operation" }],
  [
    "the operation of another wallet, or on another chain",
    ofBatch({
      type: "transfer",
      params: { ...transfer, walletAddress: stranger, chainId: 1 },
    }),
    {
      "body.operations[0].params.walletAddress": "the walletAddress of the batch",
      "body.operations[0].params.chainId": "the chainId of the batch",
    },
  ],
];

refuses("operations.batch", batch);

refuses("operations.custom", [
  ["no call", { operations: [] }, { "body.operations": "at least one call" }],
  [
    "a call whose arguments are no texts",
    { operations: [{ address: usdc, arguments: [1n] }] },
    { "body.operations[0].arguments[0]": "expected a string" },
  ],
]);

test("a type whose getter throws is reported, at whichever read it throws", async () => {
  const name = "operations.batch";
  const found = new Set<string>();
  for (let readable = 0; readable < 20; readable++) {
    let reads = 0;
    const operation = {
      params: transfer,
      get type() {
        if (reads++ < readable) return "bridge";
        throw new TypeError("locked");
      },
    };
    const { issues } = await refusalOf(name, changedArgs(name, ofBatch(operation)));
    for (const { code, path } of issues) found.add(`${code} ${path}`);
  }
  expect([...found]).toEqual(["unreadable body", "invalid_union body.operations[0].type"]);
});
