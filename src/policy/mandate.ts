import { digestRequest } from "../contract/shared/digest-request.js";
import { assertVersion } from "../errors/assert-version.js";
import { ConfigurationError } from "../errors/data.js";
import { copyData } from "../shared/copy-data.js";
import { isMissing, isObject } from "../shared/guards.js";
import type { Address, Hex } from "../shared/patterns.js";
import {
  domainTypeName,
  hashNormalTypedData,
  type NormalTypedData,
  signNormalTypedData,
} from "../signing/eip712/normal-typed-data.js";
import { formatChain, formatLines, formatToken, type Line } from "../signing/shared/format.js";
import { toLine } from "../signing/shared/plain-text.js";
import { isEqual } from "../signing/shared/problems.js";
import { type Fields, readOptions } from "../signing/shared/read-options.js";
import { parseSignature, recoverSigner } from "../signing/signer/parse-signature.js";
import { resolveSigner, type Signer } from "../signing/signer/resolve-signer.js";
import type { Mandate, MandateTerms } from "../signing/skeleton/mandate.js";

/** What to approve: the terms without their version. */
export interface CreateMandateOptions extends Omit<MandateTerms, "version" | "until"> {
  /** The latest time: milliseconds since 1970, a `Date` or ISO 8601. */
  until: string | number | Date;
}

// biome-ignore format: a compact table
const optionFields: Fields<CreateMandateOptions> = {
  request: "any!", minReceived: "amount", maxGasFee: "amount", until: "any!", policy: "value!",
  intent: "value!",
};

/**
 * The terms of one payment, for a person to approve. They say what is requested, not what is
 * quoted, so a quote can be requested hours after the approval.
 *
 * @throws {ConfigurationError} for an invalid option.
 * @example
 * ```ts
 * import { createMandate, describeMandate } from "bursar/policy";
 *
 * const terms = createMandate({
 *   request,
 *   minReceived: "0.01",
 *   maxGasFee: "1",
 *   until: Date.now() + 6 * 3_600_000,
 *   policy: "payouts",
 *   intent: "order 17",
 * });
 * console.log(describeMandate(terms).text);
 * ```
 */
export function createMandate(options: CreateMandateOptions): MandateTerms {
  return readTerms("createMandate", options);
}

/**
 * Signs terms as their approver, by a key or a wallet. Pass a mandate to add a second signature to
 * it. The wallet shows each term, in the same words as `describeMandate` without names.
 *
 * @throws {ConfigurationError} for invalid terms. Nothing was signed.
 * @throws {SigningError} if the signer fails, or is not `owner`.
 * @example
 * ```ts
 * import { createMandate, signMandate } from "bursar/policy";
 *
 * const terms = createMandate({
 *   request,
 *   until: Date.now() + 6 * 3_600_000,
 *   policy: "payouts",
 *   intent: "order 17",
 * });
 * const mandate = await signMandate(terms, signer);
 * console.log(JSON.stringify(mandate)); // for the program that pays
 * ```
 */
export async function signMandate(
  given: MandateTerms | Mandate,
  signer: Signer,
  options?: { owner?: Address | undefined },
): Promise<Mandate> {
  const subject = "signMandate";
  const { owner } = readOptions<NonNullable<typeof options>>(subject, options, { owner: "value" });
  const mandate = "signatures" in Object(given) ? (given as Mandate) : undefined;
  const { terms, signatures } = readMandate(
    subject,
    mandate ?? { terms: given as MandateTerms, signatures: [] },
  );
  const { sign } = resolveSigner(subject, signer, ["typed data"], owner);
  const signature = await signNormalTypedData(sign, toTypedData(terms));
  return { terms, signatures: [...signatures, signature] };
}

/** A mandate in words. */
export interface MandateSummary {
  /** All terms in plain words, one per line. */
  text: string;
  /** The EIP-712 digest that the approvers sign. */
  digest: Hex;
}

