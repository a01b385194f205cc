import { inflateSync } from "node:zlib";
import { expect, test } from "vitest";
import type {
  AchPaymentMethod,
  FiatDepositQuoteRequest,
  FiatWithdrawalQuoteRequest,
  SendingMethod,
} from "../../../src/index.js";
import { catchApiError } from "../catch-api-error.js";
import { balance, expectConserved } from "../check-ledger.js";
import { factory, inWorld, openSandbox, openWallet, owner, usdc } from "../open-sandbox.js";

const receiver = "0x1111111111111111111111111111111111111111";
const pix = { type: "PIX", pixKey: "ana@example.com" } as const;

function depositOf(changes: Partial<FiatDepositQuoteRequest> = {}): FiatDepositQuoteRequest {
  return {
    paymentMethodToSend: "ACH",
    amountToSendInFiatCurrency: 250,
    receiveCryptoCurrency: "USDC",
    individualId: "ind_1",
    chainId: 137,
    walletAddress: receiver,
    ...changes,
  } as FiatDepositQuoteRequest;
}

function withdrawalOf(
  changes: Partial<FiatWithdrawalQuoteRequest> = {},
): FiatWithdrawalQuoteRequest {
  return {
    individualId: "ind_1",
    chainId: 137,
    paymentMethodToReceiveDetails: pix,
    amountToSendInCryptoCurrency: "50",
    cryptoCurrencyToSend: "USDC",
    ...changes,
  } as FiatWithdrawalQuoteRequest;
}

const limitOf = async (
  client: ReturnType<typeof openSandbox>["client"],
  type: string,
  currency: string,
) =>
  (await client.kyc.financialLimits("ind_1")).limits.find(
    (limit) => limit.type === type && limit.currency === currency,
  )?.limits;

test.each([
  ["ACH", "247.5"],
  ["WIRE", "247.5"],
  ["PIX", "49.5"],
  ["SPEI", "12.375"],
] as const)(
  "exchanges a %s deposit at its currency's rate, less a fee",
  async (paymentMethodToSend, received) => {
    const { client, sandbox } = openSandbox();
    const { depositQuote } = await client.fiat.quoteDeposit(depositOf({ paymentMethodToSend }));
    expect(depositQuote).toMatchObject({
      amountToSendInFiatCurrency: "250",
      amountToReceiveInCryptoCurrency: received,
    });
    expect(depositQuote.expiresAt).toBe(new Date(sandbox.now() + 300_000).toISOString());
  },
);

test("delivers a deposit, adds it to the history and counts it against the limits", async () => {
  const { client, sandbox, address } = await openWallet();
  const before = balance(sandbox, address, usdc);
  const { depositQuote } = await client.fiat.quoteDeposit(
    depositOf({ walletAddress: address as `0x${string}` }),
  );
  const order = await client.fiat.createDeposit({ quoteId: depositQuote.quoteId });
  expect(order).toMatchObject({
    from: { currency: "USD", amount: "250" },
    to: { currency: "USDC", amount: "247.5" },
  });
  expect(balance(sandbox, address, usdc)).toBe(before);
  expect(await limitOf(client, "ON_RAMP", "USD")).toMatchObject({
    daily: { limit: 3_000, used: 250, remaining: 2_750 },
    monthly: { limit: 9_000, used: 250, remaining: 8_750 },
    quarterly: { used: 250 },
    perTransaction: { limit: 3_000 },
  });
  for (const [type, currency] of [
    ["OFF_RAMP", "USD"],
    ["ON_RAMP", "BRL"],
  ] as const)
    expect(await limitOf(client, type, currency)).toMatchObject({ daily: { used: 0 } });
  sandbox.advance(10_000);
  expect(balance(sandbox, address, usdc) - before).toBe(247_500_000n);
  const { items } = await client.wallets.history(address, { type: "ON_RAMP" }).firstPage();
  expect(items).toMatchObject([
    { status: "COMPLETED", receivedBy: address, receivedAmount: { amount: "247.5" } },
  ]);
  expectConserved(sandbox);
});

