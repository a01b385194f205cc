import type { Hex } from "viem";
import { expect, expectTypeOf, test, vi } from "vitest";
import { isApiError, UnsafeToSignError } from "../../src/index.js";
import {
  cancelLimitOrder,
  pickExecutable,
  type SignedLimitOrder,
  type SignedOperation,
  type SignedQuote,
  signCancellation,
  signQuote,
} from "../../src/signing/index.js";
import { failure } from "../http/test-client.js";
import { factory, openSandbox, openWallet, owner, usdc } from "../sandbox/open-sandbox.js";
import { createSwapRequest } from "../sandbox/swap/swap-requests.js";
import { drained } from "../support/drained.js";
import {
  createCountingSigner,
  openLimitOrderQuote,
  openMarketQuote,
  stranger,
} from "./quote/test-quotes.js";

async function placeLimitOrder() {
  const opened = await openLimitOrderQuote();
  const { client, quote, options, address } = opened;
  const signed = await signQuote(quote, owner, options);
  await client.operations.execute(signed);
  const { items } = await client.wallets
    .history(address, { userOperationHash: signed.userOperationHash })
    .firstPage();
  return { ...opened, signed, id: items[0]?.id as string };
}

test("quotes, picks, signs and executes a swap until it completes", async () => {
  const { client, sandbox, address } = await openWallet();
  const request = createSwapRequest(address);
  const now = sandbox.now();
  const quote = pickExecutable((await client.swap.quote(request)).quotes, { now });
  const signed = await signQuote(quote, owner, { approval: true, now });
  expectTypeOf(signed).toEqualTypeOf<SignedQuote>();
  expect(signed.expiresAt).toBe(quote.expiresAt);
  expect(signed.walletAddress).toBe(address);
  const done = await client.wallets.waitForTransaction(
    address,
    await client.operations.execute(signed),
    { interval: 1 } as never,
  );
  expect(done.status).toBe("COMPLETED");
});

test("a completed swap is not looked for in another wallet, which would allow a second one", async () => {
  const { client, sandbox, quote, options, address } = await openMarketQuote();
  const signed = await signQuote(quote, owner, options);
  await client.operations.execute(signed);
  sandbox.advance(3_600_000);
  const before = sandbox.requests.length;
  const error = await failure(client.wallets.waitForTransaction(stranger, signed));
  expect(error).toMatchObject({ kind: "request_validation", outcome: "unknown" });
  expect(String(error)).toContain(`expected ${address}, the wallet of the operation`);
  expect(await drained(sandbox)).toHaveLength(before);
  expect(await client.wallets.waitForTransaction(address, signed)).toMatchObject({
    status: "COMPLETED",
  });
});

test("rejects an unknown and an expired operation with an ApiError, and sends each once", async () => {
  const { client, sandbox, quote, options } = await openMarketQuote();
  const signed = await signQuote(quote, owner, options);
  const getError = (operation: SignedOperation) =>
    client.operations.execute(operation).then(
      () => undefined,
      (error: unknown) => (isApiError(error) ? [error.status, error.id] : error),
    );
  const unknown = { ...signed, userOperationHash: `0x${"12".repeat(32)}` as Hex };
  expect(await getError(unknown)).toEqual([404, "USER_OPERATION_NOT_FOUND"]);
  sandbox.advance(60_000);
  expect(await getError(signed)).toEqual([400, "EXECUTE_USER_OP"]);
  expect(
    (await drained(sandbox)).filter(({ operation }) => operation === "operations.execute"),
  ).toHaveLength(2);
});

test("signs a limit order twice, and sends only the documented fields", async () => {
  const { signed, sandbox } = await placeLimitOrder();
  expectTypeOf(signed).toEqualTypeOf<SignedLimitOrder>();
  expect(signed.typedDataSignature).toMatch(/^0x[0-9a-f]{130}$/);
  const sent = sandbox.requests.find(({ operation }) => operation === "operations.execute")?.body;
  expect(Object.keys(sent as object).sort()).toEqual(["signature", "userOperationHash"]);
});

test("rejects an unknown field in execute", async () => {
  const { client, signed, sandbox } = await placeLimitOrder();
  const before = sandbox.requests.length;
  await expect(
    client.operations.execute({ ...signed, autorization: "0x12" } as never),
  ).rejects.toThrow("autorization");
  await expect(client.operations.execute(undefined as never)).rejects.toThrow("not sent");
  expect(await drained(sandbox)).toHaveLength(before);
});

test("cancels a limit order in one call", async () => {
  const { client, id, address } = await placeLimitOrder();
  expect(
    await cancelLimitOrder(client, id, owner, {
      owner: owner.address,
      walletAddress: address,
      chainId: 137,
    }),
  ).toEqual({
    success: true,
  });
});

test("returns from signCancellation what client.swap.cancelLimitOrder accepts", async () => {
  const { client, id, address } = await placeLimitOrder();
  const prepared = await client.swap.prepareCancellation(id);
  const signed = await signCancellation(prepared, owner, {
    owner: owner.address,
    walletAddress: address,
    chainId: 137,
  });
  expect(await client.swap.cancelLimitOrder(id, signed)).toEqual({ success: true });
});

