export const title = "Cancel it: prepare, check, sign, execute";

export async function code({ client, owner, walletAddress, order, console }) {
  const { signData } = await client.swap.prepareCancellation(order.id);
  const { typedData } = signData[0];

  const { verifyingContract, chainId } = typedData.domain;
  if (verifyingContract.toLowerCase() !== walletAddress || Number(chainId) !== 137) throw new Error("not for this wallet");
  console.log("signing a", typedData.primaryType, "for", verifyingContract);

  // Typed data this time, not a hash.
  const signature = await owner.signTypedData(typedData);
  console.log(await client.swap.cancelLimitOrder(order.id, { signature }));
}
