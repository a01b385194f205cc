import { nativeToken } from "../../../src/contract/shared/chains/chain-ids.js";
import type { Hex, SwapQuoteRequest } from "../../../src/index.js";
import { usdc, weth } from "../open-sandbox.js";
import { createTransferRequest, receiver } from "../operations/transfer-requests.js";
import {
  depositQuoteOf,
  type Opened,
  openPosition,
  pix,
  positionOf,
  signHash,
  toSignable,
  withdrawalQuote,
} from "../prepare.js";
import {
  baseUsdc,
  createOrderRequest,
  createSwapRequest,
  findExecutable,
} from "../swap/swap-requests.js";

export const treasury = "0x7777777777777777777777777777777777777777";
export const partner = "0x8888888888888888888888888888888888888888";
/** All accounts whose balances the tests compare. */
export const accountsOf = ({ address }: Pick<Opened, "address">): readonly Hex[] => [
  address,
  receiver,
  treasury,
  partner,
];

const charged = {
  transactionFeePercent: 1.25,
  extraFee: { percentage: 0.75, toAddress: partner },
} as const;
const gas = { payGasFeeToken: usdc, gasFeePaymentMethod: "ADD_TO_AMOUNT" } as const;

async function swap({ client, address }: Opened, changes: object): Promise<Hex> {
  const request = { ...createSwapRequest(address), ...changes } as SwapQuoteRequest;
  return findExecutable((await client.swap.quote(request)).quotes).userOperationHash;
}

async function lend({ client, address }: Opened, parts: Record<string, string>): Promise<Hex> {
  const named = Object.entries(parts).map(([name, amount]) => [
    name,
    { tokenAddress: usdc, chainId: 137, amount },
  ]);
  const { signData } = await client.lending.quote({
    walletAddress: address,
    provider: "LENDER_A",
    gas: { paymentMethod: "ADD_TO_AMOUNT", tokenAddress: usdc },
    ...Object.fromEntries(named),
  });
  return signData[0]?.hash as Hex;
}

async function changePosition(opened: Opened, change: object): Promise<Hex> {
  const { client, address: walletAddress, sandbox } = opened;
  const tokenId = await openPosition(opened);
  sandbox.advance(100 * 86_400_000);
  const { operation } = await client.liquidity.change({
    walletAddress,
    ...gas,
    chainId: 137,
    tokenId,
    transactionFeePercent: 1,
    change,
  } as never);
  return toSignable(operation).userOperationHash as Hex;
}

