import { expect, test } from "vitest";
import { runOperation } from "../../src/tasks/index.js";
import { openWallet, owner } from "../sandbox/open-sandbox.js";
import {
  createBatchRequest,
  createTransferRequest,
} from "../sandbox/operations/transfer-requests.js";

test("runs a transfer and a batch of the sandbox from their call to their final status", async () => {
  const { client, sandbox, address } = await openWallet();
  sandbox.configure({ treasury: "0x7777777777777777777777777777777777777777" });
  const onStage = ({ stage }: { stage: string }) => {
    if (stage === "submitted") sandbox.advance(10_000);
  };
  const now = sandbox.now();
  const options = { signer: owner, owner: owner.address, walletAddress: address, now, onStage };
  const run = (prepare: Parameters<typeof runOperation>[1], expected: object) =>
    runOperation(client, prepare, { ...options, chainId: 137, ...expected });

  const request = createTransferRequest(address, {
    gasFeePaymentMethod: "DEDUCT_FROM_AMOUNT",
    transactionFeePercent: 1,
  });
  const limits = { expect: request, maxGasFee: "0.1" };
  const done = await run(() => client.operations.transfer(request), limits);
  expect(done.transaction).toMatchObject({ type: "TRANSFER", status: "COMPLETED" });

  const batch = createBatchRequest(address);
  const later = { expect: batch, maxGasFee: "1", now: sandbox.now() };
  const all = await run(() => client.operations.batch(batch), later);
  expect(all.transaction).toMatchObject({ type: "BATCH", status: "COMPLETED" });
});
