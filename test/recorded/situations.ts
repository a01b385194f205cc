import type { Sandbox } from "../../src/sandbox/index.js";
import { getCatalogue } from "../../src/sandbox/world/catalogue.js";
import type { Project, Wallet, World } from "../../src/sandbox/world/world.js";
import { inWorld } from "../sandbox/open-sandbox.js";
import { type RawRequest, sendRaw } from "../sandbox/send-raw-request.js";
import { errorBodyOf, isSuccess, type Recording } from "./recording.js";

type Fields = Readonly<Record<string, unknown>>;

/** A situation of the service, and how a recording shows it. */
interface Situation {
  readonly name: string;
  applies(recording: Recording): boolean;
  prepare(sandbox: Sandbox, recording: Recording, request: RawRequest): unknown;
  /** Changes the request that is sent. */
  change?(request: RawRequest): RawRequest;
}

const requestOf = ({ request }: Recording) => (request ?? {}) as Fields;
const responseOf = ({ response }: Recording) => response as Fields;
const nameWallet = (recording: Recording): string | undefined =>
  /\/wallets\/(0x[\da-fA-F]{40})\//.exec(recording.path)?.[1] ??
  (requestOf(recording).walletAddress as string | undefined);

const situations: readonly Situation[] = [
  {
    name: "the API key is rejected",
    applies: (recording) =>
      recording.status === 403 && /api key/i.test(errorBodyOf(recording).message ?? ""),
    prepare: () => {},
    change: (request) => ({ ...request, apiKey: "another-key" }),
  },
  {
    name: "the wallet is registered",
    applies: (recording) =>
      nameWallet(recording) !== undefined &&
      !/NOT_REGISTERED/.test(errorBodyOf(recording).id ?? ""),
    prepare: (sandbox, recording) => addWallet(sandbox, nameWallet(recording) as string),
  },
  {
    name: "the wallet was registered before",
    applies: (recording) => errorBodyOf(recording).id === "WALLET_ALREADY_REGISTERED",
    prepare: (sandbox, _, request) => sendRaw(sandbox, request),
  },
  {
    name: "the sender holds the tokens",
    applies: (recording) =>
      isSuccess(recording) && findToken(withKnownAddresses(recording.request)) !== undefined,
    prepare: (sandbox, _, { body }) => {
      const { chain, token, sender } = findToken(body) as TokenUse;
      sandbox.fund({ account: sender, chainId: chain, token, amount: "1000000" });
    },
  },
  {
    name: "no token is whitelisted",
    applies: ({ response }) => {
      const { tokens, totalPerPage } = response as { tokens?: unknown[]; totalPerPage?: unknown };
      return tokens?.length === 0 && totalPerPage !== undefined;
    },
    prepare: (sandbox) => sandbox.configure({ whitelist: [] }),
  },
  {
    name: "the wallet holds the tokens of the response",
    applies: (recording) => isSuccess(recording) && listHoldings(recording).length > 0,
    prepare: (sandbox, recording) => {
      for (const { chainId, address, balanceFormatted } of listHoldings(recording)) {
        const account = nameWallet(recording) as string;
        sandbox.fund({ account, chainId, token: address, amount: balanceFormatted });
      }
    },
  },
  {
    name: "the person is verified",
    applies: (recording) => typeof requestOf(recording).individualId === "string",
    prepare: (sandbox, recording) =>
      inWorld(sandbox, ({ identities }) => {
        const id = requestOf(recording).individualId as string;
        identities[id] = { ...(identities.ind_1 as (typeof identities)[string]), id };
      }),
  },
  {
    name: "the session exists and has the status of the response",
    applies: (recording) =>
      recording.method === "GET" && responseOf(recording).session !== undefined,
    prepare: openSession,
  },
];

/** The names of the situations that apply to a recording. */
export function nameSituations(recording: Recording): string[] {
  return situations.filter((each) => each.applies(recording)).map(({ name }) => name);
}

/** Brings the sandbox into the situation of a recording. Returns the request to send. */
export async function prepareSandbox(sandbox: Sandbox, recording: Recording): Promise<RawRequest> {
  let request: RawRequest = {
    method: recording.method,
    path: recording.path,
    body: withKnownAddresses(recording.request),
  };
  for (const situation of situations.filter((each) => each.applies(recording))) {
    await situation.prepare(sandbox, recording, request);
    request = situation.change?.(request) ?? request;
  }
  return request;
}

