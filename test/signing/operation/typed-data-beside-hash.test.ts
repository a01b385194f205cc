import { expect, test } from "vitest";
import { signOperation } from "../../../src/signing/index.js";
import { createOperationData, owner, wallet } from "../market-quotes.js";
import { createMailTypedData, getRejection } from "../test-signers.js";

const { typedData, userOperationHash: hash } = createOperationData();
const mail = createMailTypedData();
const otherData = { ...mail, domain: { ...mail.domain, chainId: 137 } };
const options = { owner: owner.address, walletAddress: wallet, chainId: 137 };

test.each([
  [
    "a lending quote",
    (data: object, hash: string) => ({
      walletAddress: wallet,
      signData: [{ type: "USER_OPERATION", hash, typedData: data }],
    }),
  ],
  [
    "a withdrawal",
    (data: object, userOperationHash: string) => ({
      id: "1",
      withdrawalInstructions: { userOperationHash, typedData: data },
    }),
  ],
])("the user is asked about typed data beside the hash of %s", async (_, wrap) => {
  const sign = (data: object, accept?: ["unknown_data"]) =>
    signOperation(wrap(data, hash) as never, owner, { ...options, accept });
  const problems = [{ code: "unknown_data", path: "typedData.primaryType" }];
  for (const data of [typedData, otherData])
    expect(await getRejection(sign(data))).toMatchObject({ problems });
  // The operation itself is not signed a second time.
  expect(await sign(typedData, ["unknown_data"])).not.toHaveProperty("typedDataSignature");
  const signed = await sign(otherData, ["unknown_data"]);
  expect(signed).toHaveProperty("typedDataSignature");
});
