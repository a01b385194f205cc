import type { EndpointName } from "../../src/contract/endpoints.js";
import type { CreateLiquidityRequest } from "../../src/index.js";
import { company, openSession, person } from "./kyc/verification-sessions.js";
import { factory, inWorld, type openWallet, owner, usdc, weth } from "./open-sandbox.js";
import { executableOf, orderOf, swapOf } from "./swap/swap-requests.js";

export type Opened = Awaited<ReturnType<typeof openWallet>>;
type Hash = `0x${string}`;
/** Brings about what an operation needs, and hands back the call itself, so that only that one is looked at. */
export type Prepare = (opened: Opened) => Call | Promise<Call>;
type Call = () => PromiseLike<unknown>;

const polygonUsdc = { chainId: 137, address: usdc } as const;

export const pix = { type: "PIX", pixKey: "ana@example.com" } as const;

export const depositQuoteOf = ({ address }: Pick<Opened, "address">) =>
  ({
    paymentMethodToSend: "ACH",
    amountToSendInFiatCurrency: 250,
    receiveCryptoCurrency: "USDC",
    individualId: "ind_1",
    chainId: 137,
    walletAddress: address,
  }) as const;

export const withdrawalQuote = {
  individualId: "ind_1",
  chainId: 137,
  paymentMethodToReceiveDetails: pix,
  amountToSendInCryptoCurrency: "50",
  cryptoCurrencyToSend: "USDC",
} as const;

export const positionOf = ({ address }: Pick<Opened, "address">): CreateLiquidityRequest => ({
  walletAddress: address,
  toAddress: address,
  chainId: 137,
  payGasFeeToken: usdc,
  gasFeePaymentMethod: "ADD_TO_AMOUNT",
  tokenIn: usdc,
  amountIn: "1000",
  token0: usdc,
  token1: weth,
  poolFeePercent: 0.05,
  minPrice: 0.0002,
  maxPrice: 0.0008,
  metadata: { order: "17" },
});

export const signHash = (userOperationHash: Hash) =>
  owner.signMessage({ message: { raw: userOperationHash } });

/** A position of the wallet, by its token id. */
export async function openPosition(opened: Opened): Promise<string> {
  const { operation } = await opened.client.liquidity.create(positionOf(opened));
  await opened.execute(operation.userOperationHash as Hash);
  return inWorld(opened.sandbox, (world) => Object.keys(world.positions).at(-1) as string);
}

/** The transaction id of an order that the market does not fill. */
export async function openOrder({ client, address }: Opened): Promise<string> {
  const { userOperationHash } = executableOf(
    (await client.swap.quote(orderOf(address, "0.5"))).quotes,
  );
  await client.operations.execute({
    userOperationHash,
    signature: await signHash(userOperationHash),
  });
  return (await client.wallets.history(address, { userOperationHash }).firstPage()).items[0]
    ?.id as string;
}

const range = { minPrice: 0.0003, maxPrice: 0.0005 };
const everything = {
  includeTokens: true,
  includeNFTs: true,
  includePnL: true,
  includeLendingPositions: true,
  timerange: "all",
} as const;

