import type { CreateLiquidityRequest, LiquidityEcho, LiquidityOperation } from "../../src/index.js";
import { hasSomethingToSign } from "../../src/index.js";
import { inWorld, type openWallet, owner, usdc, weth } from "./open-sandbox.js";
import { createOrderRequest, findExecutable } from "./swap/swap-requests.js";

export type Opened = Awaited<ReturnType<typeof openWallet>>;
type Hash = `0x${string}`;
type Call = () => PromiseLike<unknown>;
/** Prepares what a call needs. Returns the call, so that a test can observe the call only. */
export type Prepare = (opened: Opened) => Call | Promise<Call>;

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

/** The operation of a liquidity call. Throws if it is an echo, with nothing to sign. */
export function toSignable(operation: LiquidityOperation | LiquidityEcho) {
  if (!hasSomethingToSign(operation))
    throw new TypeError(`nothing to sign: ${operation.revertReason?.decoded}`);
  return operation;
}

/** Opens a position and returns its token id. */
export async function openPosition(opened: Opened): Promise<string> {
  const { operation } = await opened.client.liquidity.create(positionOf(opened));
  await opened.execute(operation.userOperationHash as Hash);
  return inWorld(opened.sandbox, (world) => Object.keys(world.positions).at(-1) as string);
}

/** Opens a limit order that stays open, and returns its transaction id. */
export async function openOrder({ client, address }: Opened): Promise<string> {
  const { userOperationHash } = findExecutable(
    (await client.swap.quote(createOrderRequest(address, "0.5"))).quotes,
  );
  await client.operations.execute({
    userOperationHash,
    signature: await signHash(userOperationHash),
  });
  return (await client.wallets.history(address, { userOperationHash }).firstPage()).items[0]
    ?.id as string;
}
