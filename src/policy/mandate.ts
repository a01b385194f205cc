import { digestRequest } from "../contract/shared/digest-request.js";
import { readExpiry } from "../contract/shared/expiry.js";
import { assertVersion } from "../errors/assert-version.js";
import { ConfigurationError } from "../errors/data.js";
import { copyData } from "../shared/copy-data.js";
import { isMissing, isObject } from "../shared/guards.js";
import { isPlainObject } from "../shared/is-plain.js";
import type { Address, Hex } from "../shared/patterns.js";
import {
  domainTypeName,
  hashNormalTypedData,
  type NormalTypedData,
  signNormalTypedData,
} from "../signing/eip712/normal-typed-data.js";
import { formatChain, formatLines, formatToken, type Line } from "../signing/shared/format.js";
import { isWholeLine, toLine } from "../signing/shared/plain-text.js";
import { isEqual } from "../signing/shared/problems.js";
import { type Fields, readOptions } from "../signing/shared/read-options.js";
import { parseSignature, recoverSigner } from "../signing/signer/parse-signature.js";
import { resolveSigner, type Signer } from "../signing/signer/resolve-signer.js";
import type { Mandate, MandateTerms } from "../signing/skeleton/mandate.js";

/** What to approve: the terms without their version. */
export interface CreateMandateOptions extends Omit<MandateTerms, "version" | "until"> {
  /**
   * The latest time: milliseconds since 1970, a `Date`, or ISO 8601 with a zone. At most 366 days
   * from now.
   */
  until: string | number | Date;
}

/** As long as a mandate can be valid: stores forget what was used after it. */
export const longest = { hours: 366 * 24, milliseconds: 366 * 24 * 3_600_000 };

// biome-ignore format: a compact table
const optionFields: Fields<CreateMandateOptions> = {
  request: "any!", minReceived: "amount", maxGasFee: "amount", accept: "codes", until: "any!",
  policy: "value!", intent: "value!",
};

/**
 * The terms of one payment, for a person to approve. They say what is requested, not what is
 * quoted, so a quote can be requested hours after the approval.
 *
 * @throws ConfigurationError for an invalid option.
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
  const subject = "createMandate";
  const terms = readTerms(subject, options);
  const left = Date.parse(terms.until) - Date.now();
  if (left > 0 && left <= longest.milliseconds) return terms;
  throw new ConfigurationError(`${subject}: until: expected a time in the next 366 days`);
}

/**
 * Signs terms as their approver, by a key or a wallet. Pass a mandate to add a second signature to
 * it. The wallet shows each term, in the same words as `describeMandate` without names.
 *
 * @throws ConfigurationError for invalid terms. Nothing was signed.
 * @throws SigningError if the signer fails, or is not `owner`.
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
 * @throws ConfigurationError for invalid terms.
 * @example
 * ```ts
 * import { createMandate, describeMandate } from "bursar/policy";
 *
 * const until = Date.now() + 6 * 3_600_000;
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
  signers: readonly Address[];
}

/**
 * Recovers who has signed a mandate. It does not know whom you trust, nor whether the mandate was
 * used: a policy with `approval` does.
 *
 * @throws ConfigurationError if it is not a mandate.
 * @throws SigningError if a signature is malformed.
 * @example
 * ```ts
 * import { createMandate, signMandate, verifyMandate } from "bursar/policy";
 *
 * const until = Date.now() + 3_600_000;
 * const terms = createMandate({ request, until, policy: "payouts", intent: "order 17" });
 * const { signers } = await verifyMandate(await signMandate(terms, signer));
 * console.log(signers);
 * ```
 */
