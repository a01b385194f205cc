import { describe, expect, test } from "vitest";
import type { Address, ContractCall, Hex, TransferRequest } from "../../../src/index.js";
import { catchApiError } from "../catch-api-error.js";
import { expectConserved } from "../check-ledger.js";
import { inWorld, openWallet, owner, usdc, weth } from "../open-sandbox.js";
import { createTransferRequest, receiver } from "./transfer-requests.js";

type Opened = Awaited<ReturnType<typeof openWallet>>;

const treasury = "0x7777777777777777777777777777777777777777";
const gas = 50_000n;

/** USDC in its smallest unit. */
function balanceOf({ sandbox }: Opened, account: string): bigint {
  return inWorld(sandbox, ({ ledger }) => ledger[account]?.[`137:${usdc}`] ?? 0n);
}

async function prepare({ client, address }: Opened, changes: Partial<TransferRequest> = {}) {
  const { transfer } = await client.operations.transfer(createTransferRequest(address, changes));
  return { ...transfer, userOperationHash: transfer.userOperationHash as Hex };
}

describe("a transfer", () => {
  test("moves the amount to the receiver, and gas beside it", async () => {
    const opened = await openWallet();
    const before = balanceOf(opened, opened.address);
    const transfer = await prepare(opened);
    expect([transfer.amountToSend, transfer.amountToBeReceived]).toEqual(["100", "100"]);
    expect(transfer.estimatedGasFees?.gasFeeTokenAmount).toBe("0.05");
    expect(balanceOf(opened, receiver)).toBe(0n);
    const record = await opened.execute(transfer.userOperationHash);
    expect(record).toMatchObject({ type: "TRANSFER", status: "COMPLETED" });
    expect(balanceOf(opened, receiver)).toBe(100_000_000n);
    expect(balanceOf(opened, opened.address)).toBe(before - 100_000_000n - gas);
    expectConserved(opened.sandbox);
  });

  test("is executed once if it is sent twice at once", async () => {
    const opened = await openWallet();
    const { userOperationHash } = await prepare(opened);
    const execute = () => opened.execute(userOperationHash);
    const results = await Promise.allSettled([execute(), execute()]);
    expect(results.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect(balanceOf(opened, receiver)).toBe(100_000_000n);
    expectConserved(opened.sandbox);
  });

  test("arrives less deducted gas and the fee of the project", async () => {
    const opened = await openWallet();
    opened.sandbox.configure({ treasury });
    const before = balanceOf(opened, opened.address);
    const transfer = await prepare(opened, {
      gasFeePaymentMethod: "DEDUCT_FROM_AMOUNT",
      transactionFeePercent: 2,
    });
    expect(transfer).toMatchObject({ amountToSend: "100", amountToBeReceived: "97.95" });
    expect(transfer.estimatedCollectedFee).toMatchObject({ collectedFee: "2" });
    await opened.execute(transfer.userOperationHash);
    expect([receiver, treasury].map((account) => balanceOf(opened, account))).toEqual([
      ...[97_950_000n, 2_000_000n],
    ]);
    expect(balanceOf(opened, opened.address)).toBe(before - 100_000_000n);
  });

  test("rounds its gas up to the unit of the token", async () => {
    const opened = await openWallet();
    opened.sandbox.setPrice({ chainId: 137, token: usdc, price: "3" });
    const { estimatedGasFees } = await prepare(opened);
    expect(estimatedGasFees).toMatchObject({
      gasFeeTokenAmount: "0.016667",
      gasFeeTokenAmountUSD: "0.050001",
      maxGasFeeToken: "0.025",
      // Of POL, at 0.5 US dollars.
      maxGasFeeNative: "0.15",
    });
  });

  test("pays gas in another token beside the amount", async () => {
    const opened = await openWallet();
    const transfer = await prepare(opened, {
      payGasFeeToken: weth,
      gasFeePaymentMethod: "DEDUCT_FROM_AMOUNT",
    });
    expect(transfer.amountToBeReceived).toBe("100");
    const before = await opened.held(weth);
    await opened.execute(transfer.userOperationHash);
    expect(await opened.held(weth)).toBeLessThan(before);
  });

  test("has a revert reason and no hash if the balance is too low", async () => {
    const opened = await openWallet();
    const transfer = await prepare(opened, { amount: "10000" });
    expect(transfer).toMatchObject({ userOperationHash: null, quoteId: null });
    expect(transfer.revertReason?.decoded).toMatch(/insufficient balance/);
  });

  test("needs gas in an ERC-20 token", async () => {
    const opened = await openWallet();
    const native = "0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee";
    const { revertReason } = await prepare(opened, { payGasFeeToken: native });
    expect(revertReason?.decoded).toMatch(/name an ERC-20/);
  });

  test("sends the native coin", async () => {
    const opened = await openWallet();
    const native = "0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee";
    opened.sandbox.fund({ account: opened.address, chainId: 137, token: native, amount: "3" });
    const { userOperationHash } = await prepare(opened, { token: native, amount: "2" });
    expect(await opened.execute(userOperationHash)).toMatchObject({ status: "COMPLETED" });
  });

  test.each(["0", "0.0000001", "0.05"])("of %s with deducted gas is a crash", async (amount) => {
    const opened = await openWallet();
    const failure = await catchApiError(
      prepare(opened, { amount, gasFeePaymentMethod: "DEDUCT_FROM_AMOUNT" }),
    );
    expect(failure).toMatchObject({ status: 500, id: "INTERNAL_SERVER_ERROR" });
  });
});

describe("operations.get", () => {
  test("returns what was prepared, with the wallet, the chain, the owner and the expiry", async () => {
    const opened = await openWallet();
    const transfer = await prepare(opened, { metadata: { payout: "7" } });
    const { userOperation } = await opened.client.operations.get(transfer.userOperationHash);
    expect(userOperation).toMatchObject({
      userOperationHash: transfer.userOperationHash,
      metadata: { payout: "7" },
      chainIdIn: 137,
      chainIdOut: 137,
      sender: {
        walletAddress: opened.address,
        externallyOwnedAccount: owner.address.toLowerCase(),
      },
      expiresAt: new Date(transfer.expiresAt as number).toISOString(),
      callGasLimit: "500000",
      maxFeePerGas: "2000000000",
      payFeesToken: usdc,
    });
    expect(userOperation).not.toHaveProperty("status");
  });

  test("finds the operation of another project as little as an unknown one", async () => {
    const opened = await openWallet();
    const { userOperationHash } = await prepare(opened);
    inWorld(opened.sandbox, ({ operations }) =>
      Object.assign(operations[userOperationHash] ?? {}, { projectId: "project_2" }),
    );
    const failure = await catchApiError(opened.client.operations.get(userOperationHash));
    expect(failure).toMatchObject({ status: 404, id: "USER_OPERATION_NOT_FOUND" });
  });
});

test("a custom operation pays its gas and is in the history", async () => {
  const opened = await openWallet();
  const before = balanceOf(opened, opened.address);
  const { userOperation } = await opened.client.operations.custom({
    walletAddress: opened.address,
    chainId: 137,
    payGasFeeToken: usdc,
    operations: [{ address: weth, methodSignature: "deposit()", value: "0" }],
    metadata: { order: "17" },
  });
  const record = await opened.execute(userOperation.userOperationHash);
  expect(record).toMatchObject({
    type: "CUSTOM_OPERATION",
    status: "COMPLETED",
    metadata: { order: "17" },
  });
  expect(balanceOf(opened, opened.address)).toBe(before - gas);
});

test("a custom operation moves what it transfers of known tokens, or fails as a whole", async () => {
  const opened = await openWallet();
  const { address, client, execute } = opened;
  const run = async (...operations: ContractCall[]) => {
    const { userOperation } = await client.operations.custom({
      walletAddress: address,
      chainId: 137,
      payGasFeeToken: usdc,
      operations: operations.map((call) => ({
        methodSignature: "transfer(address,uint256)",
        ...call,
      })),
    });
    return execute(userOperation.userOperationHash);
  };
  const before = balanceOf(opened, address);
  const call = { address: usdc as Address, arguments: [receiver, "1500000"] };
  const other = `0x${"8".repeat(40)}` as const;
  const ignored = [
    { ...call, address: other },
    { ...call, methodSignature: "approve(address,uint256)" },
    { ...call, arguments: [receiver, "1.5"] },
    { ...call, arguments: ["0x1", "1"] },
    { address: usdc as Address },
  ];
  expect(await run(call, ...ignored, call)).toMatchObject({ status: "COMPLETED" });
  expect(balanceOf(opened, receiver)).toBe(3_000_000n);
  expect(balanceOf(opened, address)).toBe(before - 3_000_000n - gas);
  const tooMuch = { ...call, arguments: [receiver, "9".repeat(30)] };
  expect(await run(call, tooMuch)).toMatchObject({ status: "FAILED" });
  expect(balanceOf(opened, receiver)).toBe(3_000_000n);
});

test("lists the chains by id, Bitcoin included", async () => {
  const { client } = await openWallet();
  const { chains } = await client.tokens.chains();
  expect(chains.map(({ id }) => id)).toEqual([
    ...[0, 1, 10, 56, 100, 137, 196, 8453, 42161, 43114],
  ]);
});
