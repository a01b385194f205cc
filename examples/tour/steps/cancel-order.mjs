import { describeTypedData, signCancellation } from "bursar/signing";

export const title = "Cancel it: prepare, read, check and sign, execute";

export async function code({ client, account, walletAddress, order, console }) {
  const prepared = await client.swap.prepareCancellation(order.id);
  console.log(describeTypedData(prepared.signData[0].typedData).text);

  const signed = await signCancellation(prepared, account, {
    owner: account.address,
    walletAddress,
    chainId: 137,
  });
  console.log(await client.swap.cancelLimitOrder(order.id, signed));
}
