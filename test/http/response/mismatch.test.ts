import { describe, expect, test } from "vitest";
import type { DepositRequest } from "../../../src/index.js";
import {
  type BursarError,
  OutcomeUnknownError,
  ResponseMismatchError,
} from "../../../src/index.js";
import { drained } from "../../support/drained.js";
import { json, serve } from "../../support/loopback.js";
import {
  clientFor,
  depositAnswer,
  depositRequest,
  failure,
  hash,
  signature,
  token,
  wallet,
  walletAnswer,
} from "../test-client.js";

const other = `0x${"9a".repeat(20)}` as const;
const otherHash = `0x${"77".repeat(32)}` as const;
const operation = { userOperationHash: hash, signature } as const;
const identity = { externallyOwnedAccount: wallet, factory: token, salt: 7 } as const;
const nativeCoin = `0x${"ee".repeat(20)}` as const;
const maxUint = "f".repeat(64);

const upper = (hex: string) => `0x${hex.slice(2).toUpperCase()}`;
const walletWith = (fields: object) => ({ wallet: { ...walletAnswer(null).wallet, ...fields } });
const call = (selector: string, account: string, amount: string) =>
  `${selector}${account.slice(2).padStart(64, "0")}${amount.padStart(64, "0")}`;

describe("the response to another execute", () => {
  test("leaves the outcome unknown, because it says nothing about this one", async () => {
    const server = await serve(json({ userOperationHash: otherHash }, 202));
    const error = await failure(clientFor(server).operations.execute(operation));
    expect(error).toBeInstanceOf(OutcomeUnknownError);
    expect(error).toMatchObject({ outcome: "unknown", request: { userOperationHash: hash } });
    const { cause } = error as OutcomeUnknownError;
    expect(cause).toBeInstanceOf(ResponseMismatchError);
    const issue = { path: "userOperationHash", expected: hash, received: otherHash };
    expect(cause).toMatchObject({ kind: "response_mismatch", outcome: "unknown", issues: [issue] });
    expect(await drained(server)).toHaveLength(1);
  });

  test("is recognised in every validation mode", async () => {
    for (const validation of ["essential", "strict", "off"] as const) {
      const body = { userOperationHash: otherHash, estimatedExecutionTime: "2026-01-31T12:00:05Z" };
      const server = await serve(json(body, 202));
      const call = clientFor(server, { validation }).operations.execute(operation);
      expect(await failure(call), validation).toBeInstanceOf(OutcomeUnknownError);
    }
  });

  test("is recognised by the older form of the request, too", async () => {
    const server = await serve(json({ userOperationHash: otherHash }, 202));
    const call = clientFor(server).operations.execute({ quoteId: hash, signature });
    expect(await failure(call)).toBeInstanceOf(OutcomeUnknownError);
  });

  test("is not confused with another spelling of the hash", async () => {
    const server = await serve(json({ userOperationHash: upper(hash) }, 202));
    await expect(clientFor(server).operations.execute(operation)).resolves.toBeDefined();
  });
});

test("the response about another operation rejects operations.get", async () => {
  const responseOf = (userOperationHash: string) =>
    json({ userOperation: { userOperationHash, sender: { walletAddress: wallet } } });
  const server = await serve([responseOf(otherHash), responseOf(upper(hash))]);
  const { operations } = clientFor(server);
  expect(await failure(operations.get(hash))).toBeInstanceOf(ResponseMismatchError);
  await expect(operations.get(hash)).resolves.toBeDefined();
});

test("the response about another person's session is rejected, but for the case of its UUID", async () => {
  const id = "cd3c8f4c-eb37-44e6-8c63-849a9419ce4a";
  const responseOf = (sessionId: string) => json({ session: { id: sessionId, status: "PENDING" } });
  const server = await serve([responseOf(id.replace("c", "d")), responseOf(id)]);
  const { standard } = clientFor(server).kyc.individual;
  const error = (await failure(standard.get(id))) as ResponseMismatchError;
  expect(error).toBeInstanceOf(ResponseMismatchError);
  expect(error).toMatchObject({
    issues: [{ path: "session.id", expected: id, received: "another id" }],
  });
  expect(error.message).not.toContain("dd3d8f4d");
  await expect(standard.get(id.toUpperCase())).resolves.toBeDefined();
});

