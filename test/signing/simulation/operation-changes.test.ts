import { describe, expect, test } from "vitest";
import { ConfigurationError } from "../../../src/errors/data.js";
import type { UnsafeToSignError } from "../../../src/errors/signing.js";
import {
  type OperationChanges,
  type SignOperationOptions,
  signOperation,
} from "../../../src/signing/index.js";
import { getRejection } from "../test-signers.js";
import {
  balance,
  createFakeNode,
  createQuote,
  type FakeChain,
  otherToken,
  stranger,
  tokenIn,
  tokenOut,
  wallet,
} from "./fake-node.js";
import { add, eoa, owner, pull, pullNft, receiver } from "./pulled-tokens.js";

const { typedData, userOperationHash } = createQuote();
const operation = { typedData, userOperationHash, walletAddress: wallet, chain: 137 } as const;

function sign(changes: unknown, chain?: FakeChain) {
  const options: SignOperationOptions = {
    owner: owner.address,
    walletAddress: wallet,
    chainId: 137,
    simulate: createFakeNode(chain).client,
    changes: changes as OperationChanges,
  };
  return signOperation(operation as never, owner, options);
}

describe("losses of other accounts", () => {
  const signCodes = (chain: FakeChain, changes: OperationChanges) =>
    sign(changes, chain).then(
      () => undefined,
      (error: UnsafeToSignError) => error.problems.map(({ code }) => code),
    );

  /** Deposits tokens of the owner in the wallet. */
  const deposit = add(pull(eoa, wallet), {
    values: { [balance(otherToken)]: [0n, 900_000_000n] },
    logs: [],
  });
  const loss = { token: otherToken, amount: "900" };

  test("signs a deposit of the owner's tokens that is stated for that account", async () => {
    const losses = [{ ...loss, account: owner.address }];
    expect(await signCodes(deposit, { losses })).toBeUndefined();
    expect(await signCodes(deposit, {})).toEqual(["simulated_loss"]);
    expect(await signCodes(deposit, { losses: [{ ...loss, amount: "899" }] })).toEqual([
      "simulated_loss",
    ]);
    for (const account of [wallet, stranger, undefined, null as never])
      expect(await signCodes(deposit, { losses: [{ ...loss, account }] })).toEqual([
        "simulated_loss",
      ]);
    const less = [{ ...loss, amount: "899", account: eoa }];
    expect(await signCodes(deposit, { losses: less })).toEqual(["simulated_loss"]);
  });

  test("does not let the wallet lose what is stated for another account", async () => {
    const own = pull(wallet, stranger);
    expect(await signCodes(own, { losses: [loss] })).toBeUndefined();
    expect(await signCodes(own, { losses: [{ ...loss, account: wallet }] })).toBeUndefined();
    expect(await signCodes(own, { losses: [{ ...loss, account: eoa }] })).toEqual([
      "simulated_loss",
    ]);
  });

  test("limits the loss of an account that is only stated", async () => {
    const losses = [{ ...loss, account: stranger }];
    expect(await signCodes(pull(stranger, receiver), { losses })).toBeUndefined();
    const more = pull(stranger, receiver, otherToken, 901_000_000n);
    expect(await signCodes(more, { losses })).toEqual(["simulated_loss"]);
  });

  test("signs a transfer of an NFT that is stated for the owner", async () => {
    const chain = pullNft(eoa, wallet);
    chain.values[`${otherToken} 0x01ffc9a780ac58cd${"0".repeat(56)}`] = [1n, 1n];
    const losses = [{ token: otherToken, amount: "1", account: eoa }];
    expect(await signCodes(chain, { losses })).toBeUndefined();
    expect(await signCodes(chain, {})).toEqual(["simulated_loss"]);
  });
});

describe("what the caller states", () => {
  const losses = [{ token: tokenIn, amount: "100" }];
  const gains = [{ token: tokenOut, amount: "99", receiver: wallet }];

  test("is not given if it is null or undefined", async () => {
    for (const none of [null, undefined]) {
      const rest = { positions: none, gas: none, nativeGas: none };
      expect(await sign({ losses, gains, ...rest })).toBeDefined();
      expect(await sign({ losses: [{ ...losses[0], account: none }], gains: none })).toBeDefined();
      const positions = [{ token: otherToken, id: "1", liquidity: none }];
      expect(await sign({ losses, positions })).toBeDefined();
    }
  });

  test.each([
    [{ losses: losses[0] }, "losses", "a list"],
    [{ gains: gains[0] }, "gains", "a list"],
    [{ positions: "1" }, "positions", "a list"],
    [{ gains: [null] }, "gains[0]", "an object"],
    [{ gains: [gains] }, "gains[0]", "an object"],
    [{ gas: [] }, "gas", "an object"],
    [{ gains: [...gains, { ...gains[0], amount: 99 }] }, "gains[1].amount", "a decimal string"],
    [{ losses: [{ token: tokenIn }] }, "losses[0].amount", "a decimal string"],
    [{ losses: [{ ...losses[0], amount: "1e3" }] }, "losses[0].amount", "a decimal string"],
    [
      { losses: [{ ...losses[0], amount: `1.${"0".repeat(254)}` }] },
      "losses[0].amount",
      "a decimal string",
    ],
    [{ losses: [{ amount: "1", token: "USDC" }] }, "losses[0].token", "an EVM address"],
    [{ losses: [{ ...losses[0], account: "me" }] }, "losses[0].account", "an EVM address"],
    [{ gains: [{ ...gains[0], receiver: null }] }, "gains[0].receiver", "an EVM address"],
    [{ positions: [{ token: otherToken, id: 1 }] }, "positions[0].id", "an integer"],
    [
      { positions: [{ token: otherToken, id: "1", liquidity: "half" }] },
      "positions[0].liquidity",
      'an integer, or "all"',
    ],
    [{ gas: { token: tokenIn, amount: 3 } }, "gas.amount", "a decimal string"],
    [{ nativeGas: 1 }, "nativeGas", "a decimal string"],
  ])("is compared only if it is well-formed: %j", async (changes, path, expected) => {
    const error = await getRejection(sign({ losses, gains, ...changes }));
    expect(error.problems).toMatchObject([
      { code: "request", severity: "fatal", path: `changes.${path}` },
    ]);
    expect(error.message).toContain(`changes.${path}: expected ${expected}`);
    expect(error.hint).toContain("Correct the arguments of your call");
  });

  test("has no unknown fields", async () => {
    for (const changes of [
      { losses: [{ token: tokenIn, amout: "100" }] },
      { gains: [{ ...gains[0], reciever: wallet }] },
      { positions: [{ token: otherToken, id: "1", liquidty: "all" }] },
      { gas: { token: tokenIn, amount: "1", receiver: wallet } },
      [losses],
    ])
      expect(await getRejection(sign(changes))).toBeInstanceOf(ConfigurationError);
    const error = await getRejection(sign({ losses: [{ token: tokenIn, amout: "100" }] }));
    expect(error.message).toContain('signOperation: changes.losses: unknown option "amout"');
    expect((await getRejection(sign([]))).message).toContain("changes: expected an object");
  });
});
