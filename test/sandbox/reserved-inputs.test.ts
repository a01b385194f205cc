import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { IndividualSession } from "../../src/index.js";
import {
  isReserved,
  type ReservedName,
  reservedInputs,
} from "../../src/sandbox/world/reserved-inputs.js";
import { catchApiError } from "./catch-api-error.js";
import { company, person, processSession, uploadDocuments } from "./kyc/verification-sessions.js";
import { inWorld, openWallet } from "./open-sandbox.js";
import { depositQuoteOf, type Opened, withdrawalQuote } from "./prepare.js";
import { baseUsdc, createSwapRequest, findExecutable } from "./swap/swap-requests.js";

const inputOf = (name: ReservedName) => reservedInputs[name].value as never;

async function quoteSwap({ client, address }: Opened, name: ReservedName, changes: object = {}) {
  const request = createSwapRequest(address, { amountIn: inputOf(name), ...changes });
  return (await client.swap.quote(request)).quotes;
}

async function executeSwap(opened: Opened, name: ReservedName, changes: object = {}) {
  const { userOperationHash } = findExecutable(await quoteSwap(opened, name, changes));
  return (await opened.execute(userOperationHash)).status;
}

const quoteDeposit = (opened: Opened, name: ReservedName) =>
  opened.client.fiat.quoteDeposit({
    ...depositQuoteOf(opened),
    amountToSendInFiatCurrency: inputOf(name),
  });

async function orderDeposit(opened: Opened, name: ReservedName) {
  const { depositQuote } = await quoteDeposit(opened, name);
  return opened.client.fiat.createDeposit({ quoteId: depositQuote.quoteId });
}

const quoteWithdrawal = ({ client }: Opened, name: ReservedName) =>
  client.fiat.quoteWithdrawal({ ...withdrawalQuote, amountToSendInCryptoCurrency: inputOf(name) });

async function orderWithdrawal(opened: Opened, name: ReservedName) {
  const { withdrawQuote } = await quoteWithdrawal(opened, name);
  return opened.client.fiat.createWithdrawal({
    quoteId: withdrawQuote.quoteId,
    paymentMethod: withdrawalQuote.paymentMethodToReceiveDetails,
  });
}

async function executeWithdrawal(opened: Opened, name: ReservedName) {
  const { withdrawalInstructions } = await orderWithdrawal(opened, name);
  return (await opened.execute(withdrawalInstructions.userOperationHash as `0x${string}`)).status;
}

async function verifyPerson(opened: Opened, name: ReservedName) {
  const standard = opened.client.kyc.individual.standard;
  const created = await standard.create({ ...person, lastName: inputOf(name) });
  const id = await uploadDocuments(opened, created);
  await processSession(opened, id, "individual.standard");
  opened.sandbox.advance(60_000);
  return (await standard.get(id)).session as IndividualSession;
}

async function verifyBusiness({ client, sandbox }: Opened, name: ReservedName) {
  const created = await client.kyc.business.standard.create({
    ...company,
    legalName: inputOf(name),
  });
  const id = await uploadDocuments({ client }, created);
  sandbox.advance(60_000);
  return (await client.kyc.business.standard.get(id)).session;
}