describe("the response about another wallet", () => {
  const strangers: [string, object][] = [
    ["another owner", { externallyOwnedAccount: other, salt: "7" }],
    ["another factory", { factory: other, salt: "7" }],
    ["another salt", { salt: "8" }],
    ["another salt as a number", { salt: 8 }],
  ];

  test.each(strangers)("rejects a check: %s", async (_, fields) => {
    const server = await serve(json(walletWith(fields)));
    const error = await failure(clientFor(server).wallets.check(identity));
    expect(error).toBeInstanceOf(ResponseMismatchError);
    expect(error).toMatchObject({ kind: "response_mismatch", outcome: "none" });
    expect(await drained(server)).toHaveLength(1);
  });

  test("names every field that differs", async () => {
    const server = await serve(json(walletWith({ externallyOwnedAccount: other, salt: "8" })));
    const error = (await failure(clientFor(server).wallets.check(identity))) as BursarError;
    expect(error).toHaveProperty("issues.length", 2);
    for (const value of [other, "8"]) expect(error.message).toContain(value);
  });

  test.each(strangers)("rejects ensure before it registers: %s", async (_, fields) => {
    const server = await serve(json(walletWith(fields)));
    const error = await failure(clientFor(server).wallets.ensure(identity));
    expect(error).toBeInstanceOf(ResponseMismatchError);
    expect((await drained(server)).map(({ method }) => method)).toEqual(["GET"]);
  });

  test.each(strangers)("leaves the outcome of a registration unknown: %s", async (_, fields) => {
    const server = await serve(json(walletWith(fields), 201));
    const error = await failure(clientFor(server).wallets.register(identity));
    expect(error).toBeInstanceOf(OutcomeUnknownError);
    expect(await drained(server)).toHaveLength(1);
  });

  test("rejects a check without a salt, whose default is 0", async () => {
    const { salt: _, ...withoutSalt } = identity;
    const server = await serve([json(walletWith({ salt: "7" })), json(walletWith({ salt: 0 }))]);
    const { wallets } = clientFor(server);
    expect(await failure(wallets.check(withoutSalt))).toBeInstanceOf(ResponseMismatchError);
    await expect(wallets.check(withoutSalt)).resolves.toBeDefined();
  });

  const accepted: [string, object][] = [
    ["the salt as a number", { salt: 7 }],
    ["the salt with leading zeros", { salt: "007" }],
    ["no salt", { salt: null }],
    ["an unreadable salt", { salt: "0x07" }],
    ["a number that has lost digits", { salt: 2 ** 70 }],
    ["another letter case", { externallyOwnedAccount: upper(wallet), factory: upper(token) }],
    ["no owner and no factory", { externallyOwnedAccount: undefined, factory: null }],
    ["a padded owner", { externallyOwnedAccount: `0x${"0".repeat(24)}${wallet.slice(2)}` }],
    ["an unreadable owner", { externallyOwnedAccount: "?", factory: [token] }],
  ];
  test.each(accepted)("is not confused with %s", async (_, fields) => {
    const server = await serve(json(walletWith(fields)));
    await expect(clientFor(server).wallets.check(identity)).resolves.toBeDefined();
  });

  test("is not recognised by the factory of an EIP-7702 wallet, which is not documented", async () => {
    const server = await serve(json(walletWith({ eip7702: true, factory: other, salt: null })));
    const { salt: _, ...wallet7702 } = { ...identity, eip7702: true };
    await expect(clientFor(server).wallets.check(wallet7702)).resolves.toBeDefined();
  });
});

