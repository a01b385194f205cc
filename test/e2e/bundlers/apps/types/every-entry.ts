// Compiled like a user's program. Uses every entry and passes values between them.
import {
  type Client,
  type ClientOptions,
  createClient,
  type ErrorId,
  isApiError,
  isBursarError,
  type ListedToken,
  type Pages,
  type SwapQuote,
  type SwapQuoteRequest,
  UnsafeToSignError,
} from "bursar";
import { bitcoinAddress, isBitcoinAddress } from "bursar/bitcoin";
import { createMemoryJournal, type IntentEntry, once } from "bursar/intents";
import { createSigningPolicy, type SigningPolicy } from "bursar/policy";
import { type BursarProxy, createProxy, type ProxyOptions, walletOf } from "bursar/proxy";
import { createQueries, type Queries } from "bursar/query";
import { createSandbox, type Sandbox, type SandboxOptions } from "bursar/sandbox";
import { endpoints, SwapQuote as SwapQuoteSchema } from "bursar/schemas";
import {
  describeQuote,
  pickExecutable,
  type SignedOperation,
  type Signer,
  signQuote,
} from "bursar/signing";
import { type UndiciWire, undiciWire } from "bursar/undici";
import { verifyWebhook } from "bursar/webhooks";
import { privateKeyToAccount } from "viem/accounts";

const settings: SandboxOptions = { seed: "types", now: undefined };
const sandbox: Sandbox = createSandbox(settings);
const options: ClientOptions = {
  baseUrl: sandbox.baseUrl,
  apiKey: async () => sandbox.apiKey,
  fetch: sandbox.fetch,
  timeout: undefined,
};
const client: Client = createClient(options);
const signer: Signer = privateKeyToAccount(
  "0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d",
);

export const tokens: Pages<ListedToken> = client.tokens.list({ search: undefined });

export async function run(
  request: SwapQuoteRequest,
  signal: AbortSignal,
): Promise<string | undefined> {
  try {
    for await (const { symbol } of client.tokens.list({}, { signal }))
      console.log(symbol?.toUpperCase());
    const { data, response } = await client.swap.quote(request, { signal }).withResponse();
    const quote: SwapQuote = pickExecutable(data.quotes);
    const parsed = SwapQuoteSchema.safeParse(quote);
    console.log(response.status, endpoints.length, parsed.success, describeQuote(quote).text);
    const signed: SignedOperation = await signQuote(quote, signer, {
      expect: request,
      owner: "0x70997970C51812dc3A010C7d01b50e0d17dc79C8",
    });
    return (await client.operations.execute(signed)).userOperationHash;
  } catch (error) {
    if (isApiError(error, "FIAT_QUOTE_EXPIRED")) {
      const id: ErrorId = error.id;
      console.log(id, error.status, error.traceId);
    }
    if (error instanceof UnsafeToSignError)
      console.log(error.problems.map(({ code, path }) => `${code}${path}`));
    if (isBursarError(error)) console.log(error.kind, error.hint);
    return undefined;
  }
}

export const addresses = [isBitcoinAddress("bc1q"), typeof bitcoinAddress];

const forwarded: ProxyOptions<{ wallet: string }> = {
  baseUrl: "https://api.example.com",
  apiKey: "key",
  prefix: "/api/bursar",
  allow: ["swap.quote", "tokens.list"],
  authorize: (request, call, { wallet }) => request.method === "GET" || walletOf(call) === wallet,
  limit: undefined,
};
export const proxy: BursarProxy<{ wallet: string }> = createProxy(forwarded);
export const response: Promise<Response> = proxy(new Request("https://app.example.com/"), {
  wallet: "0x",
});

const queries: Queries = createQueries(client, { scope: "user_1" });
export const portfolio = queries.wallets.portfolio("0x1111111111111111111111111111111111111111", {
  includeTokens: true,
});

export async function deliver(request: Request): Promise<string> {
  const { event, id } = await verifyWebhook(
    request.headers,
    await request.text(),
    "whsec_plJ3nmyCDGBKInavdOK15jsl",
  );
  return event.event_type === "ramp.deposit" ? `${id} ${event.orderId}` : id;
}

export const policy: SigningPolicy = createSigningPolicy({
  chains: [137],
  receivers: [],
  limits: [{ token: "0x3c499c542cef5e3811e1192ce70d8cc03d5c3359", perOperation: "5" }],
});

export const paid: Promise<IntentEntry> = once(
  client,
  {
    intent: "order 17",
    journal: createMemoryJournal(),
    walletAddress: "0x1111111111111111111111111111111111111111",
    chainId: 137,
    signer,
    owner: "0x70997970C51812dc3A010C7d01b50e0d17dc79C8",
  },
  async () => ({ quote: {} as SwapQuote, expect: {} as SwapQuoteRequest }),
);

export const wire: UndiciWire = undiciWire({ connections: 8, dispatcher: undefined });
export const onUndici: Client = createClient({ ...options, fetch: undefined, wire });

// None of these lines may compile. They show that no value above is `any`.
// @ts-expect-error An incomplete request.
client.swap.quote({ amountIn: "1" });
// @ts-expect-error No such operation.
sandbox.fail("swap.quoted");
// @ts-expect-error A key is not a signer.
signQuote({} as SwapQuote, "0x12", { expect: {} as SwapQuoteRequest, owner: "0x12" });
// @ts-expect-error No such operation.
createProxy({ ...forwarded, allow: ["swap.quoted"] });
// @ts-expect-error No such call.
queries.wallets.steal;
// @ts-expect-error A parsed body has lost its bytes.
verifyWebhook(new Headers(), { event_type: "ping" }, "whsec_plJ3nmyCDGBKInavdOK15jsl");
// @ts-expect-error Limits are text: a number is not exact.
createSigningPolicy({ chains: [], receivers: [], limits: [{ token: "0x12", perOperation: 5 }] });
// @ts-expect-error A journal has three methods.
once(client, { intent: "order 17", journal: {} }, async () => ({}));
// @ts-expect-error No such option.
undiciWire({ connection: 8 });
// @ts-expect-error It returns a boolean.
export const address: number = isBitcoinAddress("bc1q");