/**
 * Describes terms: what is requested, its limits, and for how long. Show it to the person who
 * approves.
 *
 * @throws {ConfigurationError} for invalid terms.
 * @example
 * ```ts
 * import { createMandate, describeMandate } from "bursar/policy";
 *
 * const until = "2030-01-01T12:00:00Z";
 * const terms = createMandate({ request, until, policy: "payouts", intent: "order 17" });
 * const { text, digest } = describeMandate(terms);
 * console.log(text, digest);
 * ```
 */
export function describeMandate(terms: MandateTerms): MandateSummary {
  const read = readStoredTerms("describeMandate", terms);
  const text = formatLines(listLines(read, { formatChain, formatToken }));
  return { text, digest: hashNormalTypedData(toTypedData(read)) };
}

/** Who has signed a mandate. */
export interface VerifiedMandate extends Mandate {
  digest: Hex;
  /** The accounts that have signed these terms, each once. Compare them with those you trust. */
  approvers: readonly Address[];
}

/**
 * Recovers who has signed a mandate. It does not know whom you trust, nor whether the mandate was
 * used: a policy with `approval` does.
 *
 * @throws {ConfigurationError} if it is not a mandate.
 * @throws {SigningError} if a signature is malformed.
 * @example
 * ```ts
 * import { createMandate, signMandate, verifyMandate } from "bursar/policy";
 *
 * const until = Date.now() + 3_600_000;
 * const terms = createMandate({ request, until, policy: "payouts", intent: "order 17" });
 * const { approvers } = await verifyMandate(await signMandate(terms, signer));
 * console.log(approvers);
 * ```
 */
export async function verifyMandate(mandate: Mandate): Promise<VerifiedMandate> {
  const subject = "verifyMandate";
  const { terms, signatures } = readMandate(subject, mandate);
  const digest = hashNormalTypedData(toTypedData(terms));
  const approvers: Address[] = [];
  for (const given of signatures) {
    const signature = parseSignature(given, subject);
    const address = await recoverSigner(digest, signature);
    if (!address)
      throw new ConfigurationError(`${subject}: signatures: expected a valid signature`);
    if (!approvers.some((each) => isEqual(each, address))) approvers.push(address);
  }
  return { terms, signatures, digest, approvers };
}

/** Copies a mandate, so that what is checked cannot change. */
function readMandate(subject: string, given: Mandate): Mandate {
  const { terms, signatures } = readOptions<Mandate>(subject, given, {
    terms: "any!",
    signatures: "any!",
  });
  if (!Array.isArray(signatures))
    throw new ConfigurationError(`${subject}: signatures: expected a list of signatures`);
  return { terms: readStoredTerms(subject, terms), signatures: [...signatures] };
}

function readStoredTerms(subject: string, given: MandateTerms): MandateTerms {
  const { version, ...terms } = Object(given) as MandateTerms;
  assertVersion(`${subject}: terms`, "terms of createMandate", { version }, 1, "none");
  return readTerms(subject, terms);
}

function readTerms(subject: string, options: CreateMandateOptions): MandateTerms {
  const { request, minReceived, maxGasFee, until, policy, intent } = readOptions(
    subject,
    options,
    optionFields,
  );
  const reject = (name: string, expected: string): never => {
    throw new ConfigurationError(`${subject}: ${name}: expected ${expected}`);
  };
  const time = new Date(until).getTime();
  if (!Number.isFinite(time)) reject("until", "milliseconds since 1970, a Date or ISO 8601");
  for (const [name, text] of Object.entries({ policy, intent }))
    if (typeof text !== "string" || text.trim() === "") reject(name, "a text");
  return {
    version: 1,
    request: copyRequest(request) ?? reject("request", "the request, as plain data"),
    ...(!isMissing(minReceived) && { minReceived }),
    ...(!isMissing(maxGasFee) && { maxGasFee }),
    until: new Date(time).toISOString(),
    policy,
    intent,
  };
}

