import {
  createClient,
  defineRequest,
  factories,
  type SwapQuoteRequest,
  tokenAddresses,
} from "bursar";
import { createSandbox } from "bursar/sandbox";
import { pickExecutable } from "bursar/signing";
import type { Address } from "viem";

const { USDC, WETH } = tokenAddresses[137];

/** A sandbox with one funded wallet of the owner. */
export async function openWallet(owner: Address, { eip7702 = false } = {}) {
  const sandbox = createSandbox();
  const { baseUrl, apiKey, fetch } = sandbox;
  const client = createClient({ baseUrl, apiKey, fetch });
  const { wallet } = await client.wallets.ensure({
    externallyOwnedAccount: owner,
    factory: factories.lightAccount["2.0.0"],
    eip7702,
  });
  const { walletAddress } = wallet;
  sandbox.fund({ account: walletAddress, chainId: 137, token: USDC, amount: "1500" });
  const request = defineRequest("swap.quote", {
    amountIn: "100",
    chainIdIn: 137,
    chainIdOut: 137,
    tokenIn: USDC,
    tokenOut: WETH,
    payGasFeeToken: USDC,
    gasFeePaymentMethod: "ADD_TO_AMOUNT",
    walletAddress,
    toAddress: walletAddress,
  });
  const quote = async (expect: SwapQuoteRequest) =>
    pickExecutable((await client.swap.quote(expect)).quotes);
  return { client, walletAddress, request, quote };
}
