import { expect, test } from "vitest";
import { demoWallet, veteranWallet } from "../../../src/sandbox/index.js";
import { catchApiError } from "../catch-api-error.js";
import { factory, inWorld, openSandbox, openWallet, owner } from "../open-sandbox.js";

const schedule = {
  email: "ana@example.com",
  individual: { type: "individual", individualId: "ind_1" },
  recurrencePreset: "MONTHLY_START",
} as const;

test("lists the wallets of the project with the records of their registration", async () => {
  const { client, sandbox, address } = await openWallet();
  const request = { externallyOwnedAccount: owner.address, factory, salt: 2 } as const;
  const second = (await client.wallets.register(request)).wallet;
  const { wallets } = await client.wallets.list();
  expect(wallets.map(({ walletAddress }) => walletAddress).sort()).toEqual(
    [veteranWallet, demoWallet, address, second.walletAddress].sort(),
  );
  expect(wallets.at(-1)).toEqual(second);
  const [{ id = "" } = {}] = (await client.wallets.history(address).firstPage()).items;
  inWorld(sandbox, (world) => {
    for (const wallet of Object.values(world.wallets)) wallet.projectId = "project_2";
  });
  expect((await client.wallets.list()).wallets).toEqual([]);
  const update = client.wallets.updateTransactionMetadata(id, { order: "17" });
  expect(await catchApiError(update)).toMatchObject({ id: "TRANSACTION_NOT_FOUND" });
});

test("adds to the metadata of a wallet, up to the size of all keys", async () => {
  const { client } = openSandbox();
  const identity = { externallyOwnedAccount: owner.address, factory } as const;
  const { wallet } = await client.wallets.register({
    ...identity,
    metadata: { customer: "17", tier: "a" },
  });
  const upper = `0x${wallet.walletAddress.slice(2).toUpperCase()}`;
  const updated = await client.wallets.updateMetadata(upper, { tier: "b", note: "x".repeat(900) });
  const expected = { customer: "17", tier: "b", note: "x".repeat(900) };
  expect(updated.wallet).toEqual({ ...wallet, metadata: expected });
  expect(
    await catchApiError(client.wallets.updateMetadata(upper, { more: "x".repeat(100) })),
  ).toMatchObject({ status: 400, id: "BAD_REQUEST" });
  expect((await client.wallets.check(identity)).wallet.metadata).toEqual(expected);
});

test("schedules a tax export in IANA time zones only, and for wallets of the project", async () => {
  const { client, address } = await openWallet();
  for (const timezone of ["Mars/Olympus", "+03:00", "GMT+3", "America/Sao Paulo", "constructor"]) {
    const failure = await catchApiError(
      client.wallets.scheduleTaxExport(address, { ...schedule, timezone }),
    );
    expect([timezone, failure.id]).toEqual([timezone, "INVALID_TAX_EXPORT_SCHEDULE_TIMEZONE"]);
  }
  const stranger = "0x00000000000000000000000000000000000000ee";
  expect(await catchApiError(client.wallets.scheduleTaxExport(stranger, schedule))).toMatchObject({
    id: "ACCOUNT_ABSTRACTION_ADDRESS_NOT_REGISTERED_WITH_PROJECT",
  });
  await client.wallets.scheduleTaxExport(address, schedule);
  for (const timezone of ["UTC", "Asia/Kathmandu"])
    await client.wallets.scheduleTaxExport(timezone === "UTC" ? demoWallet : veteranWallet, {
      ...schedule,
      timezone,
    });
});
