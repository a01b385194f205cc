export const title = "Read the portfolio";

export async function code({ client, walletAddress, console }) {
  const { tokens } = await client.wallets.portfolio(walletAddress, { includeTokens: true });
  for (const { symbol, chain, balanceFormatted, balanceUsd } of tokens) {
    console.log(`${balanceFormatted} ${symbol} on chain ${chain.id}, worth ${balanceUsd} USD`);
  }
}
