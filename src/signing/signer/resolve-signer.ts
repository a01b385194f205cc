import { isAddress } from "viem/utils";
import { UnsupportedSignerError } from "../../errors/signing.js";
import { isObject } from "../../shared/guards.js";
import { type Address, evmAddressPattern, type Hex } from "../../shared/patterns.js";
import { assertNoProblems, checkEqual, type ReportProblem } from "../shared/problems.js";
import { assertSignedByOwner, parseSignature } from "./parse-signature.js";
import { toSigningError } from "./to-signing-error.js";

/** Typed data as a signer receives it. Integers are decimal strings, because JSON has no bigint. */
export interface TypedDataToSign {
  domain: Record<string, unknown>;
  types: Record<string, { name: string; type: string }[]>;
  primaryType: string;
  message: Record<string, unknown>;
}

/** An EIP-7702 authorization as a signer receives it. */
export interface AuthorizationToSign {
  chainId: number;
  address: Address;
  nonce: number;
}

/** A method's parameters are bivariant, so that the types of every viem version fit. */
type SignMethod<Parameters> = { method(parameters: Parameters): Promise<unknown> }["method"];

/**
 * A viem account or any object with the same methods, such as an embedded wallet. Methods may
 * return an object that contains the signature.
 */
export interface AccountSigner {
  address: Address;
  signMessage: SignMethod<{ message: { raw: Hex } }>;
  signTypedData?: SignMethod<TypedDataToSign> | undefined;
  /** Signs 32 bytes without a prefix. EIP-7702 authorizations need this or `signAuthorization`. */
  sign?: SignMethod<{ hash: Hex }> | undefined;
  signAuthorization?: SignMethod<AuthorizationToSign> | undefined;
}

/** A viem or wagmi WalletClient. */
export interface ClientSigner {
  account?: { address: Address } | Address | undefined;
  request(parameters: { method: never; params: never }): Promise<unknown>;
}

/** A viem LocalAccount, a viem or wagmi WalletClient, or an embedded wallet. */
export type Signer = AccountSigner | ClientSigner;

/** What can be signed, and the methods that a signer needs for it. */
const requiredMethods = {
  messages: "signMessage, such as a WalletClient",
  "typed data": "signTypedData, such as a WalletClient",
  authorizations:
    "sign or signAuthorization, such as one of privateKeyToAccount: injected wallets have neither",
} as const;

export type SignatureKind = keyof typeof requiredMethods;

/** A signer that supports the required signatures and whose account is known. */
export interface ResolvedSigner {
  owner: Address;
  /** `mistakes` maps an explanation to the digest that a faulty wallet signs instead. */
  sign(
    kind: SignatureKind,
    digest: Hex,
    parameters: object,
    mistakes?: Readonly<Record<string, Hex>>,
  ): Promise<Hex>;
}

type Sign = (parameters: object, digest: Hex) => Promise<unknown>;
type SignerObject = Record<string, unknown>;

