import type { Hex, SwapQuote } from "../../src/index.js";
import { veteranWallet } from "../../src/sandbox/index.js";
import { listFilledFields } from "./documented-fields.js";
import {
  company,
  createSession,
  findUploadTargets,
  person,
  photo,
  processSession,
} from "./kyc/verification-sessions.js";
import { factory, owner, usdc, weth } from "./open-sandbox.js";
import { createBatchRequest, createTransferRequest } from "./operations/transfer-requests.js";
import {
  depositQuoteOf,
  type Opened,
  pix,
  positionOf,
  signHash,
  toSignable,
  withdrawalQuote,
} from "./prepare.js";
import { createOrderRequest, createSwapRequest, findExecutable } from "./swap/swap-requests.js";

const treasury = "0x7777777777777777777777777777777777777777";
const partner = "0x8888888888888888888888888888888888888888";
const ethereumUsdc = "0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48";
const usdy = "0x96f6ef951840721adbf46ac996b59e0235cb985c";
const metadata = { order: "17" };
const charged = {
  transactionFeePercent: 1,
  extraFee: { percentage: 1, toAddress: partner },
} as const;
const gas = { payGasFeeToken: usdc, gasFeePaymentMethod: "ADD_TO_AMOUNT" } as const;
const narrow = { minPrice: 0.0003, maxPrice: 0.0005 };

/** Registers a wallet whose first operation on each chain needs an authorization. */
async function openDelegated({ client, sandbox }: Opened): Promise<Hex> {
  const { wallet } = await client.wallets.register({
    externallyOwnedAccount: owner.address,
    factory,
    eip7702: true,
    metadata,
  });
  const account = wallet.walletAddress;
  sandbox.fund({ account, chainId: 137, token: usdc, amount: "10000" });
  sandbox.fund({ account, chainId: 1, token: ethereumUsdc, amount: "10000" });
  return account;
}

async function execute(opened: Opened, hash: Hex | null | undefined): Promise<void> {
  const userOperationHash = hash as Hex;
  const signature = await signHash(userOperationHash);
  await opened.client.operations.execute({ userOperationHash, signature });
  opened.sandbox.advance(60_000);
}

/** Opens a position that belongs to another wallet, and returns its token id. */
async function openPositionFor(opened: Opened, toAddress: Hex): Promise<string> {
  const { operation } = await opened.client.liquidity.create({ ...positionOf(opened), toAddress });
  await execute(opened, toSignable(operation).userOperationHash);
  const { nfts } = await opened.client.wallets.portfolio(toAddress, { includeNFTs: true });
  return nfts?.[0]?.tokenId as string;
}

async function reverted(opened: Opened): Promise<void> {
  const { client, address } = opened;
  await client.swap.quote(createSwapRequest(address, { amountIn: "999999" }));
  const position = { ...positionOf(opened), amountIn: "999999" };
  await client.liquidity.create(position);
  await client.liquidity.createWithSwap(position);
  await client.lending.quote({
    walletAddress: address,
    provider: "LENDER_A",
    supply: { tokenAddress: usdc, chainId: 137, amount: "999999" },
    gas: { paymentMethod: "ADD_TO_AMOUNT", tokenAddress: usdc },
  });
}

async function changesOfPosition(opened: Opened): Promise<void> {
  const { client, sandbox } = opened;
  sandbox.configure({ treasury });
  const walletAddress = await openDelegated(opened);
  const tokenId = await openPositionFor(opened, walletAddress);
  sandbox.advance(365 * 86_400_000);
  const base = { walletAddress, chainId: 137 } as const;
  const change = { ...base, ...gas, tokenId, metadata, transactionFeePercent: 1 } as const;
  const amounts = {
    token0: usdc,
    token1: weth,
    token0Amount: "1",
    token1Amount: "-0.001",
  } as const;
  const collection = { ...base, nftId: tokenId, metadata } as const;
  const rebalance = { ...base, toAddress: walletAddress, tokenId, newPosition: narrow } as const;
  for (const liquidityEcho of [false, true]) {
    sandbox.configure({ liquidityEcho });
    await client.liquidity.change({ ...change, change: { percentage: 50 } });
    await client.liquidity.change({ ...change, change: amounts });
    await client.liquidity.collectFees({ ...collection, payGasFeeToken: usdc });
    await client.liquidity.rebalance({ ...rebalance, ...charged, metadata });
  }
  sandbox.configure({ liquidityEcho: false });
  // The wallet has no WETH, and not enough USDC to add.
  await client.liquidity.collectFees({ ...collection, payGasFeeToken: weth });
  await client.liquidity.change({ ...change, change: { ...amounts, token0Amount: "999999" } });
  // A price of almost zero leaves nothing to pay the gas with.
  sandbox.setPrice({ chainId: 137, token: usdc, price: "0.000000001" });
  sandbox.setPrice({ chainId: 137, token: weth, price: "0.000000001" });
  await client.liquidity.rebalance(rebalance);
}

