import { signQuote } from "bursar/signing";

export const title = "Sign what you asked for, and execute it";

export async function code({ client, owner, request, quote, console }) {
  const terms = { expect: request, owner: owner.address };

  // Another receiver has got into the quote: whatever is not an answer to the request is not signed.
  const tampered = { ...quote, toAddress: owner.address };
  await signQuote(tampered, owner, terms).catch(({ name, message }) =>
    console.log(`${name}: ${message}\n`),
  );

  const signed = await signQuote(quote, owner, terms);
  const queued = await client.operations.execute(signed);
  console.log("queued, not done; expected", queued.estimatedExecutionTime);
  return { queued };
}