/** Throws before anything is signed if the signer is not the owner, or if a method is missing. */
export function resolveSigner(
  subject: string,
  signer: Signer,
  kinds: readonly SignatureKind[],
  ownerOption?: Address,
): ResolvedSigner {
  const expectedOwner = toOwner(ownerOption);
  const outer = assertSignerObject(subject, signer);
  const inner = isObject(outer.account) ? outer.account : undefined;
  assertSupportedSigner(subject, outer, inner);
  const isClient = "request" in outer;
  const address = (inner?.address ?? outer.account ?? outer.address ?? expectedOwner) as
    | Address
    | undefined;
  // A client needs the account if it has only an address.
  const account = isClient || "account" in outer ? { account: inner ?? address } : {};

  // Prefer the methods of a local account inside a client.
  const findMethod = (name: string, fallback: SignerObject | null = outer): Sign | undefined => {
    const self = isMethod(inner?.[name]) ? inner : fallback;
    const sign = self?.[name];
    if (!isMethod(sign)) return undefined;
    return (parameters) =>
      sign.call(self, self === inner ? parameters : { ...account, ...parameters });
  };
  const findRequest = (
    method: string,
    toParams: (parameters: { message?: { raw?: Hex } }) => unknown[],
  ): Sign | undefined => {
    const { request } = outer;
    if (!isMethod(request)) return undefined;
    return (parameters) =>
      request.call(outer, { method, params: toParams(parameters) }, { retryCount: 0 });
  };
  // Raw signing by a client's own actions fails for an account that is only an address.
  const rawFallback = isClient ? null : outer;
  const signRaw = findMethod("sign", rawFallback);
  const methods: Record<SignatureKind, Sign | undefined> = {
    messages:
      findMethod("signMessage") ??
      findRequest("personal_sign", ({ message }) => [message?.raw, address]),
    "typed data":
      findMethod("signTypedData") ??
      findRequest("eth_signTypedData_v4", (typedData) => [address, JSON.stringify(typedData)]),
    authorizations: signRaw
      ? (_, hash) => signRaw({ hash }, hash)
      : findMethod("signAuthorization", rawFallback),
  };
  for (const kind of kinds) {
    if (!methods[kind])
      throw createUnsupportedError(
        subject,
        `the signer cannot sign ${kind}`,
        `Use a viem account or any signer with ${requiredMethods[kind]}.`,
      );
  }

  const owner = expectedOwner ?? address;
  if (owner === undefined) {
    throw createUnsupportedError(
      subject,
      "the account that signs is unknown",
      "Pass the option owner, or a signer with an address.",
    );
  }
  // Anything else than an address could be a private key that was passed by mistake.
  const redact = (value: unknown) =>
    typeof value === "string" && value.length === 42 ? value : "something else";
  const checkOwner = (report: ReportProblem) => {
    const given = redact(owner);
    // viem verifies the checksum of an address in mixed case.
    if (!evmAddressPattern.test(given) || (expectedOwner && !isAddress(given)))
      report("owner", "owner", "an address: 0x and 40 hex digits with a valid checksum", given);
    else checkEqual(report, "owner", "signer.address", owner, redact(address ?? owner));
  };
  const hint =
    "Sign with the account that owns the wallet. The option owner is its externallyOwnedAccount, not the address of a smart wallet.";
  assertNoProblems(subject, checkOwner, { hint });

  return {
    owner,
    async sign(kind, digest, parameters, mistakes) {
      let response: unknown;
      try {
        response = await methods[kind]?.(parameters, digest);
      } catch (error) {
        throw toSigningError(subject, error);
      }
      const signature = parseSignature(response, subject);
      return assertSignedByOwner(subject, digest, signature, owner, mistakes);
    },
  };
}

/** An address in capitals has no checksum (EIP-55). viem rejects it. */
function toOwner(owner: Address | undefined): Address | undefined {
  const isAddress = typeof owner === "string" && evmAddressPattern.test(owner);
  const isUpperCase = isAddress && owner.slice(2) === owner.slice(2).toUpperCase();
  return isUpperCase ? (owner.toLowerCase() as Address) : owner;
}

function createUnsupportedError(subject: string, reason: string, hint: string) {
  return new UnsupportedSignerError(`${subject}: ${reason}; nothing was signed`, { hint });
}

/** The message contains only the type: the value could be a private key. */
function assertSignerObject(subject: string, signer: unknown): SignerObject {
  if (isObject(signer)) return signer;
  throw createUnsupportedError(
    subject,
    `expected a signer object, got a value of type ${typeof signer}`,
    typeof signer === "function"
      ? "Pass { address, signMessage }."
      : `For a private key: ${fromKey}.`,
  );
}

const fromKey = "privateKeyToAccount(key) of viem/accounts";
const fromProvider = "createWalletClient({ account, transport: custom(provider) }) of viem";
const isMethod = (value: unknown): value is (...parameters: unknown[]) => Promise<unknown> =>
  typeof value === "function";

function assertSupportedSigner(
  subject: string,
  outer: SignerObject,
  inner: SignerObject = outer,
): void {
  const { getAddress, signTypedData, request, signMessage } = outer;
  const isEthers = isMethod(getAddress) && isMethod(signTypedData) && signTypedData.length > 1;
  const isProvider = isMethod(request) && !("account" in outer) && !isMethod(signMessage);
  // biome-ignore format: a table
  const kinds: readonly (readonly [isIt: boolean, name: string, hint: string])[] = [
    [inner.type === "smart", "a smart account, which signs in another format", "Sign with the plain account that owns it."],
    [isEthers, "an ethers signer, which has other parameters", "Use fromEthers of docs/signers.md."],
    [isProvider, "an EIP-1193 provider without an account", `Use ${fromProvider}.`],
  ];
  for (const [isIt, name, hint] of kinds)
    if (isIt) throw createUnsupportedError(subject, `the signer is ${name}`, hint);
}
