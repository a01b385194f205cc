import { createClient } from "bursar";
import { pickExecutable, signQuote } from "bursar/signing";

export const title = "An attack, refused before the key signs";

export async function code({ sandbox, account, walletAddress, request, console }) {
  // An attacker between the service and the client puts another receiver into each response.
  const attacker = "0x00000000000000000000000000000000000bad00";
  const { baseUrl, apiKey } = sandbox;
  const fetch = async (sent) => {
    const response = await sandbox.fetch(sent);
    const text = await response.text();
    const changed = text.replaceAll(`"toAddress":"${walletAddress}"`, `"toAddress":"${attacker}"`);
    return new Response(changed, response);
  };
  const attacked = createClient({ baseUrl, apiKey, fetch });

  const { quotes } = await attacked.swap.quote(request);
  const quote = pickExecutable(quotes);
  try {
    // The client knows the request. signQuote compares the quote with it.
    await signQuote(quote, account, { owner: account.address });
  } catch (error) {
    console.log(error.name, "with the code", error.problems[0].code);
    console.log(error.message);
  }
}
