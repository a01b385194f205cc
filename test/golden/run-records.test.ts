import { expect, test } from "vitest";
import { type RunRecord, runSwap } from "../../src/tasks/index.js";
import { failure } from "../http/test-client.js";
import { createSwapRequest } from "../sandbox/swap/swap-requests.js";
import { openGolden, readGolden, refusal, walletAddress } from "./read-golden.js";

const file = "run-records.json";
const records = readGolden<RunRecord[]>("version-1", file);
const refused = readGolden<RunRecord[]>("version-2", file);
const final = records.at(-1);

function open() {
  const opened = openGolden();
  const written: RunRecord[] = [];
  const onStage = (record: RunRecord) => void written.push(record);
  const request = createSwapRequest(walletAddress);
  const start = (resume?: RunRecord) =>
    runSwap(opened.client, request, { ...opened.settings, onStage, resume });
  return { ...opened, written, start };
}

test.each(records.slice(1))(
  "a record of 0.1.0 that is $stage is only waited for",
  async (record) => {
    const { start, signMessage, listCalls } = open();
    const { transaction, ...result } = await start(record);
    expect(result).toEqual(final);
    expect(transaction).toMatchObject({ id: final?.transactionId, status: "COMPLETED" });
    expect(signMessage).not.toHaveBeenCalled();
    expect(new Set(listCalls())).toEqual(new Set(["wallets.history"]));
  },
);

test("a record of 0.1.0 that is quoted starts anew, and writes the fields of 0.1.0, and its statement", async () => {
  const { start, signMessage, written } = open();
  expect(await start(records[0])).toMatchObject({ stage: "final", status: "COMPLETED" });
  expect(signMessage).toHaveBeenCalledTimes(1);
  const toForm = ({ statement: _, ...record }: RunRecord) => [
    record.version,
    record.stage,
    Object.keys(record).sort(),
  ];
  expect(written.map(toForm)).toEqual(records.map(toForm));
  const stated = written.filter(({ statement }) => statement !== undefined);
  expect(stated.map(({ stage }) => stage)).toEqual(["signed", "submitted", "final"]);
});

test.each([
  ...refused.map((record) => ["version-2", record.stage, record] as const),
  ...records.map(
    ({ version: _version, ...record }) =>
      ["unversioned", record.stage, record as RunRecord] as const,
  ),
])("a record %s that is %s is rejected, and nothing is sent", async (folder, _, record) => {
  const { start, signMessage, listCalls, written } = open();
  expect(await failure(start(record))).toMatchObject({
    ...refusal(folder, "a record of onStage"),
    outcome: "unknown",
  });
  expect(signMessage).not.toHaveBeenCalled();
  expect([...listCalls(), ...written]).toEqual([]);
});
