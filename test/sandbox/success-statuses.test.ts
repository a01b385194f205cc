import { expect, test } from "vitest";
import { type EndpointName, endpoints } from "../../src/contract/endpoints.js";
import { openWallet } from "./open-sandbox.js";
import { validCalls } from "./valid-calls.js";

/** The statuses that the service was seen or documented to send. The others are not known. */
const known: Readonly<Partial<Record<EndpointName, number>>> = {
  "wallets.register": 201,
  "wallets.deposit": 201,
  "wallets.check": 200,
  "wallets.portfolio": 200,
  "wallets.history": 200,
  "wallets.updateTransactionMetadata": 200,
  "swap.quote": 200,
  "liquidity.createWithSwap": 200,
  "liquidity.create": 200,
  "liquidity.rebalance": 200,
  "liquidity.change": 200,
  "liquidity.collectFees": 200,
  "liquidity.pools": 200,
  "fiat.quoteDeposit": 201,
  "fiat.quoteWithdrawal": 201,
  "fiat.createDepositV1": 201,
  "fiat.createWithdrawalV1": 201,
  "tokens.list": 200,
  "kyc.individual.standard.create": 200,
  "kyc.individual.standard.get": 200,
  "kyc.individual.standard.process": 204,
  "tokens.chains": 200,
  "operations.transfer": 200,
  "operations.batch": 200,
  "operations.custom": 200,
  "operations.execute": 202,
};

test.each(endpoints.map(({ name }) => name))("%s has the service's status", async (name) => {
  const opened = await openWallet();
  const call = await validCalls[name](opened);
  await call();
  const isEmpty = endpoints.find((endpoint) => endpoint.name === name)?.response === undefined;
  expect(opened.sandbox.requests.at(-1)?.status).toBe(known[name] ?? (isEmpty ? 204 : 200));
});
