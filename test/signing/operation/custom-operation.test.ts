import { describe, expect, test } from "vitest";
import type { Chain } from "../../../src/contract/shared/records.js";
import { type HashedOperation, signOperation } from "../../../src/signing/index.js";
import { account, createSpySigner, getRejection, hash, owner, stranger } from "../test-signers.js";
import { orderedWithdrawal, withdrawalQuote } from "../withdrawals.js";

const walletAddress = stranger.address;
const options = { owner, walletAddress, chainId: 137 } as const;
const another = "0x9999999999999999999999999999999999999999";
const polygon: Chain = { id: 137, name: "POLYGON", logo: "https://logos.example/137.png" };

/** The `userOperation` of a custom user operation. */
const operation = {
  metadata: null,
  id: "1",
  userOperationHash: hash,
  hash,
  authorization: null,
  chainIn: polygon,
  chainOut: polygon,
  chainIdIn: 137,
  chainIdOut: 137,
  sender: { walletAddress, accountAbstraction: "LIGHT_ACCOUNT", externallyOwnedAccount: owner },
  nonce: "0",
  signature: null,
  callGasLimit: "100000",
  maxGasFeeToken: "0.01",
  expiresAt: "2099-01-01T00:00:00.000Z",
};

/** Expects one problem, although its code is accepted. */
async function expectProblem(changes: object, problem: object, given: object = operation) {
  const { signer, calls } = createSpySigner();
  const isWithdrawal = "withdrawalInstructions" in given;
  const terms = isWithdrawal ? { ...options, expect: withdrawalQuote } : options;
  const lenient = { ...terms, accept: ["not_supported"], confirm: () => true } as const;
  const changed = { ...given, ...changes } as HashedOperation;
  expect(await getRejection(signOperation(changed, signer, lenient))).toMatchObject({
    problems: [{ ...problem, severity: "fatal" }],
  });
  expect(calls).not.toHaveBeenCalled();
}

describe("a custom user operation", () => {
  test("is signed", async () => {
    const given: HashedOperation = operation;
    const { userOperationHash, signature } = await signOperation(given, account, options);
    expect(userOperationHash).toBe(hash);
    expect(signature).toBe(await account.signMessage({ message: { raw: hash } }));
  });

  test.each([
    ["chainIn", { id: 1 }],
    ["chainIn", 1],
    ["chainIn", "polygon"],
    ["chainIdIn", 1],
    ["chainIdIn", "1"],
    ["chain", 1],
    ["chainId", 1],
  ])("is rejected if %s is %j", (field, value) =>
    expectProblem({ [field]: value }, { code: "chain", path: "chain", expected: "137" }),
  );

  test.each([
    ["chains differ", { chainIdIn: 1 }, { chainId: undefined }, "chain"],
    ["chain is a name", { chainIn: "polygon", chainIdIn: null }, { chainId: undefined }, "chain"],
    ["wallets differ", { walletAddress: another }, { walletAddress: undefined }, "wallet"],
  ])("is rejected if its %s and none is expected", async (_, changes, none, code) => {
    const given = { ...operation, ...changes } as HashedOperation;
    const signed = signOperation(given, account, { ...options, ...none });
    expect(await getRejection(signed)).toMatchObject({ problems: [{ code }] });
  });

  test.each([
    ["its sender", { sender: { walletAddress: another } }],
    ["its sender, as an address,", { sender: another }],
    ["the operation", { walletAddress: another }],
  ])("is rejected if %s names another wallet", (_name, changes) =>
    expectProblem(changes, {
      code: "wallet",
      path: "walletAddress",
      received: expect.stringContaining(another),
    }),
  );

  test.each([[null], [undefined], [{}], [{ walletAddress: null }], [walletAddress]])(
    "can have the sender %j",
    async (sender) => {
      const given = { ...operation, sender } as HashedOperation;
      expect(await signOperation(given, account, options)).toHaveProperty("signature");
    },
  );

  test.each([["tokenIn"], ["tokenOut"], ["amountIn"], ["amountOut"], ["minAmountOut"]])(
    "is a swap quote, which signQuote signs, if it has %s",
    (field) =>
      expectProblem(
        { [field]: "1" },
        { code: "not_supported", expected: expect.stringContaining("signQuote") },
      ),
  );
});

test("a liquidity operation with an input is no swap quote", async () => {
  const liquidity = { userOperationHash: hash, chain: 137, walletAddress, tokenIn: another };
  const given = { ...liquidity, amountIn: "1" } as HashedOperation;
  expect(await signOperation(given, account, options)).toHaveProperty("signature");
});

describe("an operation with two hashes", () => {
  const otherHash = `0x${"34".repeat(32)}`;
  const withdrawal = { ...orderedWithdrawal, withdrawalInstructions: { userOperationHash: hash } };
  const lending = { signData: [{ type: "USER_OPERATION", hash }] };

  test.each([
    ["a withdrawal", withdrawal],
    ["a lending quote", lending],
  ])("is rejected if they differ in %s", async (_name, given) => {
    await expectProblem(
      { userOperationHash: otherHash },
      { code: "hash", path: "userOperationHash" },
      given,
    );
    for (const userOperationHash of [hash, hash.toUpperCase().replace("X", "x"), null]) {
      const both = { ...given, userOperationHash };
      const terms = { ...options, expect: "from" in given ? withdrawalQuote : undefined };
      const signed = await signOperation(both as never, account, terms);
      expect(signed.userOperationHash).toBe(hash);
    }
  });
});

test("a withdrawal is rejected if either part of it names another wallet", async () => {
  const inner = { userOperationHash: hash, walletAddress };
  const right = { ...orderedWithdrawal, walletAddress, withdrawalInstructions: inner };
  const terms = { ...options, expect: withdrawalQuote };
  expect(await signOperation(right as never, account, terms)).toHaveProperty("signature");
  await expectProblem({ walletAddress: another }, { code: "wallet" }, right);
  const wrongInner = { withdrawalInstructions: { ...inner, walletAddress: another } };
  await expectProblem(wrongInner, { code: "wallet" }, right);
});