describe("the response about another pool", () => {
  const poolId = "137-0x45dDa9cb7c25131DF268515131f647d726f50608";
  const poolWith = (id: unknown) => json({ pool: { address: wallet, id } });

  test("is rejected", async () => {
    for (const id of [poolId.replace("137", "1"), `137-${other}`, poolId.slice(0, -1)]) {
      const server = await serve(poolWith(id));
      const error = await failure(clientFor(server).liquidity.pool(poolId));
      expect(error, id).toBeInstanceOf(ResponseMismatchError);
    }
  });

  test("is not confused with another letter case, or no id", async () => {
    for (const id of [poolId, poolId.toLowerCase(), null, undefined, 137]) {
      const server = await serve(poolWith(id));
      await expect(clientFor(server).liquidity.pool(poolId)).resolves.toBeDefined();
    }
  });
});

describe("a deposit that is not the transfer that was asked for", () => {
  const native: DepositRequest = { ...depositRequest, token: nativeCoin, amount: "1.5" };
  const wei = "1500000000000000000";
  const transfer = { from: wallet, to: wallet, value: wei, data: "0x", estimateGasCost: "0" };
  const tokenTransfer = depositAnswer.transfer;
  const cases: [string, DepositRequest, object][] = [
    ["native, to another account", native, { ...transfer, to: other }],
    ["native, of one wei more", native, { ...transfer, value: `${wei.slice(0, -1)}1` }],
    [
      "native, of 18 decimals, of one wei more",
      { ...native, amount: "0.000000000000000001" },
      { ...transfer, value: "2" },
    ],
    [
      "native, with 18 zeros at the end, of another amount",
      { ...native, amount: `1.5${"0".repeat(18)}` },
      { ...transfer, value: "1" },
    ],
    ["native, from another account", native, { ...transfer, from: other }],
    ["native, with call data", native, { ...transfer, data: "0xdeadbeef" }],
    ["a token, to another contract", depositRequest, { ...tokenTransfer, to: other }],
    ["a token, with coins", depositRequest, { ...tokenTransfer, value: "1" }],
    ["a token, from another account", depositRequest, { ...tokenTransfer, from: other }],
    [
      "an approval of everything",
      depositRequest,
      { ...tokenTransfer, data: call("0x095ea7b3", other, maxUint) },
    ],
    [
      "an approval of the wallet",
      depositRequest,
      { ...tokenTransfer, data: call("0x095ea7b3", wallet, "1") },
    ],
    [
      "a token, to another receiver",
      depositRequest,
      { ...tokenTransfer, data: call("0xa9059cbb", other, "1") },
    ],
    [
      "a token, with bytes after the call",
      depositRequest,
      { ...tokenTransfer, data: `${tokenTransfer.data}00` },
    ],
    ["a token, without a call", depositRequest, { ...tokenTransfer, data: "0x" }],
  ];

  test.each(cases)("is rejected: %s", async (_, request, body) => {
    const server = await serve(json({ transfer: body }));
    const error = await failure(clientFor(server).wallets.deposit(wallet, request));
    expect(error).toBeInstanceOf(ResponseMismatchError);
    expect(error).toMatchObject({ outcome: "none", issues: [expect.any(Object)] });
  });

  const accepted: [string, DepositRequest, object][] = [
    ["native", native, transfer],
    ["native, in upper case", native, { ...transfer, from: upper(wallet), to: upper(wallet) }],
    ["native by the zero address", { ...native, token: `0x${"0".repeat(40)}` }, transfer],
    ["native, whose token is in capitals", { ...native, token: `0x${"EE".repeat(20)}` }, transfer],
    ["native, with zeros at the end", { ...native, amount: "1.50" }, transfer],
    ["a token", depositRequest, tokenTransfer],
    [
      "a token, in upper case",
      depositRequest,
      { ...tokenTransfer, data: upper(tokenTransfer.data) },
    ],
  ];
  test.each(accepted)("is not one of these: %s", async (_, request, body) => {
    const server = await serve(json({ transfer: body }));
    await expect(clientFor(server).wallets.deposit(wallet, request)).resolves.toBeDefined();
  });
});
