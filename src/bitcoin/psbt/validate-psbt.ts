import type { Transaction } from "bitcoinjs-lib";
import type { SigningProblem } from "../../errors/signing.js";
import { quoteValue } from "../../shared/hide-secrets.js";
import { decodeAddress } from "../address/check-bitcoin-address.js";
import { toHex } from "../shared/bytes.js";
import type { BitcoinNetwork } from "../shared/networks.js";
import { toScript } from "../shared/scripts.js";
import type { DescribedPsbt } from "./describe-psbt.js";
import { amountRange, createProblem, isValidAmount, type PsbtInput } from "./psbt-inputs.js";

/** Sighash types. `ALL` and the taproot `DEFAULT` commit to all inputs and all outputs. */
export type SighashName =
  | "DEFAULT"
  | "ALL"
  | "NONE"
  | "SINGLE"
  | "ALL|ANYONECANPAY"
  | "NONE|ANYONECANPAY"
  | "SINGLE|ANYONECANPAY";

/** An output that the PSBT must contain. */
export interface ExpectedOutput {
  address: string;
  /** In satoshis. Omit it only for change: any amount is then accepted. */
  value?: bigint | undefined;
}

/** What the caller expects of the PSBT. */
export interface PsbtExpectation {
  /** All outputs except those to the signing key. Missing or additional ones are rejected. */
  outputs: readonly ExpectedOutput[];
}

/** Fee limits. A PSBT above any limit is not signed. */
export interface FeeBounds {
  /**
   * In satoshis per virtual byte, also if the owners of the other inputs sign as briefly as
   * possible. @defaultValue 1000
   */
  maxFeeRate?: number | undefined;
  /** In satoshis. @defaultValue no limit */
  maxFee?: bigint | undefined;
  /** In percent of the total input value. @defaultValue 25 */
  maxFeePercent?: number | undefined;
}

const sighashNames: Readonly<Record<number, SighashName>> = {
  0: "DEFAULT",
  1: "ALL",
  2: "NONE",
  3: "SINGLE",
  129: "ALL|ANYONECANPAY",
  130: "NONE|ANYONECANPAY",
  131: "SINGLE|ANYONECANPAY",
};

/** How to treat inputs without a previous transaction (`nonWitnessUtxo`). */
export interface ValueRules {
  /**
   * Signs although the signature does not commit to an unproven value: the fee can be higher than
   * shown. Only for PSBTs that you create yourself.
   */
  allowUnprovenValues?: boolean | undefined;
  /** Rejects every input without a previous transaction, except taproot inputs. */
  requirePreviousTransactions?: boolean | undefined;
}

/**
 * Finds inputs with an unproven value that a new signature does not commit to (CVE-2020-14199).
 * Checks inputs of others, and inputs that claim to be taproot or signed: all that can be forged.
 */
export function validateValues(
  inputs: readonly PsbtInput[],
  toSign: readonly PsbtInput[],
  { allowUnprovenValues = false, requirePreviousTransactions = false }: ValueRules,
): SigningProblem[] {
  // A taproot signature commits to all input values: a wrong value invalidates the transaction.
  // This holds only if no script can spend the output, and if the sighash type covers all inputs.
  const isCommitted = toSign.some(
    (input) =>
      input.kind === "P2TR" &&
      input.data.nonWitnessUtxo &&
      !input.data.tapMerkleRoot &&
      getSighashType(input) <= 1,
  );
  const uncommitted = isCommitted
    ? []
    : toSign.filter((input) => input.kind !== "P2TR" || getSighashType(input) >= 0x80);
  return inputs.flatMap((input) => {
    if (input.data.nonWitnessUtxo || input.problem) return [];
    const isUnproven = uncommitted.some((other) => other !== input);
    const isRejected = requirePreviousTransactions
      ? isUnproven || input.kind !== "P2TR"
      : isUnproven && allowUnprovenValues !== true;
    if (!isRejected) return [];
    const reason = isUnproven
      ? ", because the signature of another input does not commit to this value"
      : "";
    return createProblem(
      "previous_transaction",
      `inputs[${input.index}].nonWitnessUtxo`,
      `the whole previous transaction${reason}`,
      "nothing",
    );
  });
}

export function getSighashType({ kind, data }: PsbtInput): number {
  return data.sighashType ?? (kind === "P2TR" ? 0 : 1);
}

export function validateSighashType(
  input: PsbtInput,
  transaction: Transaction,
  allowed: readonly SighashName[],
): SigningProblem[] {
  const type = getSighashType(input);
  const name = sighashNames[type];
  const createSighashProblem = (expected: string, actual: string) => [
    createProblem("sighash", `inputs[${input.index}].sighashType`, expected, actual),
  ];
  if (!name || (name === "DEFAULT" && input.kind !== "P2TR"))
    return createSighashProblem("ALL", name ?? `the unknown type ${type}`);
  if (name !== "ALL" && name !== "DEFAULT" && !allowed.includes(name))
    return createSighashProblem("ALL, which commits to all inputs and outputs", name);
  // Without its output, a legacy SINGLE signature is valid for any transaction.
  const { length } = transaction.outs;
  if (name.startsWith("SINGLE") && input.index >= length)
    return createSighashProblem(`an output ${input.index} for SINGLE`, `${length} outputs`);
  return [];
}

