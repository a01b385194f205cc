import { signQuote } from "bursar/signing";

export const title = "Check the quote, sign it and execute it";

export async function code({ client, owner, request, quote, console }) {
  const terms = { expect: request, owner: owner.address };

  // This quote has another receiver. signQuote rejects a quote that does not match the request.
  const tampered = { ...quote, toAddress: owner.address };
  await signQuote(tampered, owner, terms).catch(({ name, message }) =>
    console.log(`${name}: ${message}\n`),
  );

  const signed = await signQuote(quote, owner, terms);
  const queued = await client.operations.execute(signed);
  console.log("queued, not done; expected", queued.estimatedExecutionTime);
  return { queued };
}