async function instructionsOf(paymentMethodToSend: SendingMethod) {
  const { client } = openSandbox();
  const { depositQuote } = await client.fiat.quoteDeposit(depositOf({ paymentMethodToSend }));
  return (await client.fiat.createDeposit({ quoteId: depositQuote.quoteId })).depositInstructions;
}

test("returns ACH instructions with the contract's fields", async () => {
  const party = {
    name: expect.any(String),
    addressLine1: expect.any(String),
    addressLine2: expect.any(String),
  };
  expect(await instructionsOf("ACH")).toEqual({
    type: "ACH",
    routingNumber: expect.any(String),
    accountNumber: expect.any(String),
    accountType: "CHECKING",
    beneficiary: party,
    receivingBank: party,
    memoCode: expect.stringMatching(/^DEPOSIT_/),
  });
  expect(await instructionsOf("WIRE")).toMatchObject({ type: "WIRE", receivingBank: party });
});

test("returns PIX instructions with a code and a QR code as PNG", async () => {
  const { pixKey, base64QrCode } = await instructionsOf("PIX");
  expect(pixKey).toMatch(/^000201.*br\.gov\.bcb\.pix.*5406?.*250.*6304[0-9A-F]{4}$/);
  const png = Buffer.from(base64QrCode ?? "", "base64");
  expect(png.subarray(0, 8)).toEqual(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]));
  const data = png.indexOf("IDAT");
  const pixels = inflateSync(png.subarray(data + 4, data + 4 + png.readUInt32BE(data - 4)));
  // 29 rows of one filter byte and four bytes, in which 0 is a dark module.
  expect(pixels).toHaveLength(29 * 5);
  const rows = Array.from({ length: 29 }, (_, i) =>
    [...pixels.subarray(i * 5 + 1, i * 5 + 5)]
      .map((byte) => byte.toString(2).padStart(8, "0"))
      .join("")
      .slice(0, 29)
      .replaceAll("0", "#")
      .replaceAll("1", " "),
  );
  const corner = ["#######", "#     #", "# ### #", "# ### #", "# ### #", "#     #", "#######"];
  for (const [top, left] of [
    [4, 4],
    [4, 18],
    [18, 4],
  ] as const)
    expect(rows.slice(top, top + 7).map((row) => row.slice(left, left + 7))).toEqual(corner);
});

test("returns SPEI instructions with an account number of 18 digits", async () => {
  const { clabe } = await instructionsOf("SPEI");
  expect(clabe).toMatch(/^\d{18}$/);
});

test("rejects an order of a quote that has another kind or was ordered before", async () => {
  const { client } = await openWallet();
  const { quoteId } = (await client.fiat.quoteDeposit(depositOf())).depositQuote;
  const { withdrawQuote } = await client.fiat.quoteWithdrawal(withdrawalOf());
  const order = (id: string) => client.fiat.createDeposit({ quoteId: id });
  const expectMissing = async (call: PromiseLike<unknown>) =>
    expect(await catchApiError(call)).toMatchObject({ status: 404, id: "FIAT_QUOTE_NOT_FOUND" });
  await expectMissing(order(withdrawQuote.quoteId));
  await expectMissing(client.fiat.createWithdrawal({ quoteId, paymentMethod: pix }));
  await order(quoteId);
  await expectMissing(order(quoteId));
});

test("rejects fiat requests if the feature is disabled", async () => {
  const { client, sandbox } = openSandbox();
  sandbox.configure({ fiat: false });
  for (const call of [
    client.fiat.quoteDeposit(depositOf()),
    client.fiat.quoteWithdrawal(withdrawalOf()),
  ]) {
    expect(await catchApiError(call)).toMatchObject({
      status: 403,
      id: "HTTP_EXCEPTION",
      message: expect.stringContaining("not allowed"),
    });
  }
});

