import { expect, test } from "vitest";
import { inWorld, openSandbox } from "../open-sandbox.js";

const statuses = (sandbox: { requests: readonly { status: number }[] }) =>
  sandbox.requests.map(({ status }) => status);

test("fails for a time of the sandbox's clock, however many requests come", async () => {
  const { sandbox, client } = openSandbox({ tick: 0 });
  sandbox.fail("tokens.list", { status: 503, for: 3_000 });
  for (const milliseconds of [0, 0, 2_999, 1, 0]) {
    sandbox.advance(milliseconds);
    await client.tokens
      .list()
      .firstPage()
      .catch(() => {});
  }
  expect(statuses(sandbox)).toEqual([503, 503, 503, 200, 200]);
});

test("ends a fault by the number of requests, or by the time, whichever comes first", async () => {
  const { sandbox, client } = openSandbox({ tick: 0 });
  const send = () =>
    client.tokens
      .list()
      .firstPage()
      .catch(() => {});
  sandbox.fail("tokens.list", { times: 1, for: 3_000 });
  await send();
  await send();
  sandbox.fail("tokens.list", { times: 9, for: 3_000 });
  await send();
  sandbox.advance(3_000);
  await send();
  expect(statuses(sandbox)).toEqual([500, 200, 500, 200]);
});

test("a fault that has expired does not hide the next one of the operation", async () => {
  const { sandbox, client } = openSandbox({ tick: 0 });
  sandbox.fail("tokens.list", { status: 503, for: 10 });
  sandbox.fail("tokens.list", { status: 429 });
  sandbox.advance(10);
  await expect(client.tokens.list().firstPage()).rejects.toMatchObject({ status: 429 });
});

test.each(["hang", "cut"] as const)("a %s before the request carries nothing out", async (kind) => {
  const { sandbox, client } = openSandbox();
  const register = () =>
    client.wallets.register(
      {
        externallyOwnedAccount: "0x70997970c51812dc3a010c7d01b50e0d17dc79c8",
        factory: "0x0000000000400cdfef5e2714e63d8040b700bc24",
      },
      { timeout: 50 },
    );
  const count = () => inWorld(sandbox, ({ wallets }) => Object.keys(wallets).length);
  const start = count();
  sandbox[kind]("wallets.register", { before: true });
  await expect(register()).rejects.toMatchObject({ kind: "outcome_unknown" });
  expect(count()).toBe(start);
  sandbox[kind]("wallets.register");
  await expect(register()).rejects.toMatchObject({ kind: "outcome_unknown" });
  expect(count()).toBe(start + 1);
});

test("delays the responses of one operation only, and an abort ends the delay", async () => {
  const { sandbox, client } = openSandbox();
  sandbox.delay("swap.quote", { latency: 3_600_000 });
  sandbox.delay("tokens.list", { latency: 3_600_000, times: 2 });
  await client.wallets.list();
  const list = () => client.tokens.list({}, { timeout: 50 }).firstPage();
  await expect(list()).rejects.toMatchObject({ kind: "timeout" });
  await expect(list()).rejects.toMatchObject({ kind: "timeout" });
  expect((await list()).items).not.toEqual([]);
});
