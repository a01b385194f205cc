import type { Address, Hex } from "../../contract/shared/primitives.js";
import { UnsupportedSignerError } from "../../errors/signing.js";
import { assertNoProblems, checkEqual, isObject, type ReportProblem } from "../shared/problems.js";
import { parseAddress } from "../typed-data/parse-values.js";
import { assertSignedByOwner, parseSignature } from "./parse-signature.js";
import { toSigningError } from "./to-signing-error.js";

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
type SignMethod<Parameters> = { method(parameters: Parameters): Promise<unknown> }["method"];

/** A viem account, or any object with the same few methods, such as an embedded wallet. Answers that wrap the hex are understood. */
export interface AccountSigner {
  address: Address;
  signMessage: SignMethod<{ message: { raw: Hex } }>;
  signTypedData?: SignMethod<TypedDataToSign> | undefined;
  /** Signs 32 bytes as they are, without a prefix. An EIP-7702 authorization needs this, or the next. */
  sign?: SignMethod<{ hash: Hex }> | undefined;
  signAuthorization?: SignMethod<AuthorizationToSign> | undefined;
}

/** A viem or wagmi WalletClient. */
export interface ClientSigner {
  account?: { address: Address } | Address | undefined;
  request(parameters: { method: never; params: never }): Promise<unknown>;
}

/** Whatever can sign: a viem LocalAccount, a viem or wagmi WalletClient, an embedded wallet. */
export type Signer = AccountSigner | ClientSigner;

/** What may have to be signed, and by which methods. */
const requiredMethods = {
  messages: "signMessage, such as a WalletClient",
  "typed data": "signTypedData, such as a WalletClient",
  authorizations:
    "sign or signAuthorization, such as one of privateKeyToAccount; injected wallets have neither",
} as const;

/** What has to be signed. */
export type SignatureKind = keyof typeof requiredMethods;

/** A signer that can sign what is needed, and whose account is known. */
export interface ResolvedSigner {
  /** The account whose signatures are wanted. */
  owner: Address;
  /**
   * Asks for one signature. It is handed out as 65 bytes with a low s, and only if it is the owner's signature of the digest.
   * `mistakes` are digests that wallets sign in place of the right one, each with what to say of it.
   */
  sign(
    need: SignatureKind,
    digest: Hex,
    parameters: object,
    mistakes?: Readonly<Record<string, Hex>>,
  ): Promise<Hex>;
}

type Method = (parameters: unknown, digest: Hex) => Promise<unknown>;
type Methods = Record<string, unknown>;

/**
 * Finds out what a signer can do and who signs: the account that is named, else the signer's own. Both must be the same where both are
 * known. Nothing is signed yet, and what it cannot sign is said now.
 */
export function resolveSigner(
  subject: string,
  signer: Signer,
  needs: readonly SignatureKind[],
  named?: Address,
): ResolvedSigner {
  const outer = assertSignerObject(signer);
  const inner = isObject(outer.account) ? outer.account : undefined;
  assertSupportedSigner(outer, inner);
  const isClient = "request" in outer;
  const address = (inner?.address ?? outer.account ?? outer.address ?? named) as
    | Address
    | undefined;
  // An account that is only an address is named to its client.
  const account = isClient || "account" in outer ? { account: inner ?? address } : {};

  // A local account inside a client signs by itself.
  const method = (name: string, other: Methods | null = outer): Method | undefined => {
    const self = isMethod(inner?.[name]) ? inner : other;
    const sign = self?.[name];
    if (!isMethod(sign)) return undefined;
    return (parameters) =>
      sign.call(self, self === inner ? parameters : { ...account, ...(parameters as object) });
  };
  const request = (
    name: string,
    paramsOf: (parameters: never) => unknown[],
  ): Method | undefined => {
    const { request: send } = outer;
    if (!isMethod(send)) return undefined;
    return (parameters) =>
      send.call(outer, { method: name, params: paramsOf(parameters as never) }, { retryCount: 0 });
  };
  // A client's own actions of these two names fail for an account that is only an address.
  const alone = isClient ? null : outer;
  const raw = method("sign", alone);
  const can: Record<SignatureKind, Method | undefined> = {
    messages:
      method("signMessage") ??
      request("personal_sign", ({ message }: { message: { raw: Hex } }) => [message.raw, address]),
    "typed data":
      method("signTypedData") ??
      request("eth_signTypedData_v4", (wire) => [address, JSON.stringify(wire)]),
    authorizations: raw ? (_, hash) => raw({ hash }, hash) : method("signAuthorization", alone),
  };
  for (const need of needs) {
    const hint = `Use a viem account or any signer with ${requiredMethods[need]}.`;
    if (!can[need]) throw createUnsupportedError(`this signer cannot sign ${need}`, hint);
  }

  const owner = named ?? address;
  if (owner === undefined) {
    throw createUnsupportedError(
      `${subject}: it is not known which account signs`,
      "Pass the option owner, or a signer with an address.",
    );
  }
  // What is no address may be a key that was passed by mistake: it is not quoted.
  const quoted = (value: unknown) =>
    typeof value === "string" && value.length === 42 ? value : "something else";
  const check = (report: ReportProblem) => {
    const read = parseAddress(quoted(owner), "owner", report);
    if (!read) return;
    // It comes back in lower case where its checksum is wrong: then whoever wrote it has mistyped it.
    if (named && read !== named)
      report("checksum", "owner", "an address that fits its EIP-55 checksum", named);
    checkEqual(report, "owner", "signer.address", owner, quoted(address ?? owner));
  };
  assertNoProblems(subject, check, "Sign with the account that owns the wallet.");

  return {
    owner,
    async sign(need, digest, parameters, mistakes) {
      let answer: unknown;
      try {
        answer = await can[need]?.(parameters, digest);
      } catch (error) {
        throw toSigningError(subject, error);
      }
      return assertSignedByOwner(subject, digest, parseSignature(answer, subject), owner, mistakes);
    },
  };
}

function createUnsupportedError(what: string, hint: string): UnsupportedSignerError {
  return new UnsupportedSignerError(`${what}; nothing was signed`, { hint });
}

/** A private key is sometimes passed for a signer: what was passed is never quoted. */
function assertSignerObject(signer: unknown): Methods {
  if (isObject(signer)) return signer;
  throw createUnsupportedError(
    `a signer is an object, not a ${typeof signer}`,
    `For a private key: ${fromKey}.`,
  );
}

const fromKey = "privateKeyToAccount(key) of viem/accounts";
const fromProvider = "createWalletClient({ account, transport: custom(provider) }) of viem";
const isMethod = (value: unknown): value is (...parameters: unknown[]) => Promise<unknown> =>
  typeof value === "function";

function assertSupportedSigner(outer: Methods, inner: Methods = outer): void {
  const { getAddress, signTypedData, request, signMessage } = outer;
  if (inner.type === "smart")
    throw createUnsupportedError(
      "a smart account signs in its own form",
      "Sign with the plain account that owns it.",
    );
  if (isMethod(getAddress) && isMethod(signTypedData) && signTypedData.length > 1) {
    throw createUnsupportedError(
      "a signer of ethers takes other parameters",
      `Use ${fromKey}, or ${fromProvider}.`,
    );
  }
  if (isMethod(request) && !("account" in outer) && !isMethod(signMessage)) {
    throw createUnsupportedError("an EIP-1193 provider alone is no signer", `Use ${fromProvider}.`);
  }
}
