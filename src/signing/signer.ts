import { stringify } from "viem/utils";
import type { Address, Hex } from "../contract/primitives.js";
import { SigningError, UnsupportedSignerError } from "../errors/signing.js";
import type { NormalTypedData } from "./normalise-typed-data.js";
import { clean, hideKeys, hidePaths } from "./plain-text.js";
import { hold, insist } from "./report.js";
import { readSignature } from "./signature.js";
import { readOwnAddress } from "./typed-values.js";

/** Typed data as a signer gets it: integers are decimal strings, so that it survives JSON. */
export interface TypedDataToSign {
  domain: Record<string, unknown>;
  types: Record<string, { name: string; type: string }[]>;
  primaryType: string;
  message: Record<string, unknown>;
}

/** An EIP-7702 authorization as a signer gets it. */
export interface AuthorizationToSign {
  chainId: number;
  address: Address;
  nonce: number;
}

/** A method of a signer. Written as a method, so that any version of viem fits whatever it says of its parameters. */
type Signs<Parameters> = { method(parameters: Parameters): Promise<unknown> }["method"];

/** A viem account, or any object with the same few methods, such as an embedded wallet. Answers that wrap the hex are understood. */
export interface AccountSigner {
  address: Address;
  signMessage: Signs<{ message: { raw: Hex } }>;
  signTypedData?: Signs<TypedDataToSign> | undefined;
  /** Signs 32 bytes as they are, without a prefix. An EIP-7702 authorization needs this, or the next. */
  sign?: Signs<{ hash: Hex }> | undefined;
  signAuthorization?: Signs<AuthorizationToSign> | undefined;
}

/** A viem or wagmi WalletClient. */
export interface ClientSigner {
  account?: { address: Address } | Address | undefined;
  request(parameters: { method: never; params: never }): Promise<unknown>;
}

/** Whatever can sign: a viem LocalAccount, a viem or wagmi WalletClient, an embedded wallet. */
export type Signer = AccountSigner | ClientSigner;

/** What has to be signed. */
export type SigningNeed = "message" | "typedData" | "digest";

/** A signer, with what it can do found out. Signatures come as 65 bytes with a low s, and are not yet compared with anybody. */
export interface OpenSigner {
  /** The account that signs; missing where a client has none and none was named. */
  address: Address | undefined;
  /** Signs 32 raw bytes under EIP-191. */
  signRawMessage(hash: Hex): Promise<Hex>;
  signTypedData(normal: NormalTypedData): Promise<Hex>;
  /** Signs an authorization's 32 bytes without a prefix. */
  signDigest(hash: Hex, authorization: AuthorizationToSign): Promise<Hex>;
}

/** What to open a signer for. */
export interface OpenSignerOptions {
  /** What it must be able to sign: what it cannot is said now, before anything is signed. */
  needs?: readonly SigningNeed[] | undefined;
  /** Who signs, where the signer is a client without an account of its own. */
  owner?: Address | undefined;
}

type Method = (...parameters: unknown[]) => Promise<unknown>;
type Methods = Record<string, unknown>;

const lacks: Record<SigningNeed, readonly [what: string, method: string, hint?: string]> = {
  message: ["messages", "signMessage"],
  typedData: ["typed data", "signTypedData"],
  digest: [
    "raw digests (EIP-7702 authorizations)",
    "sign or signAuthorization",
    ", such as one of privateKeyToAccount of viem/accounts; injected wallets have neither",
  ],
};

function unsupported(what: string, hint: string): UnsupportedSignerError {
  return new UnsupportedSignerError(`${what}; nothing was signed`, { hint });
}

function lacking(need: SigningNeed): UnsupportedSignerError {
  const [what, method, hint = ", such as a WalletClient"] = lacks[need];
  return unsupported(`this signer cannot sign ${what}`, `Use a viem account or any signer with ${method}${hint}.`);
}

/** Finds out what a signer can do. Nothing is signed. */
export function openSigner(signer: Signer, { needs = [], owner }: OpenSignerOptions = {}): OpenSigner {
  const outer = objectOf(signer);
  const inner = typeof outer.account === "object" && outer.account !== null ? (outer.account as Methods) : undefined;
  const address = (inner?.address ?? outer.account ?? outer.address ?? owner) as Address | undefined;
  refuseWhatIsNone(outer, inner);

  // A local account inside a client signs by itself; an account that is only an address is named to its client.
  const named = "account" in outer || "request" in outer ? { account: inner ?? address } : {};
  const method = (name: string, ofClient = true): Method | undefined => {
    const self = isMethod(inner?.[name]) ? (inner as Methods) : outer;
    const mine = self[name];
    if (typeof mine !== "function" || (self === outer && "request" in outer && !ofClient)) return undefined;
    return (parameters) => mine.call(self, self === inner ? parameters : { ...named, ...(parameters as object) });
  };
  const request = typeof outer.request === "function" && address !== undefined ? (outer.request as Method) : undefined;
  const call = (name: string, ...params: unknown[]) =>
    request?.call(outer, { method: name, params }, { retryCount: 0 }) as Promise<unknown>;

  const message =
    method("signMessage") ??
    (request && ((parameters) => call("personal_sign", (parameters as { message: { raw: Hex } }).message.raw, address)));
  const typedData = method("signTypedData") ?? (request && ((wire) => call("eth_signTypedData_v4", address, JSON.stringify(wire))));
  // A client's own actions of these names fail for an account that is only an address.
  const digest = method("sign", false);
  const authorization = method("signAuthorization", false);

  const can: Record<SigningNeed, unknown> = { message, typedData, digest: digest ?? authorization };
  for (const need of needs) if (!can[need]) throw lacking(need);

  return {
    address,
    signRawMessage: (hash) => ask("message", message, { message: { raw: hash } }),
    signTypedData: (normal) => ask("typedData", typedData, toWire(normal)),
    signDigest: (hash, parts) => (digest ? ask("digest", digest, { hash }) : ask("digest", authorization, parts)),
  };
}

