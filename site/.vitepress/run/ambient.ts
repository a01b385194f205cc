import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { createClient, defineRequest, factories } from "../../../src/index.js";
import { createSandbox } from "../../../src/sandbox/index.js";
import { pickExecutable } from "../../../src/tasks/index.js";

const usdc = "0x3c499c542cef5e3811e1192ce70d8cc03d5c3359";
const weth = "0x7ceb23fd6bc0add59e62ac25578270cff1b9f619";

/** The variables of the program in Getting started, which the blocks of other pages use. */
export async function createAmbient() {
  const sandbox = createSandbox();
  const { baseUrl, apiKey, fetch } = sandbox;
  const client = createClient({ baseUrl, apiKey, fetch });
  const account = privateKeyToAccount(generatePrivateKey());
  const { wallet } = await client.wallets.ensure({
    externallyOwnedAccount: account.address,
    factory: factories.lightAccount["2.0.0"],
  });
  const { walletAddress } = wallet;
  sandbox.fund({ account: walletAddress, chainId: 137, token: usdc, amount: "5000" });
  const request = defineRequest("swap.quote", {
    amountIn: "100",
    chainIdIn: 137,
    chainIdOut: 137,
    tokenIn: usdc,
    tokenOut: weth,
    payGasFeeToken: usdc,
    gasFeePaymentMethod: "DEDUCT_FROM_AMOUNT",
    walletAddress,
    toAddress: walletAddress,
  });
  const { quotes } = await client.swap.quote(request);
  const quote = pickExecutable(quotes);
  return { sandbox, client, account, walletAddress, usdc, weth, request, quote };
}
