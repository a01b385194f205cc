import { expect, test } from "vitest";
import { signOperation } from "../../../src/signing/index.js";
import { createPricedQuote } from "../quote/priced-quotes.js";
import { createFakeNode, owner, wallet } from "../simulation/fake-node.js";
import { getRejection } from "../test-signers.js";

const order = {
  domain: { name: "LightAccount", version: "1", chainId: 137, verifyingContract: wallet },
  types: { LightAccountMessage: [{ name: "message", type: "bytes" }] },
  primaryType: "LightAccountMessage",
  message: { message: `0x${"12".repeat(32)}` },
};
const otherHash = `0x${"ab".repeat(32)}`;
const options = { owner: owner.address, walletAddress: wallet, chainId: 137 };

test.each([
  [
    "a lending quote",
    (typedData: object) => ({
      walletAddress: wallet,
      signData: [{ type: "USER_OPERATION", hash: otherHash, typedData }],
    }),
  ],
  [
    "a withdrawal",
    (typedData: object) => ({
      id: "1",
      withdrawalInstructions: { userOperationHash: otherHash, typedData },
    }),
  ],
])("recomputes the hash of %s from the operation beside it", async (_, wrap) => {
  const { typedData } = createPricedQuote();
  const error = await getRejection(signOperation(wrap(Object(typedData)) as never, owner, options));
  expect(error).toMatchObject({ problems: [{ code: "hash", path: "userOperationHash" }] });
});

test.each<[string, object, string, string]>([
  ["with contracts, it is fatal", { contracts: [] }, "other_contract", "fatal"],
  [
    "with simulate, the user is asked",
    { simulate: createFakeNode().client },
    "call_data_missing",
    "review",
  ],
])("no call shows what an order beside an operation takes: %s", async (_, more, code, severity) => {
  const { typedData, userOperationHash } = createPricedQuote();
  const lending = {
    walletAddress: wallet,
    signData: [
      { type: "USER_OPERATION", hash: userOperationHash, typedData },
      { type: "LIMIT_ORDER", typedData: order },
    ],
  };
  const error = await getRejection(
    signOperation(lending as never, owner, { ...options, ...more } as never),
  );
  expect(error.problems).toContainEqual(
    expect.objectContaining({ code, severity, path: "signData" }),
  );
});
