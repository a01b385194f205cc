import { expect, test } from "vitest";
import { catchApiError } from "../catch-api-error.js";
import { openWallet, owner, usdc } from "../open-sandbox.js";

test("prepares a deposit of the whole balance, and of no unit more", async () => {
  const { sandbox, client, address } = await openWallet();
  const account = { chainId: 137, token: usdc } as const;
  sandbox.fund({ ...account, account: owner.address, amount: "30" });
  const deposit = (amount: string) =>
    client.wallets.deposit(address, { ...account, fromAddress: owner.address, amount });
  expect((await deposit("30")).transfer).toMatchObject({ from: owner.address.toLowerCase() });
  expect(await catchApiError(deposit("30.000001"))).toMatchObject({
    id: "FAILED_TO_ESTIMATE_TRANSFER",
  });
});
