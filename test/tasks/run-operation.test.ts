import { expect, test } from "vitest";
import { type RunRecord, runOperation } from "../../src/tasks/index.js";
import { failure } from "../http/test-client.js";
import { openWallet, owner } from "../sandbox/open-sandbox.js";
import { positionOf } from "../sandbox/prepare.js";
import { drained } from "../support/drained.js";

async function open() {
  const opened = await openWallet({ now: undefined });
  const { sandbox, client, address } = opened;
  const records: RunRecord[] = [];
  const options = {
    signer: owner,
    owner: owner.address,
    walletAddress: address,
    chainId: 137,
    onStage: (record: RunRecord) => void records.push(record),
    wait: { interval: 10, maxInterval: 10, onProgress: () => sandbox.advance(5_000) },
  };
  const prepare = async () => (await client.liquidity.create(positionOf(opened))).operation;
  return { ...opened, options, records, prepare };
}

test("prepares, signs, submits and waits for an operation", async () => {
  const { client, prepare, options, records } = await open();
  const { status, transaction } = await runOperation(client, prepare, options);
  expect(status).toBe("COMPLETED");
  expect(records.map(({ stage }) => stage)).toEqual(["quoted", "signed", "submitted", "final"]);
  expect(records[1]?.userOperationHash).toBe(transaction.userOperationHash);
});

test("goes on with a stored record and prepares nothing", async () => {
  const { client, prepare, options, records } = await open();
  const { status } = await runOperation(client, prepare, options);
  const resume = records[2] as RunRecord;
  const never = () => Promise.reject(new Error("prepared again"));
  expect(await runOperation(client, never, { ...options, resume })).toMatchObject({ status });
});

const signData = ["1", "2"].map((digit) => ({
  type: "USER_OPERATION",
  hash: `0x${digit.repeat(64)}`,
  authorization: null,
}));
test.each([
  ["there is nothing to sign", {}],
  ["the response has several operations", { expiresAt: "2099-01-01T00:00:00Z", signData }],
])("rejects if %s", async (reason, response) => {
  const { client, options, sandbox, records } = await open();
  const { walletAddress } = options;
  const prepare = async () => ({ walletAddress, ...response }) as never;
  expect(await failure(runOperation(client, prepare, options))).toMatchObject({
    kind: "signing",
    outcome: "none",
    message: `runOperation: ${reason}`,
  });
  expect(records.map(({ stage }) => stage)).toEqual(["quoted"]);
  expect((await drained(sandbox)).some(({ operation }) => operation === "operations.execute")).toBe(
    false,
  );
});

test("rejects an operation for another wallet, and sends nothing", async () => {
  const { client, prepare, options, sandbox } = await open();
  const walletAddress = `0x${"9".repeat(40)}`;
  const error = await failure(runOperation(client, prepare, { ...options, walletAddress }));
  expect(error).toMatchObject({ name: "UnsafeToSignError", problems: [{ code: "wallet" }] });
  expect((await drained(sandbox)).some(({ operation }) => operation === "operations.execute")).toBe(
    false,
  );
});

test("gives up a wallet that hangs after an abort", async () => {
  const { client, prepare, options, records } = await open();
  const controller = new AbortController();
  const signMessage = async () => {
    controller.abort("closed");
    return new Promise<never>(() => {});
  };
  const given = { ...options, signer: { ...owner, signMessage }, signal: controller.signal };
  const error = await failure(runOperation(client, prepare, given));
  expect(error).toMatchObject({ kind: "aborted", reason: "closed", outcome: "none" });
  expect(records.map(({ stage }) => stage)).toEqual(["quoted"]);
});

test.each(["walletAddress", "chainId"])("rejects without %s before it prepares", async (name) => {
  const { client, options } = await open();
  const never = () => Promise.reject(new Error("prepared"));
  const call = runOperation(client, never, { ...options, [name]: undefined } as never);
  expect(await failure(call)).toMatchObject({
    kind: "configuration",
    message: expect.stringContaining(name),
  });
});
