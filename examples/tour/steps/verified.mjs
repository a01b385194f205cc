export const title = "Wait until the person is verified";

export async function code({ client, session, console, progress }) {
  const { status, individualId } = await client.kyc.waitForSession(session.id, {
    interval: 400,
    maxInterval: 400,
    onProgress: (current) => progress(`… ${current.status}`),
  });
  if (status !== "COMPLETED") throw new Error(`not verified: ${status}`);

  const { limits } = await client.kyc.financialLimits(individualId);
  const usd = limits.find(({ currency }) => currency === "USD");
  console.log(individualId, "may move", usd.limits.daily.remaining, "USD today");
  return { individualId };
}