/** The effect of each reserved input, as its entry describes it. */
const effects: Record<ReservedName, (opened: Opened, name: ReservedName) => Promise<void>> = {
  noRoute: async (opened, name) =>
    expect(await catchApiError(quoteSwap(opened, name))).toMatchObject({
      id: "SWAP_QUOTE",
      status: 500,
    }),
  revertedQuote: async (opened, name) => {
    for (const { revertReason, userOperationHash } of await quoteSwap(opened, name))
      expect([revertReason?.decoded, userOperationHash]).toEqual([
        "The amount is reserved for this error",
        null,
      ]);
  },
  rejectedExecution: async (opened, name) =>
    expect(await catchApiError(executeSwap(opened, name))).toMatchObject({
      id: "EXECUTE_USER_OP",
      status: 400,
    }),
  failedSwap: async (opened, name) => {
    const before = inWorld(opened.sandbox, ({ ledger }) => ledger[opened.address]);
    expect(await executeSwap(opened, name)).toBe("FAILED");
    expect(inWorld(opened.sandbox, ({ ledger }) => ledger[opened.address])).toEqual(before);
  },
  unfinishedSwap: async (opened, name) => {
    expect(await executeSwap(opened, name)).toBe("PROCESSING");
    const toBase = { chainIdOut: 8453, tokenOut: baseUsdc };
    expect(await executeSwap(opened, name, toBase)).toBe("ON_BRIDGE");
  },
  noDepositQuote: async (opened, name) =>
    expect(await catchApiError(quoteDeposit(opened, name))).toMatchObject({
      id: "FAILED_TO_GET_FIAT_QUOTE",
      status: 500,
    }),
  noDepositOrder: async (opened, name) =>
    expect(await catchApiError(orderDeposit(opened, name))).toMatchObject({
      id: "FAILED_TO_CREATE_FIAT_DEPOSIT",
      status: 500,
    }),
  expiredDepositQuote: async (opened, name) =>
    expect(await catchApiError(orderDeposit(opened, name))).toMatchObject({
      id: "FIAT_QUOTE_EXPIRED",
      status: 400,
    }),
  failedDeposit: expectNoDeposit,
  unfinishedDeposit: expectNoDeposit,
  noWithdrawalQuote: async (opened, name) =>
    expect(await catchApiError(quoteWithdrawal(opened, name))).toMatchObject({
      id: "FAILED_TO_GET_FIAT_QUOTE",
      status: 500,
    }),
  noWithdrawalOrder: async (opened, name) =>
    expect(await catchApiError(orderWithdrawal(opened, name))).toMatchObject({
      id: "FAILED_TO_CREATE_FIAT_WITHDRAW",
      status: 500,
    }),
  expiredWithdrawalQuote: async (opened, name) =>
    expect(await catchApiError(orderWithdrawal(opened, name))).toMatchObject({
      id: "FIAT_QUOTE_EXPIRED",
      status: 400,
    }),
  failedWithdrawal: async (opened, name) =>
    expect(await executeWithdrawal(opened, name)).toBe("FAILED"),
  unfinishedWithdrawal: async (opened, name) =>
    expect(await executeWithdrawal(opened, name)).toBe("PROCESSING"),
  failedPerson: async (opened, name) =>
    expect(await verifyPerson(opened, name)).toMatchObject({
      status: "FAILED",
      failureReason: "DOCUMENT_UNREADABLE",
    }),
  unfinishedPerson: async (opened, name) =>
    expect(await verifyPerson(opened, name)).toMatchObject({ status: "VERIFYING" }),
  failedBusiness: async (opened, name) =>
    expect(await verifyBusiness(opened, name)).toMatchObject({ status: "FAILED" }),
  unfinishedBusiness: async (opened, name) =>
    expect(await verifyBusiness(opened, name)).toMatchObject({ status: "VERIFYING" }),
};

async function expectNoDeposit(opened: Opened, name: ReservedName): Promise<void> {
  const count = async () =>
    (await opened.client.wallets.history(opened.address).firstPage()).items.length;
  const before = await count();
  await orderDeposit(opened, name);
  opened.sandbox.advance(3_600_000);
  expect(await count()).toBe(before);
}

describe("the reserved input", () => {
  test.each(Object.keys(effects) as ReservedName[])("%s has its effect", async (name) => {
    await effects[name](await openWallet(), name);
  });
});

test("other amounts and names have no effect", async () => {
  const opened = await openWallet();
  const { firstName, lastName } = person;
  expect(isReserved("failedPerson", lastName) || isReserved("failedPerson", firstName)).toBe(false);
  for (const amountIn of ["6.66", "6.6600011", "66.01", "666"]) {
    const request = createSwapRequest(opened.address, { amountIn });
    const { userOperationHash } = findExecutable((await opened.client.swap.quote(request)).quotes);
    expect((await opened.execute(userOperationHash)).status).toBe("COMPLETED");
  }
});

test.each([66.01, 66.04, 666.611, 666.649])("a deposit of %d arrives", async (amount) => {
  const opened = await openWallet();
  const { depositQuote } = await opened.client.fiat.quoteDeposit({
    ...depositQuoteOf(opened),
    amountToSendInFiatCurrency: amount,
  });
  await opened.client.fiat.createDeposit({ quoteId: depositQuote.quoteId });
  opened.sandbox.advance(60_000);
  const { items } = await opened.client.wallets
    .history(opened.address, { type: "ON_RAMP" })
    .firstPage();
  expect(items).toHaveLength(1);
});

test("compares amounts by value and names without letter case", () => {
  expect(isReserved("failedSwap", "06.6600040")).toBe(true);
  expect(isReserved("failedSwap", "6.66000400000000000000001")).toBe(false);
  expect(isReserved("failedPerson", " Failed ")).toBe(true);
  expect(isReserved("failedPerson", "Failedova")).toBe(false);
});

test("docs/sandbox.md lists exactly the reserved inputs", () => {
  const inputs = Object.values(reservedInputs).map(
    ({ operation, field, value, effect }) =>
      `\`${field}\` of \`${operation}\`: - \`${value}\`: ${effect}`,
  );
  const docs = readFileSync(new URL("../../docs/sandbox.md", import.meta.url), "utf8");
  const section = docs.slice(docs.indexOf("## Reserved inputs")).split("\n## ")[0] as string;
  const listed = section.split(/^(?=`\w+` of `)/m).flatMap((list) => {
    const [title, ...items] = list.split("\n").filter((line) => /^(?:`|- )/.test(line));
    return items.map((item) => `${title} ${item}`);
  });
  expect(listed).toEqual(inputs);
});
