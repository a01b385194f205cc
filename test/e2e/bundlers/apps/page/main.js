// A small app that uses every entry for pages. It writes its result into the page.
import { createClient } from "bursar";
import { isBitcoinAddress } from "bursar/bitcoin";
import { createSandbox } from "bursar/sandbox";
import { describeQuote, pickExecutable, signQuote } from "bursar/signing";
import { privateKeyToAccount } from "viem/accounts";

const usdc = "0x3c499c542cef5e3811e1192ce70d8cc03d5c3359";

async function swap() {
  const account = privateKeyToAccount(
    "0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d",
  );
  const sandbox = createSandbox({ seed: "page" });
  const { baseUrl, apiKey, fetch } = sandbox;
  const client = createClient({ baseUrl, apiKey, fetch, dangerouslyAllowBrowser: true });
  const factory = "0x0000000000400cdfef5e2714e63d8040b700bc24";
  const { wallet } = await client.wallets.register({
    externallyOwnedAccount: account.address,
    factory,
  });
  const { walletAddress } = wallet;
  sandbox.fund({ account: walletAddress, chainId: 137, token: usdc, amount: "500" });
  const request = {
    amountIn: "10",
    chainIdIn: 137,
    chainIdOut: 137,
    tokenIn: usdc,
    tokenOut: "0x7ceb23fd6bc0add59e62ac25578270cff1b9f619",
    payGasFeeToken: usdc,
    gasFeePaymentMethod: "DEDUCT_FROM_AMOUNT",
    walletAddress,
    toAddress: walletAddress,
  };
  const options = { expect: request, owner: account.address, now: sandbox.now() };
  const quote = pickExecutable((await client.swap.quote(request)).quotes, options);
  const signed = await signQuote(quote, account, options);
  const { userOperationHash } = await client.operations.execute(signed);
  sandbox.advance(120_000);
  const [record] = (await client.wallets.history(walletAddress, { userOperationHash }).firstPage())
    .items;
  return {
    status: record.status,
    text: describeQuote(quote).text,
    signature: signed.signature,
    bitcoin: isBitcoinAddress("bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4"),
  };
}

const output = document.querySelector("#result");
swap().then(
  (result) => {
    output.textContent = JSON.stringify(result);
  },
  (error) => {
    output.textContent = JSON.stringify({ failed: String(error), stack: error.stack });
  },
);
