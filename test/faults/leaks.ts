import { type Client, createClient } from "../../src/index.js";
import { limits, secret, transaction, wallet } from "../http/test-client.js";

const day = 24 * 3_600_000;

/** A client whose listings never end, and of whose requests every third one fails. */
export function createUnreliableClient(): Client {
  let requests = 0;
  return createClient({
    baseUrl: "https://api.example.com",
    apiKey: secret,
    // A timer that is left stays for the whole test.
    timeout: day,
    totalTimeout: day,
    retry: { limit: 1, baseDelay: 0, maxDelay: 1 },
    logLevel: "off",
    fetch: async ({ url }) => {
      if (++requests % 3 === 0) throw new TypeError("fetch failed");
      if (!url.includes("history")) return Response.json(limits);
      const id = `t${requests}`;
      return Response.json({ transactions: [transaction(id)], nextLastId: id });
    },
  });
}

type Use = (client: Client, signal: AbortSignal | undefined) => Promise<unknown>;

const history = (client: Client, prefetch: boolean, signal: AbortSignal | undefined) =>
  client.wallets.history(wallet, {}, { prefetch, signal });

const leaveEarly =
  (prefetch: boolean): Use =>
  async (client, signal) => {
    for await (const _ of history(client, prefetch, signal)) break;
  };

/** What must leave nothing behind. */
export const uses: Readonly<Record<string, Use>> = {
  "a call": (client, signal) => client.kyc.financialLimits("a", { signal }),
  "an iterator that is left early": leaveEarly(false),
  "an iterator with prefetch that is left early": leaveEarly(true),
  "an iterator that is abandoned": (client, signal) =>
    history(client, true, signal)[Symbol.asyncIterator]().next(),
};
