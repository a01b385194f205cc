export const title = "Sign and execute";

export async function code({ client, owner, quote, console }) {
  const { userOperationHash } = quote;
  // The 32 raw bytes of the hash, not its text.
  const signature = await owner.signMessage({ message: { raw: userOperationHash } });

  const queued = await client.operations.execute({ userOperationHash, signature });
  console.log("queued, not done; expected", queued.estimatedExecutionTime);
  return { userOperationHash };
}
