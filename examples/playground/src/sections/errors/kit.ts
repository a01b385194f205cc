import type {
  Address,
  Client,
  ClientOptions,
  CreateLiquidityRequest,
  MarketSwapRequest,
} from "bursar";
import { createClient, factories } from "bursar";
import { createSandbox, type Sandbox } from "bursar/sandbox";
import type { LocalAccount } from "viem/accounts";
import type { RequestLogStore } from "../../app/request-log";

export const usdc = "0x3c499c542cef5e3811e1192ce70d8cc03d5c3359";
export const weth = "0x7ceb23fd6bc0add59e62ac25578270cff1b9f619";
export const unknownAddress = "0x00000000000000000000000000000000000000ee";
export const factory = factories.lightAccount["2.0.0"];

/**
 * A separate sandbox with a funded wallet, so that an error does not affect the rest of the page.
 */
export interface Kit {
  sandbox: Sandbox;
  client: Client;
  owner: LocalAccount;
  address: Address;
  /** Creates a client of the same sandbox with other options. */
  connect(options: ClientOptions): Client;
}

export async function openKit(log: RequestLogStore): Promise<Kit> {
  const { generatePrivateKey, privateKeyToAccount } = await import("viem/accounts");
  // Use a new seed each time. The same seed gives the same trace ids, by which the log finds the
  // bodies.
  const sandbox = createSandbox({
    seed: crypto.randomUUID(),
    keyless: true,
  });
  const connect = (options: ClientOptions) =>
    createClient({
      baseUrl: sandbox.baseUrl,
      apiKey: null,
      fetch: log.watch(sandbox.fetch),
      hooks: log.hooks,
      logLevel: "off",
      // Show the first error without a retry.
      retry: false,
      ...options,
    });
  const owner = privateKeyToAccount(generatePrivateKey());
  // Do not log the setup requests.
  const { wallet } = await connect({ fetch: sandbox.fetch, hooks: {} }).wallets.register({
    externallyOwnedAccount: owner.address,
    factory,
  });
  sandbox.fund({ account: wallet.walletAddress, chainId: 137, token: usdc, amount: "10000" });
  return { sandbox, client: connect({}), owner, address: wallet.walletAddress, connect };
}

export function swapOf(
  { address }: Pick<Kit, "address">,
  changes: Partial<MarketSwapRequest> = {},
): MarketSwapRequest {
  return {
    walletAddress: address,
    toAddress: address,
    amountIn: "100",
    chainIdIn: 137,
    chainIdOut: 137,
    tokenIn: usdc,
    tokenOut: weth,
    payGasFeeToken: usdc,
    gasFeePaymentMethod: "ADD_TO_AMOUNT",
    ...changes,
  };
}

export function positionOf({ address }: Pick<Kit, "address">): CreateLiquidityRequest {
  return {
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
  };
}

export function depositOf({ address }: Pick<Kit, "address">) {
  return {
    paymentMethodToSend: "ACH",
    amountToSendInFiatCurrency: 250,
    receiveCryptoCurrency: "USDC",
    individualId: "ind_1",
    chainId: 137,
    walletAddress: address,
  } as const;
}

export const pix = { type: "PIX", pixKey: "ana@example.com" } as const;
export const taxExport = {
  email: "ana@example.com",
  individual: { type: "individual", individualId: "ind_1" },
} as const;
export const person = {
  firstName: "Ana",
  lastName: "Silva",
  birthDate: "1990-05-17",
  documentCategory: "PASSPORT",
  documentCountry: "BRAZIL",
  documentId: "123456789",
  livenessRequired: false,
  email: "ana@example.com",
  address: "Rua Augusta 1",
  city: "Sao Paulo",
  state: "SP",
  postalCode: "01000000",
} as const;