export function validateFees(
  { fee, highestFeeRate, inputs }: DescribedPsbt,
  { maxFeeRate = 1000, maxFee, maxFeePercent = 25 }: FeeBounds,
): SigningProblem[] {
  if (fee === undefined || highestFeeRate === undefined) return [];
  if (fee < 0n) return [createProblem("fee", "fee", "at least 0 satoshis", `${fee} satoshis`)];
  const problems: SigningProblem[] = [];
  const addProblem = (path: string, expected: string, actual: string) =>
    problems.push(createProblem("fee", path, expected, actual));
  const total = inputs.reduce((sum, { value = 0n }) => sum + value, 0n);
  // One division, so that a fee exactly at the limit is not above it.
  const percent = Number(fee * 100n) / (Number(total) || 1);
  // Limits that are no numbers, such as NaN, reject every fee.
  const isWithin = (value: number | bigint, limit: number | bigint): boolean =>
    Object(limit) !== limit && typeof limit !== "symbol" && value <= limit;
  if (!isWithin(highestFeeRate, maxFeeRate)) {
    const isCertain = inputs.every(({ ours }) => ours);
    addProblem(
      "feeRate",
      `at most ${quoteValue(maxFeeRate)} satoshis per virtual byte`,
      `${highestFeeRate.toFixed(1)}${isCertain ? "" : ", if other inputs are signed briefly"}`,
    );
  }
  if (maxFee !== undefined && !isWithin(fee, maxFee))
    addProblem("fee", `at most ${quoteValue(maxFee)} satoshis`, `${fee} satoshis`);
  if (!isWithin(percent, maxFeePercent))
    addProblem(
      "fee",
      `at most ${quoteValue(maxFeePercent)} % of the inputs' ${total} satoshis`,
      `${fee} satoshis`,
    );
  return problems;
}

export function validateOutputs(
  { outputs }: DescribedPsbt,
  expect: PsbtExpectation | undefined,
  network: BitcoinNetwork,
): SigningProblem[] {
  const problems = outputs
    .filter(({ value }) => !isValidAmount(value))
    .map(({ index, value }) =>
      createProblem("outputs", `outputs[${index}].value`, amountRange, `${value}`),
    );
  if (expect === undefined) return problems;
  const expected: unknown = expect?.outputs;
  // A misspelled `outputs` must not mean that any receiver is accepted.
  if (!Array.isArray(expected))
    return [...problems, createProblem("request", "expect.outputs", "a list of outputs", "none")];
  const unmatched = [...outputs];
  // Match exact amounts first: an expectation without a value must not consume another's output.
  const ordered = [...expected]
    .map((each: ExpectedOutput | undefined, i) => ({
      i,
      address: each?.address,
      value: each?.value,
    }))
    .sort((a, b) => Number(a.value === undefined) - Number(b.value === undefined));
  for (const { i, address, value } of ordered) {
    const destination = decodeAddress(address, network);
    const path = `expect.outputs[${i}]`;
    if ("code" in destination) {
      // Do not quote the address: it may be a misplaced private key.
      const actual = `an invalid one. ${destination.reason}`;
      problems.push(createProblem("outputs", `${path}.address`, "a Bitcoin address", actual));
      continue;
    }
    // A misspelled `value` must not mean that any amount is accepted.
    const otherFields = Object.keys(expected[i] ?? {}).filter(
      (name) => name !== "address" && name !== "value",
    );
    if (value === undefined && otherFields.length > 0)
      problems.push(
        createProblem(
          "request",
          `${path}.value`,
          "a value in satoshis, or no field except address",
          "other fields and no value",
        ),
      );
    const script = toHex(toScript(destination));
    const toAddress = unmatched.filter((output) => output.script === script);
    const match = toAddress.find((output) => value === undefined || output.value === value);
    if (match) {
      unmatched.splice(unmatched.indexOf(match), 1);
      continue;
    }
    const amounts = toAddress.map((output) => output.value).join(" and ");
    problems.push(
      createProblem(
        "outputs",
        path,
        `${value === undefined ? "an output" : `${value} satoshis`} to ${address}`,
        amounts ? `${amounts} satoshis to it` : "no output to it",
      ),
    );
  }
  for (const { index, value, address, script, ours } of unmatched) {
    const actual = `${value} satoshis to ${address ?? `the script ${script}`}`;
    if (!ours)
      problems.push(createProblem("outputs", `outputs[${index}]`, "no other output", actual));
  }
  return problems;
}

export function createNothingToSign(key: string, inputs: readonly PsbtInput[]): SigningProblem {
  const untweaked = inputs.find(
    ({ kind, spent }) => kind === "P2TR" && spent && toHex(spent.script.slice(2)) === key.slice(2),
  );
  const actual = untweaked
    ? `none; input ${untweaked.index} pays to the key without the taproot tweak, which is not supported`
    : `none among ${inputs.length} (${inputs.map(({ kind }) => kind ?? "unknown").join(", ")})`;
  return createProblem("nothing_to_sign", "inputs", `an unsigned input of the key ${key}`, actual);
}
