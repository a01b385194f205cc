import { describeOperation, signOperation } from "bursar/signing";

export const title = "Send a token to another account";

export async function code({ client, account, walletAddress, usdc, console }) {
  const request = {
    amount: "250",
    chainId: 137,
    token: usdc,
    payGasFeeToken: usdc,
    gasFeePaymentMethod: "ADD_TO_AMOUNT",
    walletAddress,
    toAddress: "0x70997970C51812dc3A010C7d01b50e0d17dc79C8",
  };
  const { transfer } = await client.operations.transfer(request);
  console.log(describeOperation(transfer, { tokenName: { [usdc]: "USDC" } }).text);

  // Another receiver, token, amount, wallet or chain than requested is never signed.
  const terms = { expect: request, owner: account.address, maxGasFee: "1" };
  const signed = await signOperation(transfer, account, terms);
  const queued = await client.operations.execute(signed);
  const { status } = await client.wallets.waitForTransaction(walletAddress, queued);
  console.log(status);
}