/** A valid call of every operation, in the sandbox's own world. An endpoint that is missing here does not compile. */
export const validCalls: Readonly<Record<EndpointName, Prepare>> = {
  "wallets.register":
    ({ client }) =>
    () =>
      client.wallets.register({
        externallyOwnedAccount: owner.address,
        factory,
        salt: 7,
        metadata: { customer: "4711" },
      }),
  "wallets.check":
    ({ client }) =>
    () =>
      client.wallets.check({ externallyOwnedAccount: owner.address, factory, salt: 7 }),
  "wallets.deposit": ({ client, sandbox, address }) => {
    sandbox.fund(owner.address, polygonUsdc, "20");
    return () =>
      client.wallets.deposit(address, {
        amount: "10.5",
        chainId: 137,
        token: usdc,
        fromAddress: owner.address,
      });
  },
  "wallets.portfolio": ({ client, sandbox, address }) => {
    sandbox.fundNft(address, {
      chainId: 137,
      address: weth,
      tokenId: "7",
      name: "Seven",
      broken: false,
    });
    return () => client.wallets.portfolio(address, everything);
  },
  "wallets.history":
    ({ client, address }) =>
    () =>
      client.wallets
        .history(address, { take: 2, status: ["COMPLETED", "FAILED"], chains: [137, 0] })
        .firstPage(),
  "wallets.updateTransactionMetadata": async ({ client, address }) => {
    const { items } = await client.wallets.history(address).firstPage();
    return () =>
      client.wallets.updateTransactionMetadata(items[0]?.id as string, { invoice: "17" });
  },
  "wallets.requestTaxExport":
    ({ client, address }) =>
    () =>
      client.wallets.requestTaxExport(address, {
        email: "ana@example.com",
        individual: { type: "individual", individualId: "ind_1" },
        emailCustomization: { logo: { url: "https://example.com/logo.png" } },
      }),
  "swap.quote":
    ({ client, address }) =>
    () =>
      client.swap.quote(
        swapOf(address, { routeProfile: "BEST_OUTPUT", slippage: 1, metadata: { cart: "9" } }),
      ),
  "swap.prepareCancellation": async (opened) => {
    const id = await openOrder(opened);
    return () => opened.client.swap.prepareCancellation(id);
  },
  "swap.cancelLimitOrder": async (opened) => {
    const id = await openOrder(opened);
    const { signData } = await opened.client.swap.prepareCancellation(id);
    const signature = await owner.signTypedData(signData[0]?.typedData as never);
    return () => opened.client.swap.cancelLimitOrder(id, { signature });
  },
  "liquidity.createWithSwap": (opened) => () =>
    opened.client.liquidity.createWithSwap(positionOf(opened)),
  "liquidity.create": (opened) => () => opened.client.liquidity.create(positionOf(opened)),
  "liquidity.rebalance": async (opened) => {
    const { client, address } = opened;
    const asked = {
      walletAddress: address,
      toAddress: address,
      chainId: 137,
      tokenId: await openPosition(opened),
    } as const;
    return () => client.liquidity.rebalance({ ...asked, newPosition: range });
  },
  "liquidity.change": async (opened) => {
    const asked = {
      walletAddress: opened.address,
      chainId: 137,
      tokenId: await openPosition(opened),
    } as const;
    const gas = { payGasFeeToken: usdc, gasFeePaymentMethod: "ADD_TO_AMOUNT" } as const;
    return () => opened.client.liquidity.change({ ...asked, ...gas, change: { percentage: 50 } });
  },
  "liquidity.collectFees": async (opened) => {
    const nftId = await openPosition(opened);
    return () =>
      opened.client.liquidity.collectFees({
        walletAddress: opened.address,
        chainId: 137,
        nftId,
        payGasFeeToken: usdc,
      });
  },
  "liquidity.pools":
    ({ client }) =>
    () =>
      client.liquidity
        .pools({
          take: 5,
          chainIds: [137, 1],
          tokensAddresses: [usdc],
          filterWhitelist: false,
          rangeInDays: 7,
        })
        .firstPage(),
  "lending.quote":
    ({ client, address }) =>
    () =>
      client.lending.quote({
        walletAddress: address,
        provider: "LENDER_A",
        supply: { tokenAddress: usdc, chainId: 137, amount: "100" },
        gas: { paymentMethod: "ADD_TO_AMOUNT", tokenAddress: usdc },
      }),
  "fiat.quoteDeposit": (opened) => () => opened.client.fiat.quoteDeposit(depositQuoteOf(opened)),
  "fiat.createDeposit": async (opened) => {
    const { depositQuote } = await opened.client.fiat.quoteDeposit(depositQuoteOf(opened));
    return () => opened.client.fiat.createDeposit({ quoteId: depositQuote.quoteId });
  },
  "fiat.quoteWithdrawal":
    ({ client }) =>
    () =>
      client.fiat.quoteWithdrawal({ ...withdrawalQuote, transactionFeePercent: 1 }),
  "fiat.createWithdrawal": async ({ client }) => {
    const { withdrawQuote } = await client.fiat.quoteWithdrawal(withdrawalQuote);
    return () =>
      client.fiat.createWithdrawal({ quoteId: withdrawQuote.quoteId, paymentMethod: pix });
  },
  "tokens.list":
    ({ client }) =>
    () =>
      client.tokens
        .list({ search: "USD", filterByChainId: 137, filterWhitelist: false, perPage: 3 })
        .firstPage(),
  "kyc.individual.standard.create":
    ({ client }) =>
    () =>
      client.kyc.individual.standard.create({
        ...person,
        documentCategory: "IDENTITY_CARD",
        nationality: "BRAZILIAN",
      }),
  "kyc.individual.standard.get": async (opened) => {
    const id = await openSession(opened);
    return () =>
      opened.client.kyc.individual.standard.get(id, { acceptLanguage: "pt", language: "en" });
  },
  "kyc.individual.standard.process": async (opened) => {
    const id = await openSession(opened);
    return () => opened.client.kyc.individual.standard.process(id);
  },
  "kyc.individual.enhanced.create":
    ({ client }) =>
    () =>
      client.kyc.individual.enhanced.create({ individualId: "ind_1", anything: { at: ["all"] } }),
  "kyc.individual.enhanced.get": async (opened) => {
    const id = await openSession(opened, "individual.enhanced");
    return () => opened.client.kyc.individual.enhanced.get(id);
  },
  "kyc.individual.enhanced.process": async (opened) => {
    const id = await openSession(opened, "individual.enhanced");
    return () => opened.client.kyc.individual.enhanced.process(id);
  },
  "kyc.business.standard.create":
    ({ client }) =>
    () =>
      client.kyc.business.standard.create({ ...company, website: "https://padaria.example.com" }),
  "kyc.business.standard.get": async ({ client }) => {
    const { session } = await client.kyc.business.standard.create(company);
    return () => client.kyc.business.standard.get(session.id);
  },
  "kyc.financialLimits":
    ({ client }) =>
    () =>
      client.kyc.financialLimits("ind_1"),
  "operations.execute": async ({ client, address }) => {
    const { userOperationHash } = executableOf((await client.swap.quote(swapOf(address))).quotes);
    const signature = await signHash(userOperationHash);
    return () => client.operations.execute({ userOperationHash, signature });
  },
};
