import { expect, test } from "vitest";
import { veteranWallet } from "../../../../src/sandbox/wallets/veteran-wallet.js";
import type { World } from "../../../../src/sandbox/world/world.js";
import { openSandbox } from "../../../sandbox/open-sandbox.js";

test.each([100, 25])("pages of %d contain each transaction of the veteran once", async (take) => {
  const { sandbox, client } = openSandbox();
  const records = await client.wallets.history(veteranWallet, { take }).toArray({ limit: 20_000 });
  expect(records).toHaveLength(10_000);
  const { history } = sandbox.snapshot() as unknown as World;
  expect(records).toEqual([...(history[veteranWallet] ?? [])].reverse());
});
