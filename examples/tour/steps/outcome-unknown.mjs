import { OutcomeUnknownError } from "bursar";
import { pickExecutable, signQuote } from "bursar/signing";

export const title = "Error 3: the response to a write is lost, so look before you pay again";

export async function code({ client, sandbox, account, walletAddress, usdc, console }) {
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
  const { quotes } = await client.swap.quote(request);
  const signed = await signQuote(pickExecutable(quotes), account, {
    expect: request,
    owner: account.address,
  });

  // The connection breaks in the middle of the next response.
  sandbox.cut("operations.execute");
  try {
    await client.operations.execute(signed);
  } catch (error) {
    if (!(error instanceof OutcomeUnknownError)) throw error;
    console.log(error.lookup);
    const { userOperationHash } = signed;
    const { items } = await client.wallets
      .history(walletAddress, { userOperationHash })
      .firstPage();
    console.log(
      items[0] ? `found: ${items[0].status}` : "not yet: look again until it has expired",
    );
  }
}
