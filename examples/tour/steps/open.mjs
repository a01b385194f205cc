import { createClient } from "bursar";
import { createSandbox } from "bursar/sandbox";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";

export const title = "Create a sandbox, a client, and the key that will own a wallet";

export async function code({ console }) {
  const sandbox = createSandbox();
  const client = createClient({
    baseUrl: sandbox.baseUrl,
    apiKey: sandbox.apiKey,
    fetch: sandbox.fetch,
    logLevel: "off", // a later step prints the error of a write with an unknown outcome
  });

  const account = privateKeyToAccount(generatePrivateKey());
  console.log("owner", account.address);
  return { sandbox, client, account };
}
