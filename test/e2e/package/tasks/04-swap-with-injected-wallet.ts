// Shows a swap that is signed by a browser wallet (EIP-1193), through a viem wallet client.

import { createClient, defineRequest } from "bursar";
import { createSandbox } from "bursar/sandbox";
import { describeQuote, pickExecutable, signQuote } from "bursar/signing";
import { createWalletClient, custom, isHex } from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";

const usdc = "0x3c499c542cef5e3811e1192ce70d8cc03d5c3359";
const weth = "0x7ceb23fd6bc0add59e62ac25578270cff1b9f619";

const sandbox = createSandbox();
const { baseUrl, apiKey, fetch } = sandbox;
const client = createClient({ baseUrl, apiKey, fetch });

/** Stands in for `window.ethereum`, which asks the person to confirm each request. */
function createProvider() {
  const account = privateKeyToAccount(generatePrivateKey());
  return {
    async request({ method, params = [] }: { method: string; params?: readonly unknown[] }) {
      console.log(`wallet: ${method}`);
      const [message] = params;
      if (method === "eth_requestAccounts") return [account.address];
      if (method === "personal_sign" && isHex(message))
        return account.signMessage({ message: { raw: message } });
      throw new TypeError(`the wallet does not support ${method}`);
    },
  };
}

async function main() {
  const transport = custom(createProvider());
  const [owner] = await createWalletClient({ transport }).requestAddresses();
  if (owner === undefined) return console.log("the wallet is not connected");
  const signer = createWalletClient({ account: owner, transport });

  const { wallet } = await client.wallets.ensure({
    externallyOwnedAccount: owner,
    factory: "0x0000000000400cdfef5e2714e63d8040b700bc24",
  });
  const { walletAddress } = wallet;
  sandbox.fund({ account: walletAddress, chainId: 137, token: usdc, amount: "500" });

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
  const quote = pickExecutable((await client.swap.quote(request)).quotes);
  const tokenName = { [usdc]: "USDC", [weth]: "WETH" };
  // Show this text before the wallet shows only a hash.
  const { text } = describeQuote(quote, { tokenName });
  console.log(text);

  const signed = await signQuote(quote, signer, { expect: request, owner });
  const queued = await client.operations.execute(signed);
  const done = await client.wallets.waitForTransaction(walletAddress, queued, { interval: 100 });
  console.log(`the swap is ${done.status}`);
}

main();
