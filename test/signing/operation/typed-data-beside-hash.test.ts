import { expect, test } from "vitest";
import { signOperation } from "../../../src/signing/index.js";
import { createPricedQuote } from "../quote/priced-quotes.js";
import { owner, wallet } from "../simulation/fake-node.js";
import { getRejection } from "../test-signers.js";

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
