import type { SmartWallet } from "../../src/index.js";
import type { World } from "../../src/sandbox/world/world.js";
import { createSession, type SessionKind } from "../sandbox/kyc/verification-sessions.js";
import { inWorld } from "../sandbox/open-sandbox.js";
import { type Opened, openOrder } from "../sandbox/prepare.js";
import { type RawRequest, sendRaw } from "../sandbox/send-raw-request.js";
import { createFindToken, type FindToken, type KnownToken, replaceTokens } from "./known-tokens.js";
import { errorBodyOf, isSuccess, type Recording } from "./recording.js";

type Fields = Readonly<Record<string, unknown>>;

/** What a situation is prepared with. */
interface Preparation {
  readonly opened: Opened;
  readonly recording: Recording;
  readonly request: RawRequest;
  /** The tokens that the request names. */
  readonly tokens: readonly KnownToken[];
  readonly findToken: FindToken;
}

/** A situation of the service, and how a recording shows it. */
interface Situation {
  readonly name: string;
  applies(recording: Recording): boolean;
  prepare?(preparation: Preparation): unknown;
  /** Changes the request that is sent. */
  change?(request: RawRequest): RawRequest;
}

const requestOf = ({ request }: Recording) => (request ?? {}) as Fields;
const responseOf = ({ response }: Recording) => (response ?? {}) as Fields;
const isAddress = (value: unknown) => /^0x[\da-f]{40}$/i.test(String(value));

/** An account for a placeholder in a recording. */
const anyAccount = `0x${"16".repeat(20)}`;

/** The wallet in the path or the body. */
function findWallet(recording: Recording): string | undefined {
  const inPath = /\/wallets\/(0x[\da-f]{40})\//i.exec(recording.path)?.[1];
  return inPath ?? (requestOf(recording).walletAddress as string | undefined);
}

const situations: readonly Situation[] = [
  {
    name: "the API key is rejected",
    applies: (recording) =>
      recording.status === 403 && /api key/i.test(errorBodyOf(recording).message ?? ""),
    change: (request) => ({ ...request, apiKey: "another-key" }),
  },
  {
    name: "the wallet is registered",
    applies: (recording) =>
      isAddress(findWallet(recording)) && !/NOT_REGISTERED/.test(errorBodyOf(recording).id ?? ""),
    prepare: ({ opened, recording }) => addWallet(opened, findWallet(recording) as string),
  },
  {
    name: "the wallet was registered before",
    applies: (recording) => errorBodyOf(recording).id === "WALLET_ALREADY_REGISTERED",
    prepare: ({ opened, request }) => sendRaw(opened.sandbox, request),
  },
  {
    name: "the wallet of the response is registered",
    applies: (recording) =>
      recording.method === "GET" && typeof walletOf(recording)?.registeredAt === "string",
    prepare: async ({ opened, recording }) => {
      const query = new URL(recording.path, "https://service.example").searchParams;
      const path = "/api/v1/wallets/register";
      const body = Object.fromEntries(query);
      await sendRaw(opened.sandbox, { method: "POST", path, body });
      if (!walletOf(recording)?.lastTransactionAt) return;
      inWorld(opened.sandbox, ({ wallets, time }) => {
        for (const wallet of Object.values(wallets))
          wallet.lastTransactionAt = new Date(time).toISOString();
      });
    },
  },
  {
    name: "the project has the wallets of the response, and no others",
    applies: (recording) => Array.isArray(responseOf(recording).wallets),
    prepare: async ({ opened: { client, sandbox }, recording }) => {
      inWorld(sandbox, (world) => {
        world.wallets = {};
      });
      for (const { externallyOwnedAccount, factory, salt } of responseOf(recording)
        .wallets as SmartWallet[])
        await client.wallets.register({ externallyOwnedAccount, factory, salt });
    },
  },
  {
    name: "the sender holds the tokens",
    applies: (recording) => isSuccess(recording) && recording.method === "POST",
    prepare: ({ opened, request, tokens }) => {
      const { fromAddress, walletAddress } = (request.body ?? {}) as Fields;
      const account = fromAddress ?? walletAddress;
      if (!isAddress(account)) return;
      for (const { chainId, address: token } of tokens) {
        opened.sandbox.fund({ account: account as string, chainId, token, amount: "1000000" });
      }
    },
  },
  {
    name: "no token is whitelisted",
    applies: (recording) => {
      const { tokens, totalPerPage } = responseOf(recording);
      return Array.isArray(tokens) && tokens.length === 0 && totalPerPage !== undefined;
    },
    prepare: ({ opened }) => opened.sandbox.configure({ whitelist: [] }),
  },
  {
    name: "the wallet holds the tokens of the response",
    applies: (recording) => isSuccess(recording) && listHoldings(recording).length > 0,
    prepare: ({ opened, recording, findToken }) => {
      const account = findWallet(recording) as string;
      for (const { chainId, address } of listHoldings(recording)) {
        const token = findToken(chainId, address);
        opened.sandbox.fund({ account, chainId, token, amount: "5" });
      }
    },
  },
  {
    name: "the identity is verified",
    applies: (recording) => isSuccess(recording) && findIdentity(recording) !== undefined,
    prepare: ({ opened, recording }) =>
      inWorld(opened.sandbox, ({ identities }) => {
        const id = findIdentity(recording) as string;
        identities[id] = { ...(identities.ind_1 as (typeof identities)[string]), id };
      }),
  },
  {
    name: "the session exists and has the status of the response",
    applies: (recording) =>
      recording.method === "GET" && responseOf(recording).session !== undefined,
    prepare: createRecordedSession,
  },
  {
    name: "the limit order is open",
    applies: (recording) => isSuccess(recording) && findOrder(recording) !== undefined,
    prepare: async ({ opened, recording }) => {
      const id = await openOrder(opened);
      inWorld(opened.sandbox, (world) => renameOrder(world, id, findOrder(recording) as string));
    },
  },
];