export async function verifyMandate(mandate: Mandate): Promise<VerifiedMandate> {
  const subject = "verifyMandate";
  const { terms, signatures } = readMandate(subject, mandate);
  const digest = hashNormalTypedData(toTypedData(terms));
  const signers: Address[] = [];
  for (const given of signatures) {
    const signature = parseSignature(given, subject);
    const address = await recoverSigner(digest, signature);
    if (!address)
      throw new ConfigurationError(`${subject}: signatures: expected a valid signature`);
    if (!signers.some((each) => isEqual(each, address))) signers.push(address);
  }
  return { terms, signatures, digest, signers };
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

type Reject = (name: string, expected: string) => never;

function readTerms(subject: string, options: CreateMandateOptions): MandateTerms {
  const { request, minReceived, maxGasFee, accept, until, policy, intent } = readOptions(
    subject,
    options,
    optionFields,
  );
  const reject: Reject = (name, expected) => {
    throw new ConfigurationError(`${subject}: ${name}: expected ${expected}`);
  };
  const time = readExpiry(until);
  if (typeof time !== "number") return reject("until", "milliseconds, a Date or ISO 8601 and zone");
  for (const [name, text] of Object.entries({ policy, intent }))
    if (typeof text !== "string" || text.trim() !== text || text === "" || !isWholeLine(text))
      reject(name, "a text of one line, at most 300 characters");
  return {
    version: 1,
    request: copyRequest(request, reject),
    ...(!isMissing(minReceived) && { minReceived }),
    ...(!isMissing(maxGasFee) && { maxGasFee }),
    ...(accept && accept.length > 0 && { accept }),
    until: new Date(time).toISOString(),
    policy,
    intent,
  };
}

function copyRequest(given: MandateTerms["request"], reject: Reject): MandateTerms["request"] {
  try {
    if (isPlainObject(given)) return copyFields(copyData(given), "request", reject);
  } catch (error) {
    if (error instanceof ConfigurationError) throw error;
  }
  return reject("request", "the request, as plain data");
}

/**
 * Copies what the text can show. Without what each attempt sets anew: `until` limits how long an
 * order stays open.
 */
function copyFields<T extends object>(given: T, path: string, reject: Reject): T {
  const entries = Object.entries(given).flatMap(([name, field]) => {
    const at = `${path}.${name}`;
    if (name === "metadata" || name === "expiration" || isMissing(field)) return [];
    if (!Object.hasOwn(titles, name)) return reject(at, "a field of a swap, transfer or batch");
    if (Array.isArray(field))
      return [[name, field.map((item, i) => copyItem(item, `${at}[${i}]`, reject))]];
    return [[name, copyItem(field, at, reject)]];
  });
  return Object.fromEntries(entries) as T;
}

function copyItem(item: unknown, path: string, reject: Reject): unknown {
  if (isPlainObject(item)) return copyFields(item, path, reject);
  const isShown = ["string", "number", "boolean"].includes(typeof item) && isWholeLine(item);
  return isShown ? item : reject(path, "a value that one line can show");
}

const domain = { name: "Bursar mandate", version: "1" };

/**
 * What approvers sign. It has no chain: the request names it, and a wallet may be connected to
 * another one. Another text is another digest: change it only with the version.
 */
function toTypedData(terms: MandateTerms): NormalTypedData {
  const { request, minReceived = "", maxGasFee = "", accept = [], until, policy, intent } = terms;
  // Names of chains and tokens may differ in another version of this package.
  const text = formatLines(listLines(terms, { formatChain: toLine, formatToken: toLine }));
  const message = {
    text,
    request: digestRequest(request),
    minReceived,
    maxGasFee,
    accept: accept.join(", "),
    until,
    policy,
    intent,
  };
  const toType = (name: string) => (name === "request" ? "bytes32" : "string");
  return {
    domain,
    types: {
      [domainTypeName]: Object.keys(domain).map((name) => ({ name, type: "string" })),
      Mandate: Object.keys(message).map((name) => ({ name, type: toType(name) })),
    },
    primaryType: "Mandate",
    message,
  };
}

// In the order of the lines.
// biome-ignore format: a compact table
const titles: Readonly<Record<string, string>> = {
  type: "Kind", walletAddress: "From wallet", chainId: "Chain", chainIdIn: "From chain",
  chainIdOut: "To chain", amount: "Amount", amountIn: "Give", token: "Token",
  tokenIn: "Token to give", tokenOut: "Token to get", toAddress: "Receiver",
  slippage: "Slippage in percent", minAmountOut: "Limit order for at least",
  partialFillable: "May be filled in parts", payGasFeeToken: "Gas is paid in",
  gasFeePaymentMethod: "Gas payment", transactionFeePercent: "Fee of the project in percent",
  extraFee: "Extra fee", percentage: "in percent", individualId: "Individual",
  routeProfile: "Route profile", operations: "", params: "",
};

type Format = {
  formatChain: (id: unknown) => string;
  formatToken: (address: unknown, chainId: unknown) => string;
};

/** A limit that is missing has a line, too: the person must see that nothing limits it. */
function listLines(
  { request, minReceived, maxGasFee, accept = [], until, policy, intent }: MandateTerms,
  format: Format,
): Line[] {
  return [
    ["Approve", intent],
    ...listFields(request, "", format),
    ["Receive at least", minReceived ?? "no limit of yours"],
    ["Gas and other costs at most", maxGasFee ?? "no limit of yours"],
    ["Accept", accept.length > 0 ? accept.join(", ") : "nothing unusual"],
    ["Sign, and execute, until", until],
    ["Policy", policy],
  ];
}

const order = Object.keys(titles);

/** A database may store the fields in another order. */
const sortFields = (value: object): [name: string, field: unknown][] =>
  Object.entries(value).sort(([a], [b]) => order.indexOf(a) - order.indexOf(b));

/** Every field: what is approved is the whole request. */
function listFields(value: object, prefix: string, format: Format): Line[] {
  const { chainId, chainIdIn = chainId, chainIdOut } = value as Record<string, unknown>;
  const isMarketSwap = "amountIn" in value && !("minAmountOut" in value);
  // What the service does without it must not be missing in the text.
  const shown = isMarketSwap ? { slippage: "the default", ...value } : value;
  return sortFields(shown).flatMap(([name, field]): Line[] => {
    const title = [prefix, titles[name]].filter(Boolean).join(" ");
    if (Array.isArray(field))
      return field.flatMap((item, i) => {
        const at = [title, `${i + 1}.`].filter(Boolean).join(" ");
        return isObject(item) ? listFields(item, at, format) : [[at, toLine(item)]];
      });
    if (isObject(field)) return listFields(field, title, format);
    if (/^chainId/.test(name)) return [[title, format.formatChain(field)]];
    const chain = name === "tokenOut" ? chainIdOut : chainIdIn;
    if (/token/i.test(name)) return [[title, format.formatToken(field, chain)]];
    return [[title, toLine(field)]];
  });
}