/** Prepares an operation of each kind, with an amount of whole tokens. Returns its hash. */
export const kinds: Readonly<Record<string, (opened: Opened, amount: string) => Promise<Hex>>> = {
  "market swap": (opened, amountIn) => swap(opened, { amountIn, ...charged }),
  "swap that deducts gas": (opened, amountIn) =>
    swap(opened, { amountIn, gasFeePaymentMethod: "DEDUCT_FROM_AMOUNT" }),
  "swap to another receiver": (opened, amountIn) =>
    swap(opened, { amountIn, toAddress: receiver, ...charged }),
  "swap to a coin": (opened, amountIn) => swap(opened, { amountIn, tokenOut: nativeToken }),
  "swap from a coin": (opened, amountIn) =>
    swap(opened, { amountIn, tokenIn: nativeToken, tokenOut: usdc, ...charged }),
  "cross-chain swap": (opened, amountIn) =>
    swap(opened, { amountIn, chainIdOut: 8453, tokenOut: baseUsdc, toAddress: receiver }),
  "cross-chain swap to a coin": (opened, amountIn) =>
    swap(opened, { amountIn, chainIdOut: 8453, tokenOut: nativeToken }),
  async transfer({ client, address }, amount) {
    const request = { ...createTransferRequest(address), amount, transactionFeePercent: 1.25 };
    return (await client.operations.transfer(request)).transfer.userOperationHash as Hex;
  },
  async "transfer to itself"({ client, address }, amount) {
    const request = createTransferRequest(address, { amount, toAddress: address });
    return (await client.operations.transfer(request)).transfer.userOperationHash as Hex;
  },
  async batch({ client, address }, amount) {
    const params = { ...createTransferRequest(address), amount };
    const prepared = await client.operations.batch({
      walletAddress: address,
      chainId: 137,
      operations: [
        { type: "transfer", params },
        { type: "swap", params: createSwapRequest(address, { amountIn: amount, ...charged }) },
      ],
    });
    return prepared.userOperationHash as Hex;
  },
  async "custom operation"({ client, address }, amount) {
    const call = { address: usdc, methodSignature: "transfer(address,uint256)" } as const;
    const { userOperation } = await client.operations.custom({
      walletAddress: address,
      chainId: 137,
      payGasFeeToken: usdc,
      operations: [
        { ...call, arguments: [receiver, `${amount}000001`] },
        { address: weth, methodSignature: "deposit()", value: "0" },
      ],
    });
    return userOperation.userOperationHash;
  },
  async "new position"(opened, amountIn) {
    const position = { ...positionOf(opened), amountIn, ...charged };
    return toSignable((await opened.client.liquidity.create(position)).operation)
      .userOperationHash as Hex;
  },
  "position that is added to": (opened, amount) =>
    changePosition(opened, {
      token0: usdc,
      token1: weth,
      token0Amount: amount,
      token1Amount: "0.001",
    }),
  "position that is emptied": (opened) => changePosition(opened, { percentage: 100 }),
  async "collection of fees"(opened) {
    const nftId = await openPosition(opened);
    opened.sandbox.advance(100 * 86_400_000);
    const { operation } = await opened.client.liquidity.collectFees({
      chainId: 137,
      nftId,
      walletAddress: opened.address,
      payGasFeeToken: usdc,
    });
    return toSignable(operation).userOperationHash as Hex;
  },
  async rebalance(opened) {
    const { client, address } = opened;
    const { operation } = await client.liquidity.rebalance({
      walletAddress: address,
      toAddress: address,
      chainId: 137,
      tokenId: await openPosition(opened),
      newPosition: { minPrice: 0.0003, maxPrice: 0.0005 },
      ...charged,
    });
    return toSignable(operation).userOperationHash as Hex;
  },
  loan: (opened, amount) => lend(opened, { supply: amount, borrow: "5" }),
  async repayment(opened, amount) {
    await opened.execute(await lend(opened, { supply: amount, borrow: "5" }));
    return lend(opened, { repay: "2", withdraw: "3" });
  },
  async withdrawal({ client, address }, amount) {
    await client.fiat.quoteDeposit(depositQuoteOf({ address }));
    const { withdrawQuote } = await client.fiat.quoteWithdrawal({
      ...withdrawalQuote,
      amountToSendInCryptoCurrency: amount,
      transactionFeePercent: 2,
    });
    const { quoteId } = withdrawQuote;
    const order = await client.fiat.createWithdrawal({ quoteId, paymentMethod: pix });
    return order.withdrawalInstructions.userOperationHash;
  },
};

/** What gets a hash of a transaction without a user operation of the wallet. */
export const deliveries: Readonly<Record<string, (opened: Opened) => Promise<void>>> = {
  async "deposit of tokens"({ sandbox, address: account }) {
    sandbox.fund({ account, chainId: 137, token: usdc, amount: "12.5" });
  },
  async "deposit of a coin"({ sandbox, address: account }) {
    sandbox.fund({ account, chainId: 137, token: nativeToken, amount: "0.75" });
  },
  async "fiat deposit"({ client, sandbox, address }) {
    const { depositQuote } = await client.fiat.quoteDeposit(depositQuoteOf({ address }));
    await client.fiat.createDeposit({ quoteId: depositQuote.quoteId });
    sandbox.advance(60_000);
  },
  async "limit order"({ client, sandbox, address }) {
    const request = createOrderRequest(address, "0.01", { amountIn: "100" });
    const { userOperationHash } = findExecutable((await client.swap.quote(request)).quotes);
    const signature = await signHash(userOperationHash);
    await client.operations.execute({ userOperationHash, signature });
    sandbox.advance(60_000);
  },
};