/** Brings the sandbox into the situation of a recording. Returns the request to send. */
export async function prepareSandbox(opened: Opened, recording: Recording): Promise<RawRequest> {
  const { method, path } = recording;
  const findToken = createFindToken();
  const { body, tokens } = replaceTokens(withoutPlaceholder(recording.request), findToken);
  let request: RawRequest = { method, path, body };
  for (const situation of situations.filter((each) => each.applies(recording))) {
    await situation.prepare?.({ opened, recording, request, tokens, findToken });
    request = situation.change?.(request) ?? request;
  }
  return request;
}

/** `{{name}}` stands for an account that the recording does not state. */
function withoutPlaceholder(body: unknown): unknown {
  const { fromAddress } = (body ?? {}) as Fields;
  const isPlaceholder = /^\{\{\w+\}\}$/.test(String(fromAddress));
  return isPlaceholder ? { ...(body as Fields), fromAddress: anyAccount } : body;
}

function walletOf(recording: Recording): Fields | undefined {
  return responseOf(recording).wallet as Fields | undefined;
}

function findIdentity(recording: Recording): string | undefined {
  const inPath = /\/identities\/([^/]+)\//.exec(recording.path)?.[1];
  return inPath ?? (requestOf(recording).individualId as string | undefined);
}

function findOrder({ path }: Recording): string | undefined {
  return /\/limit-orders\/([^/]+)\/cancel$/.exec(path)?.[1];
}

interface Holding {
  readonly chainId: number;
  readonly address: string;
}

function listHoldings(recording: Recording): Holding[] {
  const { tokens, portfolio } = responseOf(recording);
  if (!Array.isArray(tokens) || portfolio === undefined) return [];
  return tokens.map(({ address, chain }) => ({ address, chainId: chain.id }));
}

function addWallet({ sandbox, address: known }: Opened, address: string): void {
  inWorld(sandbox, (world: World) => {
    const wallet = world.wallets[known] as World["wallets"][string];
    world.wallets[address.toLowerCase()] = { ...wallet, address: address as `0x${string}` };
  });
}

interface RecordedSession extends Fields {
  readonly id: string;
  readonly status: string;
  readonly document?: { readonly category: string };
}

/** What the request that created a session states. */
const givenFields = ["firstName", "lastName", "birthDate", "livenessRequired"];

/** Creates a session, gives it the recorded id, and lets it expire if it had. */
async function createRecordedSession({ opened, recording }: Preparation): Promise<void> {
  const { session } = recording.response as { session: RecordedSession };
  const [, who, level] = /\/(individual|business)-verification-sessions\/(\w+)\//.exec(
    recording.path,
  ) as unknown as [string, string, string];
  const created = await createSession(opened, `${who}.${level}` as SessionKind);
  const id = created.session?.id as string;
  inWorld(opened.sandbox, (world) => {
    const opened = world.sessions[id] as World["sessions"][string];
    for (const field of givenFields) Object.assign(opened.record, { [field]: session[field] });
    const { document } = opened.record;
    if (document) document.category = session.document?.category ?? document.category;
    opened.record.id = session.id;
    world.sessions[session.id] = opened;
    for (const { data } of world.schedule)
      if ("sessionId" in data && data.sessionId === id) data.sessionId = session.id;
  });
  if (session.status === "EXPIRED") opened.sandbox.advance(3_600_000);
}

function renameOrder(world: World, id: string, name: string): void {
  const order = world.orders[id] as World["orders"][string];
  world.orders[name] = { ...order, transactionId: name };
  delete world.orders[id];
  for (const record of Object.values(world.history).flat()) if (record.id === id) record.id = name;
}
