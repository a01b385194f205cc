import { expect, test } from "vitest";
import { fixtureOf } from "../support/fixtures/index.js";
import { hash, wallet } from "../support/fixtures/values.js";
import { clientOn, recorder } from "../support/recorder.js";
import { testDriftingData } from "./drifting-data.js";

testDriftingData(3);

test("waits for a transaction although other records drift", async () => {
  const { full } = fixtureOf("wallets.history") as unknown as {
    full: { transactions: readonly [Record<string, unknown>] };
  };
  const [transaction] = full.transactions;
  const transactions = [{ ...transaction, userOperationHash: 5, status: null }, transaction];
  const client = clientOn(recorder([{ json: { transactions } }]));
  const subject = { userOperationHash: hash };
  expect(await client.wallets.waitForTransaction(wallet, subject)).toEqual(transaction);
});
