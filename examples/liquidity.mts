// Shows liquidity: find a pool, open a position with one token, collect its fees, and close it.
// Run it: npx -y tsx liquidity.mts

import {
  createClient,
  factories,
  hasSomethingToSign,
  type LiquidityEcho,
  type LiquidityOperation,
  tokenAddresses,
} from "bursar";
import { createSandbox } from "bursar/sandbox";
import { signOperation } from "bursar/signing";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";

const sandbox = createSandbox();
const { baseUrl, apiKey, fetch } = sandbox;
const client = createClient({ baseUrl, apiKey, fetch });
const { USDC } = tokenAddresses[137];

const account = privateKeyToAccount(generatePrivateKey());
const { wallet } = await client.wallets.ensure({
  externallyOwnedAccount: account.address,
  factory: factories.lightAccount["2.0.0"],
});
const { walletAddress } = wallet;
sandbox.fund({ account: walletAddress, chainId: 137, token: USDC, amount: "500" });

/** Checks, signs and executes an operation, and waits for its final status. */
async function run(operation: LiquidityOperation | LiquidityEcho): Promise<string> {
  // The service may respond with an echo of the request: then there is nothing to sign.
  if (!hasSomethingToSign(operation)) return "not executed";
  const terms = { owner: account.address, walletAddress, chainId: 137 };
  const queued = await client.operations.execute(await signOperation(operation, account, terms));
  const { status } = await client.wallets.waitForTransaction(walletAddress, queued);
  return status;
}

// A pool with USDC that has enough liquidity. Fees are percentages.
const { items } = await client.liquidity.pools({ chainIds: [137], tokensAddresses: [USDC] });
const pool = items.find(({ totalValueLockedUSD }) => Number(totalValueLockedUSD) > 100_000);
const [token0, token1] = pool?.tokens ?? [];
if (!pool || !token0 || !token1) throw new Error("no pool");
console.log(`${token0.symbol} and ${token1.symbol} at ${pool.fee} %`);

// Open: the service swaps a part of the USDC into the other token.
const opened = await client.liquidity.createWithSwap({
  walletAddress,
  toAddress: walletAddress,
  chainId: 137,
  payGasFeeToken: USDC,
  gasFeePaymentMethod: "ADD_TO_AMOUNT",
  tokenIn: USDC,
  amountIn: "100",
  token0: token0.address,
  token1: token1.address,
  poolFeePercent: pool.fee,
  minPrice: 0.0002,
  maxPrice: 0.0006,
});
console.log(`opened: ${await run(opened.operation)}`);

// The position is an NFT of the wallet. Its id has three names: tokenId, nftId and nftNumber.
const { nfts } = await client.wallets.portfolio(walletAddress, { includeNFTs: true });
const [position] = nfts ?? [];
if (!position) throw new Error("The position is not in the portfolio yet. Read it again later.");
const { tokenId } = position;

// Half a year passes. Then collect the fees.
sandbox.advance(180 * 86_400_000);
const collected = await client.liquidity.collectFees({
  walletAddress,
  chainId: 137,
  nftId: tokenId,
  payGasFeeToken: USDC,
});
console.log(`collected: ${await run(collected.operation)}`);

// Close: take out 100 %.
const closed = await client.liquidity.change({
  walletAddress,
  chainId: 137,
  tokenId,
  payGasFeeToken: USDC,
  gasFeePaymentMethod: "ADD_TO_AMOUNT",
  change: { percentage: 100 },
});
console.log(`closed: ${await run(closed.operation)}`);