async function newPositions(opened: Opened): Promise<void> {
  const { client, sandbox } = opened;
  sandbox.configure({ treasury });
  const walletAddress = await openDelegated(opened);
  const asked = { ...positionOf(opened), ...charged, metadata, walletAddress };
  await client.liquidity.createWithSwap(asked);
  for (const liquidityEcho of [false, true]) {
    sandbox.configure({ liquidityEcho });
    await client.liquidity.create({ ...asked, slippage: 1, liquidityProvider: "POOLPROV_V3" });
  }
}

async function swaps(opened: Opened): Promise<void> {
  const { client, sandbox } = opened;
  sandbox.configure({ treasury });
  const walletAddress = await openDelegated(opened);
  await client.swap.quote(createSwapRequest(walletAddress, { ...charged, metadata }));
  await client.swap.quote({
    ...createSwapRequest(walletAddress, { chainIdIn: 1, chainIdOut: 1, individualId: "ind_1" }),
    tokenIn: ethereumUsdc,
    tokenOut: usdy,
    payGasFeeToken: ethereumUsdc,
  });
}

/** Cancels an order that is filled by half. */
async function halfFilledOrder(opened: Opened): Promise<void> {
  const { client, sandbox, address } = opened;
  sandbox.configure({ treasury });
  sandbox.fund({ account: address, chainId: 137, token: usdc, amount: "100000" });
  const request = createOrderRequest(address, "7", { ...charged, amountIn: "20000" });
  const quote: SwapQuote = findExecutable((await client.swap.quote(request)).quotes);
  const userOperationHash = quote.userOperationHash as Hex;
  const signature = await signHash(userOperationHash);
  await client.operations.execute({ userOperationHash, signature });
  sandbox.advance(2_000);
  const { items } = await client.wallets.history(address, { userOperationHash }).firstPage();
  await client.swap.prepareCancellation(items[0]?.id as string);
}

async function loans(opened: Opened): Promise<void> {
  const { client, sandbox } = opened;
  const walletAddress = await openDelegated(opened);
  const part = (amount: string) => ({ tokenAddress: usdc, chainId: 137, amount });
  const gas = { paymentMethod: "ADD_TO_AMOUNT", tokenAddress: usdc } as const;
  const base = { walletAddress, gas, provider: "LENDER_A" as const };
  const borrowed = await client.lending.quote({ ...base, supply: part("100"), borrow: part("10") });
  const [first] = borrowed.signData;
  const signature = await signHash(first?.hash as Hex);
  const authorization = await owner.sign({ hash: first?.authorization?.hash as Hex });
  const userOperationHash = first?.hash as Hex;
  await client.operations.execute({ userOperationHash, signature, authorization });
  sandbox.advance(60_000);
  await client.lending.quote({ ...base, repay: part("5"), withdraw: part("5") });
  await client.wallets.portfolio(walletAddress, {
    includePnL: true,
    includeLendingPositions: true,
    includeNFTs: true,
  });
  await client.wallets.check({
    externallyOwnedAccount: owner.address,
    factory,
    eip7702: true,
  });
}

async function fiatOrders(opened: Opened): Promise<void> {
  const { client, sandbox } = opened;
  sandbox.configure({ treasury });
  const walletAddress = await openDelegated(opened);
  for (const paymentMethodToSend of ["ACH", "PIX", "WIRE", "SPEI"] as const) {
    const asked = { ...depositQuoteOf(opened), walletAddress, paymentMethodToSend };
    const { quoteId } = (await client.fiat.quoteDeposit(asked)).depositQuote;
    await client.fiat.createDeposit({ quoteId });
    const older = (await client.fiat.quoteDeposit(asked)).depositQuote;
    await client.fiat.createDepositV1({ quoteId: older.quoteId });
  }
  const asked = { ...withdrawalQuote, transactionFeePercent: 1 };
  const { quoteId } = (await client.fiat.quoteWithdrawal(asked)).withdrawQuote;
  await client.fiat.createWithdrawal({ quoteId, paymentMethod: pix });
  const older = (await client.fiat.quoteWithdrawal(asked)).withdrawQuote;
  await client.fiat.createWithdrawalV1({ quoteId: older.quoteId, walletAddress });
}