/** Without what each attempt sets anew: `until` limits how long an order stays open. */
function copyRequest(given: MandateTerms["request"]): MandateTerms["request"] | undefined {
  try {
    if (!isObject(given)) return undefined;
    const { metadata: _, expiration: __, ...request } = copyData(given) as Record<string, unknown>;
    return request as unknown as MandateTerms["request"];
  } catch {
    return undefined;
  }
}

const fieldNames = ["text", "request", "minReceived", "maxGasFee", "until", "policy", "intent"];
const domain = { name: "Bursar mandate", version: "1" };

/**
 * What approvers sign. It has no chain: the request names it, and a wallet may be connected to
 * another one.
 */
function toTypedData(terms: MandateTerms): NormalTypedData {
  const { request, minReceived = "", maxGasFee = "", until, policy, intent } = terms;
  // Names of chains and tokens may differ in another version of this package.
  const text = formatLines(listLines(terms, { formatChain: toLine, formatToken: toLine }));
  const digest = digestRequest(request);
  const toType = (name: string) => (name === "request" ? "bytes32" : "string");
  return {
    domain,
    types: {
      [domainTypeName]: Object.keys(domain).map((name) => ({ name, type: "string" })),
      Mandate: fieldNames.map((name) => ({ name, type: toType(name) })),
    },
    primaryType: "Mandate",
    message: { text, request: digest, minReceived, maxGasFee, until, policy, intent },
  };
}

// In the order of the lines.
// biome-ignore format: a compact table
const titles: Readonly<Record<string, string>> = {
  walletAddress: "From wallet", chainId: "Chain", chainIdIn: "From chain", chainIdOut: "To chain",
  amount: "Amount", amountIn: "Give", token: "Token", tokenIn: "Token to give",
  tokenOut: "Token to get", toAddress: "Receiver", slippage: "Slippage in percent",
  minAmountOut: "Limit order for at least", partialFillable: "May be filled in parts",
  payGasFeeToken: "Gas is paid in", gasFeePaymentMethod: "Gas payment",
  transactionFeePercent: "Fee of the project in percent", extraFee: "Extra fee",
  percentage: "in percent", type: "Kind", params: "",
  individualId: "Individual", routeProfile: "Route profile",
};

type Format = {
  formatChain: (id: unknown) => string;
  formatToken: (address: unknown, chainId: unknown) => string;
};

function listLines(
  { request, minReceived, maxGasFee, until, policy, intent }: MandateTerms,
  format: Format,
): Line[] {
  return [
    ["Approve", toLine(intent)],
    ...listFields(request, "", format),
    ["Receive at least", minReceived],
    ["Gas at most", maxGasFee],
    ["Sign, and execute, until", until],
    ["Policy", toLine(policy)],
  ];
}

const order = Object.keys(titles);
const rank = (name: string) => (name in titles ? order.indexOf(name) : order.length);

/** A database may store the fields in another order. */
const sortFields = (value: object): [name: string, field: unknown][] =>
  Object.entries(value).sort(([a], [b]) => rank(a) - rank(b) || (a < b ? -1 : 1));

/** Every field: what is approved is the whole request. */
function listFields(value: object, prefix: string, format: Format): Line[] {
  const { chainId, chainIdIn = chainId, chainIdOut } = value as Record<string, unknown>;
  return sortFields(value).flatMap(([name, field]): Line[] => {
    const title = [prefix, titles[name] ?? toLine(name)].filter(Boolean).join(" ");
    if (isMissing(field)) return [];
    if (Array.isArray(field))
      return field.flatMap((item, i) => {
        const at = `${i + 1}.`;
        return isObject(item) ? listFields(item, at, format) : [[`${title} ${at}`, toLine(item)]];
      });
    if (isObject(field)) return listFields(field, title, format);
    if (/^chainId/.test(name)) return [[title, format.formatChain(field)]];
    const chain = name === "tokenOut" ? chainIdOut : chainIdIn;
    if (/token/i.test(name)) return [[title, format.formatToken(field, chain)]];
    return [[title, toLine(field)]];
  });
}