test("does not sign or send an invalid cancellation", async () => {
  const { client, id, address } = await placeLimitOrder();
  const prepared = await client.swap.prepareCancellation(id);
  const [entry] = prepared.signData;
  const typedData = entry?.typedData as NonNullable<NonNullable<typeof entry>["typedData"]>;
  const { signer, countCalls } = createCountingSigner();
  const signOptions = { owner: owner.address, walletAddress: address, chainId: 137 };
  const permit = {
    ...typedData,
    types: { Permit: [{ name: "message", type: "bytes" }] },
    primaryType: "Permit",
  };
  const cases: [unknown, Partial<typeof signOptions> & { now?: number }, string][] = [
    [{ ...prepared, signData: [] }, {}, "typed_data signData"],
    [{ ...prepared, signData: [entry, entry] }, {}, "typed_data signData"],
    [{ ...prepared, signData: [{ ...entry, type: "USER_OPERATION" }] }, {}, "typed_data signData"],
    [
      { ...prepared, signData: [{ type: "LIMIT_ORDER", typedData: {} }] },
      {},
      "nothing_to_sign signData[0].typedData",
    ],
    [
      { ...prepared, signData: [{ type: "LIMIT_ORDER", typedData: permit }] },
      {},
      "unknown_data signData[0].typedData.primaryType",
    ],
    [{ ...prepared, expiresAt: 1_700_000_000_000 }, {}, "expired expiresAt"],
    [undefined, {}, "typed_data signData"],
    [
      prepared,
      { walletAddress: stranger },
      "wallet signData[0].typedData.domain.verifyingContract",
    ],
    [prepared, { chainId: 1 }, "chain signData[0].typedData.domain.chainId"],
  ];
  for (const [given, changes, expected] of cases) {
    const error = await signCancellation(given as typeof prepared, signer, {
      ...signOptions,
      ...changes,
    }).catch((thrown) => thrown);
    expect(error, expected).toBeInstanceOf(UnsafeToSignError);
    const { problems } = error as UnsafeToSignError;
    expect(problems.map(({ code, path }) => `${code} ${path}`)).toContain(expected);
  }
  expect(countCalls()).toBe(0);
  const swap = {
    prepareCancellation: async () => ({ ...prepared, signData: [] }),
    cancelLimitOrder: vi.fn(),
  };
  await expect(cancelLimitOrder({ swap }, id, signer, signOptions)).rejects.toBeInstanceOf(
    UnsafeToSignError,
  );
  expect(swap.cancelLimitOrder).not.toHaveBeenCalled();
});

async function openDelegatedWallet() {
  const { sandbox, client } = openSandbox({ tick: 0 });
  const { wallet } = await client.wallets.register({
    externallyOwnedAccount: owner.address,
    factory,
    eip7702: true,
  });
  sandbox.fund({ account: wallet.walletAddress, chainId: 137, token: usdc, amount: "10000" });
  const expect = createSwapRequest(wallet.walletAddress as Hex);
  const quote = pickExecutable((await client.swap.quote(expect)).quotes, { now: sandbox.now() });
  const delegates = ["0xd6cedde84be40893d153be9d467cd6ad37875b28" as Hex];
  return {
    sandbox,
    client,
    quote,
    options: { expect, owner: owner.address, now: sandbox.now(), delegates },
  };
}

test("signs the authorization with the first operation of an EIP-7702 wallet", async () => {
  const { client, quote, options } = await openDelegatedWallet();
  const signed = await signQuote(quote, owner, options);
  expect(signed.authorization).toMatch(/^0x[0-9a-f]{130}$/);
  expect((await client.operations.execute(signed)).userOperationHash).toBe(quote.userOperationHash);
});

test("signs the checked quote even if it changes while the wallet is open", async () => {
  const { quote, options, client } = await openLimitOrderQuote();
  const expected = await signQuote(quote, owner, options);
  const signMessage = async (parameters: never) => {
    Object.assign(quote.typedData?.message as object, { message: `0x${"66".repeat(32)}` });
    quote.userOperationHash = `0x${"66".repeat(32)}`;
    return owner.signMessage(parameters);
  };
  const signed = await signQuote(
    quote,
    { address: owner.address, signMessage, signTypedData: owner.signTypedData } as never,
    options,
  );
  expect(signed).toEqual(expected);
  await client.operations.execute(signed);
});

test("signs the approval of a real-world asset and returns it separately", async () => {
  const { client, address, sandbox } = await openWallet({ tick: 0 });
  const ethUsdc = "0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48";
  sandbox.fund({ account: address, chainId: 1, token: ethUsdc, amount: "500" });
  const usdy = "0x96f6ef951840721adbf46ac996b59e0235cb985c";
  const route = {
    chainIdIn: 1,
    chainIdOut: 1,
    tokenIn: ethUsdc,
    tokenOut: usdy,
    payGasFeeToken: ethUsdc,
  } as const;
  const request = createSwapRequest(address, { ...route, individualId: "individual_1" });
  const now = sandbox.now();
  const quote = pickExecutable((await client.swap.quote(request)).quotes, { now });
  const signed = await signQuote(quote, owner, { approval: true, now });
  expect(signed.approval?.userOperationHash).toBe(quote.rwaApproveUserOperation?.userOperationHash);
  await client.operations.execute(signed.approval as SignedOperation);
  await client.operations.execute(signed);
  const sent = sandbox.requests
    .filter(({ operation }) => operation === "operations.execute")
    .map(({ body }) => Object.keys(body as object));
  expect(sent).toEqual([
    ["userOperationHash", "signature"],
    ["userOperationHash", "signature"],
  ]);
});