test("rejects a token that is not whitelisted on the chain, and names the alternatives", async () => {
  const { client, sandbox } = openSandbox();
  sandbox.configure({ whitelist: [`137:${usdc}`] });
  const refusal = await catchApiError(client.fiat.quoteDeposit(depositOf({ chainId: 8453 })));
  expect(refusal).toMatchObject({
    status: 400,
    id: "CRYPTO_TOKEN_NOT_SUPPORTED_ON_CHAIN_WITH_ALTERNATIVES",
  });
  expect(refusal.message).toContain("Alternatives: USDC on chain 137");
});

test("requires a Brazilian document for BRZ", async () => {
  const { client, sandbox } = openSandbox();
  const brz = depositOf({ receiveCryptoCurrency: "BRZ", paymentMethodToSend: "PIX" });
  expect((await client.fiat.quoteDeposit(brz)).depositQuote.amountToReceiveInCryptoCurrency).toBe(
    "247.5",
  );
  inWorld(sandbox, ({ identities }) =>
    Object.assign(identities["ind_1"] ?? {}, { country: "MEXICO" }),
  );
  const refusal = await catchApiError(client.fiat.quoteDeposit(brz));
  expect(refusal.id).toBe("CRYPTO_TOKEN_NOT_SUPPORTED_ON_CHAIN_WITH_ALTERNATIVES");
  expect(refusal.message).not.toContain("BRZ on chain");
});

test("rejects amounts beyond the limits, and resets the limits with each period", async () => {
  const { client, sandbox } = openSandbox();
  const refused = {
    status: 400,
    id: "BAD_REQUEST",
    message: expect.stringContaining("at most 3000 USD"),
  };
  expect(
    await catchApiError(
      client.fiat.quoteDeposit(depositOf({ amountToSendInFiatCurrency: 3_000.01 })),
    ),
  ).toMatchObject(refused);
  expect(
    await catchApiError(
      client.fiat.quoteDeposit(depositOf({ amountToSendInFiatCurrency: 1.7e308 })),
    ),
  ).toMatchObject(refused);
  const [first, second] = await Promise.all([
    client.fiat.quoteDeposit(depositOf({ amountToSendInFiatCurrency: 3_000 })),
    client.fiat.quoteDeposit(depositOf({ amountToSendInFiatCurrency: 0.29 })),
  ]);
  expect(second.depositQuote.amountToSendInFiatCurrency).toBe("0.29");
  await client.fiat.createDeposit({ quoteId: first.depositQuote.quoteId });
  expect(
    await catchApiError(client.fiat.createDeposit({ quoteId: second.depositQuote.quoteId })),
  ).toMatchObject({ id: "BAD_REQUEST" });
  sandbox.advance(86_400_000);
  expect(await limitOf(client, "ON_RAMP", "USD")).toMatchObject({
    daily: { remaining: 3_000 },
    monthly: { remaining: 6_000 },
  });
  sandbox.advance(31 * 86_400_000);
  expect(await limitOf(client, "ON_RAMP", "USD")).toMatchObject({
    monthly: { remaining: 9_000 },
    quarterly: { remaining: 24_000 },
  });
  const quarter = async (time: string) => {
    sandbox.advance(Date.parse(time) - sandbox.now());
    return (await limitOf(client, "ON_RAMP", "USD"))?.quarterly?.remaining;
  };
  expect(await quarter("2026-03-31T23:00:00Z")).toBe(24_000);
  expect(await quarter("2026-04-01T00:00:00Z")).toBe(27_000);
});

