export const title = "Quote a fiat deposit and order it";

export async function code({ client, walletAddress, individualId, console }) {
  const { depositQuote } = await client.fiat.quoteDeposit({
    paymentMethodToSend: "ACH",
    amountToSendInFiatCurrency: 250,
    receiveCryptoCurrency: "USDC",
    individualId,
    chainId: 137,
    walletAddress,
  });
  console.log(
    "250 USD buy",
    depositQuote.amountToReceiveInCryptoCurrency,
    "USDC, until",
    depositQuote.expiresAt,
  );

  const { id, depositInstructions } = await client.fiat.createDeposit({
    quoteId: depositQuote.quoteId,
  });
  const { type, routingNumber, accountNumber, memoCode } = depositInstructions;
  console.log(
    "order",
    id,
    "- pay by",
    type,
    "to",
    routingNumber,
    accountNumber,
    "with memo",
    memoCode,
  );
}
