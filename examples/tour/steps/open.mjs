import { createClient } from "bursar";
import { createSandbox } from "bursar/sandbox";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";

export const title = "Open a sandbox, a client, and the key that will own a wallet";

export async function code({ console }) {
  // It begins now, because what has expired is not signed: left alone, it begins in January 2026.
  const sandbox = createSandbox({ now: new Date() });
  const client = createClient({
    baseUrl: sandbox.baseUrl,
    apiKey: sandbox.apiKey,
    fetch: sandbox.fetch,
  });

  const owner = privateKeyToAccount(generatePrivateKey());
  console.log("owner", owner.address);
  return { sandbox, client, owner };
}