/** The account whose signature is wanted: the one named, else the signer's own. Both must be the same where both are known. */
export function ownerOf(open: OpenSigner, named: Address | undefined, subject: string): Address {
  const owner = named ?? open.address;
  if (owner === undefined) {
    throw unsupported(`${subject}: it is not known which account signs`, "Pass the option owner, or a signer with an address.");
  }
  // What is no address may be a key that was passed by mistake: it is not quoted.
  const quoted = (value: unknown) => (typeof value === "string" && value.length === 42 ? value : "something else");
  const hint = "Sign with the account that owns the wallet.";
  insist(subject, (report) => readOwnAddress(quoted(owner), "owner", report), hint);
  const { address = owner } = open;
  insist(subject, (report) => hold(report, "owner", "signer.address", owner, quoted(address)), hint);
  return owner;
}

/** A private key is sometimes passed for a signer: what was passed is never quoted. */
function objectOf(signer: unknown): Methods {
  if (typeof signer === "object" && signer !== null) return signer as Methods;
  throw unsupported(`a signer is an object, not a ${typeof signer}`, `For a private key: ${fromKey}.`);
}

const fromKey = "privateKeyToAccount(key) of viem/accounts";
const fromProvider = "createWalletClient({ account, transport: custom(provider) }) of viem";
const isMethod = (value: unknown) => typeof value === "function";

function refuseWhatIsNone(outer: Methods, inner: Methods | undefined): void {
  if ((inner ?? outer).type === "smart")
    throw unsupported("a smart account signs in a form of its own", "Pass the plain account that owns it.");
  const { getAddress, signTypedData, request, signMessage } = outer;
  if (isMethod(getAddress) && isMethod(signTypedData) && (signTypedData as Method).length > 1) {
    throw unsupported("a signer of ethers takes other parameters", `Use ${fromKey}, or ${fromProvider}.`);
  }
  if (isMethod(request) && !("account" in outer) && !isMethod(signMessage)) {
    throw unsupported("an EIP-1193 provider alone is no signer", `Use ${fromProvider}.`);
  }
}

/** Integers as decimal strings: all libraries and wallets read them, and they survive JSON. */
function toWire(normal: NormalTypedData): unknown {
  return JSON.parse(stringify(normal));
}

async function ask(need: SigningNeed, sign: Method | undefined, parameters: unknown): Promise<Hex> {
  if (!sign) throw lacking(need);
  const [subject] = lacks[need];
  let answer: unknown;
  try {
    answer = await sign(parameters);
  } catch (error) {
    const { rejected, ...cause } = failureOf(error);
    if (rejected) {
      throw new SigningError(`${subject}: declined in the wallet; nothing was signed`, {
        rejected,
        cause,
        hint: "Ask again only when the person wants to.",
      });
    }
    throw new SigningError(`${subject}: the signer failed: ${cause.message}`, { cause, hint: "Nothing was handed out. See the cause." });
  }
  return readSignature(answer, subject);
}

/** Code 4001 of EIP-1193, however deep a library has wrapped it; ethers has a word for it. */
function isRejection(error: unknown): boolean {
  let at = error as { code?: unknown; cause?: unknown } | null | undefined;
  for (let depth = 0; typeof at === "object" && at !== null && depth < 10; depth++) {
    if (at.code === 4001 || at.code === "ACTION_REJECTED") return true;
    at = at.cause as typeof at;
  }
  return false;
}

/** What is handed on of a wallet's failure. The failure itself holds addresses of nodes, with keys in them, and requests. */
function failureOf(error: unknown): { name?: string; code?: string | number; message: string; rejected: boolean } {
  try {
    const { name, code, message } = Object(error) as Record<string, unknown>;
    return {
      ...(typeof name === "string" ? { name: firstLine(name) } : {}),
      ...(typeof code === "string" ? { code: firstLine(code) } : typeof code === "number" ? { code } : {}),
      message: firstLine(typeof error === "string" ? error : message),
      rejected: isRejection(error),
    };
  } catch {
    // Some failures cannot even be read.
    return { message: firstLine(undefined), rejected: false };
  }
}

function firstLine(text: unknown): string {
  if (typeof text !== "string") return "no reason given";
  return clean(hideKeys(hidePaths(text.split(/[\r\n\u2028\u2029]/, 1)[0] as string)), 200);
}
