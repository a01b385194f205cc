import { fromUnits, runSwap } from "bursar/signing";

export const title = "The swap, and what it bought";

export async function code({ client, sandbox, account, usdc, weth, request, console, progress }) {
  // Quotes, checks, signs, executes, waits, and looks at the chain.
  const done = await runSwap(client, request, {
    signer: account,
    owner: account.address,
    settle: sandbox.node(137), // in production: createPublicClient of viem
    onStage: ({ stage }) => progress(`… ${stage}`),
  });
  const [stated] = done.statement.arrives;
  console.log(done.status, "at least", stated.least, "WETH was guaranteed");

  const { changes, decimals } = done.settlement;
  const sum = (token) =>
    changes
      .filter((each) => each.token === token)
      .reduce((total, { amount }) => total + amount, 0n);
  console.log("left:   ", fromUnits(-sum(usdc), decimals[usdc]), "USDC");
  console.log("arrived:", fromUnits(sum(weth), decimals[weth]), "WETH");
  console.log("differences from what was stated:", done.problems.length);
}