test("withdraws from the wallet once signed, and then counts against the limits", async () => {
  const { client, sandbox, address, execute } = await openWallet();
  const treasury = "0x7777777777777777777777777777777777777777";
  sandbox.configure({ treasury });
  const before = balance(sandbox, address, usdc);
  const { withdrawQuote } = await client.fiat.quoteWithdrawal(
    withdrawalOf({ transactionFeePercent: 2 }),
  );
  expect(withdrawQuote).toMatchObject({
    fiatCurrencyToReceive: "BRL",
    amountToSendInCryptoCurrency: "50",
    amountToReceiveInFiatCurrency: "244.75",
    transactionFeeInCryptoCurrency: "1",
    estimatedGasFeeInCryptoCurrency: "0.05",
  });
  const order = await client.fiat.createWithdrawal({
    quoteId: withdrawQuote.quoteId,
    paymentMethod: pix,
  });
  expect(order).toMatchObject({
    from: { currency: "USDC", amount: "50" },
    to: { currency: "BRL", amount: "244.75" },
    fees: { transactionFee: "1", gasFee: "0.05", treasuryAddress: treasury },
    withdrawalInstructions: { authorization: {} },
  });
  expect(balance(sandbox, address, usdc)).toBe(before);
  expect(await limitOf(client, "OFF_RAMP", "BRL")).toMatchObject({ daily: { used: 0 } });
  expect(await execute(order.withdrawalInstructions.userOperationHash)).toMatchObject({
    status: "COMPLETED",
    type: "OFF_RAMP",
  });
  expect(before - balance(sandbox, address, usdc)).toBe(50_000_000n);
  expect(balance(sandbox, treasury, usdc)).toBe(1_000_000n);
  expect(await limitOf(client, "OFF_RAMP", "BRL")).toMatchObject({ daily: { used: 244.75 } });
  expectConserved(sandbox);
});

test("quotes a withdrawal of another token by its price, without the fee of no treasury", async () => {
  const { client, sandbox } = await openWallet({ tick: 0 });
  const brz = { cryptoCurrencyToSend: "BRZ", transactionFeePercent: 2 } as const;
  const { withdrawQuote } = await client.fiat.quoteWithdrawal(withdrawalOf(brz));
  // BRZ costs 0.2 US dollars: the gas of 0.05 is 0.25 BRZ, and a dollar is five BRL.
  expect(withdrawQuote).toMatchObject({
    transactionFeeInCryptoCurrency: "0",
    estimatedGasFeeInCryptoCurrency: "0.25",
    amountToReceiveInFiatCurrency: "49.75",
    expiresAt: new Date(sandbox.now() + 300_000).toISOString(),
  });
});

test("pays a withdrawal from the newest wallet that has enough, but not from one that cannot sign", async () => {
  const { client, sandbox, address } = await openWallet();
  const { wallet } = await client.wallets.register({
    externallyOwnedAccount: owner.address,
    factory,
    salt: "7",
  });
  const newest = wallet.walletAddress;
  sandbox.fund({ account: newest, chainId: 137, token: usdc, amount: "50" });
  const withdraw = async (amountToSendInCryptoCurrency: string, on = client) => {
    const request = withdrawalOf({ amountToSendInCryptoCurrency });
    const { quoteId } = (await on.fiat.quoteWithdrawal(request)).withdrawQuote;
    return on.fiat.createWithdrawal({ quoteId, paymentMethod: pix });
  };
  const payerOf = async (amount: string) => {
    const { withdrawalInstructions } = await withdraw(amount);
    const { userOperation } = await client.operations.get(withdrawalInstructions.userOperationHash);
    return userOperation.sender.walletAddress;
  };
  expect(await payerOf("50")).toBe(newest);
  expect(await payerOf("50.000001")).toBe(address);
  // The demo wallet has 1,000 USDC, and the veteran wallet 5,000.
  const refusal = await catchApiError(withdraw("1000.000001", openSandbox().client));
  expect(refusal.message).toContain("No wallet of the project holds 1000.000001 USDC");
});

