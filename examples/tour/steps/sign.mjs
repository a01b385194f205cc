import { signQuote } from "bursar/signing";

export const title = "Check the quote, sign it and execute it";

export async function code({ client, account, request, quote, console }) {
  const terms = { expect: request, owner: account.address };

  // This quote has another receiver. signQuote rejects a quote that does not match the request.
  const tampered = { ...quote, toAddress: account.address };
  await signQuote(tampered, account, terms).catch(({ name, message }) =>
    console.log(`${name}: ${message}\n`),
  );

  const signed = await signQuote(quote, account, terms);
  const queued = await client.operations.execute(signed);
  console.log("queued, not done; expected", queued.estimatedExecutionTime);
  return { queued };
}