async function verifications(opened: Opened): Promise<void> {
  const { client, sandbox } = opened;
  const { individual, business } = client.kyc;
  const cards = { ...person, documentCategory: "IDENTITY_CARD", livenessRequired: true } as const;
  for (const lastName of ["Silva", "FAILED", "VERIFYING"]) {
    const created = await individual.standard.create({ ...cards, lastName });
    for (const target of findUploadTargets(created)) await client.kyc.uploadDocument(target, photo);
    await processSession(opened, created.session.id, "individual.standard");
    sandbox.advance(10_000);
    const { id: sessionId } = created.session;
    await individual.standard.get(sessionId);
    await client.kyc.documentUrls({ sessionId, sessionType: "STANDARD_INDIVIDUAL" });
  }
  const created = await business.standard.create({ ...company, website: "https://example.com" });
  for (const target of findUploadTargets(created)) await client.kyc.uploadDocument(target, photo);
  sandbox.advance(10_000);
  await business.standard.get(created.session.id);
  await createSession(opened, "individual.enhanced");
}

async function portfolios(opened: Opened): Promise<void> {
  const { client, sandbox, address } = opened;
  sandbox.fundNft({ account: address, chainId: 137, token: weth, tokenId: "7", name: "Seven" });
  await client.wallets.portfolio(address, { includeNFTs: true, includePnL: true });
  await client.wallets.check({ externallyOwnedAccount: owner.address, factory });
  const { items } = await client.wallets.history(veteranWallet).firstPage();
  // Each call copies a long history, so one record of each kind.
  const kinds = new Map(items.map((item) => [listFilledFields(item).sort().join(), item]));
  for (const { id } of kinds.values())
    await client.wallets.updateTransactionMetadata(id, { invoice: "17" });
  const deposit = await client.wallets.history(address, { type: "CRYPTO_DEPOSIT" }).firstPage();
  const { id = "" } = deposit.items[0] ?? {};
  await client.wallets.updateTransactionMetadata(id, metadata);
  await client.tokens.list({ search: "USDY" }).firstPage();
}

async function preparedOperations(opened: Opened): Promise<void> {
  const { client, sandbox, address } = opened;
  sandbox.configure({ treasury });
  const walletAddress = await openDelegated(opened);
  const transfer = createTransferRequest(walletAddress, { transactionFeePercent: 1, metadata });
  const { operations } = client;
  const prepared = (await operations.transfer(transfer)).transfer;
  await operations.get(prepared.userOperationHash as Hex);
  await operations.transfer({ ...transfer, amount: "999999" });
  const params = { ...positionOf(opened), walletAddress };
  await operations.batch(
    createBatchRequest(walletAddress, {
      operations: [
        { type: "transfer", params: transfer },
        { type: "swap", params: createSwapRequest(walletAddress) },
        { type: "liquidity", params: { ...params } },
      ],
    }),
  );
  await operations.batch(
    createBatchRequest(address, {
      operations: [
        { type: "transfer", params: createTransferRequest(address, { amount: "999999" }) },
      ],
    }),
  );
  const { userOperation } = await operations.custom({
    walletAddress,
    chainId: 137,
    payGasFeeToken: usdc,
    metadata,
    operations: [{ address: usdc, methodSignature: "pause()" }],
  });
  const swapped = await client.swap.quote(createSwapRequest(walletAddress, { metadata }));
  const quoted = findExecutable(swapped.quotes);
  for (const hash of [userOperation.userOperationHash, quoted.userOperationHash])
    await operations.get(hash);
}

/** Situations that fill fields which a plain valid call leaves out. */
export const situations: readonly ((opened: Opened) => Promise<void>)[] = [
  reverted,
  changesOfPosition,
  newPositions,
  swaps,
  halfFilledOrder,
  loans,
  fiatOrders,
  verifications,
  portfolios,
  preparedOperations,
];