test("orders a quote until it expires, and cuts off what is less than a cent", async () => {
  const { client, sandbox } = await openWallet({ tick: 0 });
  const quote = async () => (await client.fiat.quoteDeposit(depositOf(cents))).depositQuote;
  const cents = { amountToSendInFiatCurrency: 10.019 };
  const [first, second] = [await quote(), await quote()];
  expect(first.amountToSendInFiatCurrency).toBe("10.01");
  sandbox.advance(299_999);
  await client.fiat.createDeposit({ quoteId: first.quoteId });
  sandbox.advance(1);
  const late = await catchApiError(client.fiat.createDeposit({ quoteId: second.quoteId }));
  expect(late.id).toBe("FIAT_QUOTE_EXPIRED");
});

test("withdraws only from the wallet of the individual's last deposit", async () => {
  const { client, sandbox } = await openWallet();
  const { wallet } = await client.wallets.register({
    externallyOwnedAccount: owner.address,
    factory,
    salt: "7",
  });
  await client.fiat.quoteDeposit(
    depositOf({ walletAddress: wallet.walletAddress as `0x${string}` }),
  );
  const { withdrawQuote } = await client.fiat.quoteWithdrawal(withdrawalOf());
  const order = { quoteId: withdrawQuote.quoteId, paymentMethod: pix };
  const refusal = await catchApiError(client.fiat.createWithdrawal(order));
  expect(refusal).toMatchObject({ status: 500, id: "FAILED_TO_CREATE_FIAT_WITHDRAW" });
  expect(refusal.message).toContain(wallet.walletAddress);
  sandbox.fund({ account: wallet.walletAddress, chainId: 137, token: usdc, amount: "50" });
  expect((await client.fiat.createWithdrawal(order)).id).toMatch(/^withdrawal_/);
});

test("rejects a withdrawal to another method, and one below its fees", async () => {
  const { client } = await openWallet();
  const ach: AchPaymentMethod = {
    type: "ACH",
    routingNumber: "110000000",
    accountNumber: "0001234567",
    accountType: "CHECKING",
    beneficiaryName: "Ana Silva",
  };
  const { withdrawQuote } = await client.fiat.quoteWithdrawal(withdrawalOf());
  const elsewhere = client.fiat.createWithdrawal({
    quoteId: withdrawQuote.quoteId,
    paymentMethod: ach,
  });
  expect(await catchApiError(elsewhere)).toMatchObject({ status: 400, id: "BAD_REQUEST" });
  const dust = client.fiat.quoteWithdrawal(withdrawalOf({ amountToSendInCryptoCurrency: "0.04" }));
  expect(await catchApiError(dust)).toMatchObject({ status: 400, id: "BAD_REQUEST" });
});

test("rejects a withdrawal during an outage, and accepts its quote again afterwards", async () => {
  const { client, sandbox } = await openWallet();
  await client.fiat.quoteDeposit(depositOf());
  const { quoteId } = (await client.fiat.quoteWithdrawal(withdrawalOf())).withdrawQuote;
  const withdraw = () => client.fiat.createWithdrawal({ quoteId, paymentMethod: pix });
  sandbox.outage("fiat-orders");
  expect(await catchApiError(withdraw())).toMatchObject({ id: "FAILED_TO_CREATE_FIAT_WITHDRAW" });
  sandbox.outage("fiat-orders", false);
  expect((await withdraw()).id).toMatch(/^withdrawal_/);
});

test("quotes no deposit and no withdrawal of a token whose price is zero", async () => {
  const { client, sandbox } = await openWallet();
  inWorld(sandbox, (world) => {
    world.prices[`137:${usdc}`] = "0";
  });
  const rejection = { id: "FAILED_TO_GET_FIAT_QUOTE" };
  expect(await catchApiError(client.fiat.quoteDeposit(depositOf()))).toMatchObject(rejection);
  expect(await catchApiError(client.fiat.quoteWithdrawal(withdrawalOf()))).toMatchObject(rejection);
});
