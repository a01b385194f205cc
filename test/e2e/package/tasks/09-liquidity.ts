// Shows liquidity: find a pool, open a position, collect its fees, and close it.

import {
  createClient,
  hasSomethingToSign,
  type LiquidityEcho,
  type LiquidityOperation,
} from "bursar";
import { createSandbox } from "bursar/sandbox";
import { signOperation } from "bursar/signing";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";

const usdc = "0x3c499c542cef5e3811e1192ce70d8cc03d5c3359";

const sandbox = createSandbox();
const { baseUrl, apiKey, fetch } = sandbox;
const client = createClient({ baseUrl, apiKey, fetch });

const owner = privateKeyToAccount(generatePrivateKey());

/** Signs, executes and waits. */
async function run(walletAddress: string, operation: LiquidityOperation | LiquidityEcho) {
  if (!hasSomethingToSign(operation)) return "not executed";
  const terms = { owner: owner.address, walletAddress, chainId: 137 };
  const queued = await client.operations.execute(await signOperation(operation, owner, terms));
  const done = await client.wallets.waitForTransaction(walletAddress, queued, { interval: 100 });
  return done.status;
}

async function main() {
  const { wallet } = await client.wallets.ensure({
    externallyOwnedAccount: owner.address,
    factory: "0x0000000000400cdfef5e2714e63d8040b700bc24",
  });
  const { walletAddress } = wallet;
  sandbox.fund({ account: walletAddress, chainId: 137, token: usdc, amount: "500" });

  const { items } = await client.liquidity.pools({ chainIds: [137], tokensAddresses: [usdc] });
  const pool = items.find(({ totalValueLockedUSD }) => Number(totalValueLockedUSD) > 100_000);
  const [token0, token1] = pool?.tokens ?? [];
  if (!pool || !token0 || !token1) return console.log("no pool");
  console.log(`${token0.symbol} and ${token1.symbol} at ${pool.fee} %`);

  const created = await client.liquidity.createWithSwap({
    walletAddress,
    toAddress: walletAddress,
    chainId: 137,
    payGasFeeToken: usdc,
    gasFeePaymentMethod: "ADD_TO_AMOUNT",
    tokenIn: usdc,
    amountIn: "100",
    token0: token0.address,
    token1: token1.address,
    poolFeePercent: pool.fee,
    minPrice: 0.0002,
    maxPrice: 0.0006,
  });
  console.log(`opened: ${await run(walletAddress, created.operation)}`);

  // The position is an NFT of the wallet.
  const { nfts } = await client.wallets.portfolio(walletAddress, { includeNFTs: true });
  const position = nfts?.find(({ address }) => address === created.operation.nftAddress);
  if (!position) return console.log("the position is not in the portfolio yet");

  // Half a year passes.
  sandbox.advance(180 * 86_400_000);
  const collected = await client.liquidity.collectFees({
    walletAddress,
    chainId: 137,
    nftId: position.tokenId,
    payGasFeeToken: usdc,
  });
  console.log(`collected: ${await run(walletAddress, collected.operation)}`);

  const { operation } = await client.liquidity.change({
    walletAddress,
    chainId: 137,
    tokenId: position.tokenId,
    payGasFeeToken: usdc,
    gasFeePaymentMethod: "ADD_TO_AMOUNT",
    change: { percentage: 100 },
  });
  console.log(`closed: ${await run(walletAddress, operation)}`);
}

main();
