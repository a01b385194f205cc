import { describe, expect, it } from "vitest";
import { createSigningPolicy } from "../../src/policy/index.js";
import type { Receipt } from "../../src/receipts/index.js";
import { signOperation, signUserOperation } from "../../src/tasks/index.js";
import { failure } from "../http/test-client.js";
import { openIntents } from "../intents/intent-kit.js";
import { owner, usdc } from "../sandbox/open-sandbox.js";

/** A storage that never responds, and the abort of the call that waits for it. */
function hang() {
  const controller = new AbortController();
  const seen: Receipt[] = [];
  const receipts = (receipt: Receipt) => {
    seen.push(receipt);
    setImmediate(() => controller.abort());
    return new Promise<void>(() => {});
  };
  return { receipts, seen, signal: controller.signal };
}

describe("an abort while a storage of receipts hangs", () => {
  it("rejects the call, drops the signature and releases the amounts", async () => {
    const { client, address, settings } = await openIntents();
    const policy = createSigningPolicy({
      chains: [137],
      receivers: [],
      limits: [{ token: usdc, windows: [{ hours: 1, max: "110" }] }],
    });
    const request = {
      walletAddress: address,
      toAddress: address as typeof owner.address,
      chainId: 137,
      token: usdc,
      amount: "100",
      payGasFeeToken: usdc,
      gasFeePaymentMethod: "ADD_TO_AMOUNT",
    } as const;
    const sign = async (more: object) =>
      signOperation(await client.operations.transfer(request), settings.signer, {
        owner: owner.address,
        policy,
        ...more,
      });
    const { seen, ...hung } = hang();
    expect(await failure(sign(hung))).toMatchObject({ kind: "aborted", sent: false });
    expect(seen[0]).toMatchObject({ decision: "signed" });
    // The window has room for one.
    expect(await sign({})).toHaveProperty("signature");
  });

  it("rejects a refusal with its own error", async () => {
    const { seen, ...hung } = hang();
    const call = signUserOperation("0x12" as never, owner, hung);
    expect(await failure(call)).toMatchObject({ name: "UnsafeToSignError" });
    expect(seen).toHaveLength(1);
  });
});