function addWallet(sandbox: Sandbox, address: string): void {
  inWorld(sandbox, (world: World) => {
    const { id: projectId } = Object.values(world.projects)[0] as Project;
    const wallet: Wallet = {
      address: address as `0x${string}`,
      owner: `0x${"16".repeat(20)}`,
      factory: "0x0000000000400cdfef5e2714e63d8040b700bc24",
      salt: "0",
      eip7702: false,
      projectId,
      metadata: null,
      registeredAt: new Date(world.time).toISOString(),
      deployed: [],
      lastTransactionAt: null,
    };
    world.wallets[address.toLowerCase()] = wallet;
  });
}

interface TokenUse {
  readonly chain: number;
  readonly token: string;
  /** The account that pays. */
  readonly sender: string;
}

/** The token that a deposit, a transfer or a swap sends. */
function findToken(body: unknown): TokenUse | undefined {
  const { chainId, chainIdIn, token, tokenIn, fromAddress, walletAddress } = (body ?? {}) as Fields;
  const [chain, address] = [chainIdIn ?? chainId, tokenIn ?? token];
  const sender = fromAddress ?? walletAddress;
  const isKnown = typeof chain === "number" && typeof address === "string";
  const hasSender = typeof sender === "string" && /^0x[\da-f]{40}$/i.test(sender);
  return isKnown && hasSender ? { chain, token: address, sender } : undefined;
}

/** Masked addresses are no tokens of the sandbox: others of the same chain take their place. */
function withKnownAddresses(body: unknown): unknown {
  if (typeof body !== "object" || body === null) return body;
  const fields = body as Fields;
  const replace = (name: string, chain: unknown, used: unknown): Fields => {
    const address = fields[name];
    if (typeof address !== "string" || typeof chain !== "number") return {};
    if (getCatalogue().has(`${chain}:${address.toLowerCase()}`)) return {};
    const known = [...getCatalogue().values()].find(
      (token) => token.chainId === chain && token.address !== used && token.symbol !== "BTC",
    );
    return known ? { [name]: known.address } : {};
  };
  const { chainId, chainIdIn, chainIdOut, tokenIn } = fields;
  return {
    ...fields,
    // The placeholder of a recording for an account that it does not state.
    ...(typeof fields.fromAddress === "string" &&
      /^\{\{/.test(fields.fromAddress) && { fromAddress: `0x${"16".repeat(20)}` }),
    ...replace("token", chainId, undefined),
    ...replace("tokenIn", chainIdIn, undefined),
    ...replace("tokenOut", chainIdOut, tokenIn),
    ...replace("payGasFeeToken", chainIdIn ?? chainId, undefined),
  };
}

interface Holding {
  readonly chainId: number;
  readonly address: string;
  readonly balanceFormatted: string;
}

function listHoldings({ response }: Recording): Holding[] {
  const { tokens, portfolio } = response as { tokens?: Holding[]; portfolio?: unknown };
  return portfolio === undefined ? [] : (tokens ?? []);
}

/** Creates a session, gives it the recorded id, and lets it expire if it had. */
async function openSession(sandbox: Sandbox, { response }: Recording): Promise<void> {
  const { session } = response as { session: { id: string; status: string } };
  const person = {
    ...{ firstName: "Ana", lastName: "Ana", birthDate: "1990-05-17" },
    ...{ documentCategory: "IDENTITY_CARD", documentCountry: "BRAZIL", documentId: "1234" },
    ...{ livenessRequired: true, email: "ana@example.com", address: "Ana" },
    ...{ city: "Ana", state: "Ana", postalCode: "Ana" },
  };
  const path = "/api/v1/kyc/individual-verification-sessions/standard";
  const created = await sendRaw(sandbox, { method: "POST", path, body: person });
  const { id } = (created.body as unknown as { session: { id: string } }).session;
  inWorld(sandbox, (world) => {
    const opened = world.sessions[id] as World["sessions"][string];
    opened.record.id = session.id;
    world.sessions[session.id] = opened;
    for (const { data } of world.schedule) if (data.sessionId === id) data.sessionId = session.id;
  });
  if (session.status === "EXPIRED") sandbox.advance(3_600_000);
}
