import type { Transaction } from "bitcoinjs-lib";
import type { SigningProblem } from "../../errors/signing.js";
import { decodeAddress } from "../address/check-bitcoin-address.js";
import { decodeHex, equalBytes, toHex } from "../shared/bytes.js";
import type { BitcoinNetwork } from "../shared/networks.js";
import { toScript } from "../shared/scripts.js";
import type { DescribedPsbt } from "./describe-psbt.js";
import {
  amountRange,
  isValidAmount,
  type PsbtInput,
  createProblem as problem,
} from "./psbt-inputs.js";

/** What a signature commits to. `ALL` and taproot's `DEFAULT`: every input and every output. */
export type SighashName =
  | "DEFAULT"
  | "ALL"
  | "NONE"
  | "SINGLE"
  | "ALL|ANYONECANPAY"
  | "NONE|ANYONECANPAY"
  | "SINGLE|ANYONECANPAY";

/** An output that must be there. */
export interface ExpectedOutput {
  address: string;
  /** In satoshis; any amount where it is left out, which is for change alone. */
  value?: bigint | undefined;
}

/** What the caller knows of the transaction that it asked for. */
export interface PsbtExpectation {
  /** Every output but those that come back to the signing key. One that is missing, and one too many, are refused. */
  outputs: readonly ExpectedOutput[];
}

/** Beyond what fee nothing is signed. */
export interface FeeBounds {
  /** Satoshis a virtual byte; 1,000 unless told otherwise. */
  maxFeeRate?: number | undefined;
  /** In satoshis; no bound unless told otherwise. */
  maxFee?: bigint | undefined;
  /** The share of what the inputs bring in, in per cent; 25 unless told otherwise. */
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

/** What is believed about inputs whose previous transaction is missing. */
export interface ValueRules {
  /** Signs although a value that the signature does not commit to could be a lie, and the fee with it: for PSBTs of your own making. */
  allowUnprovenValues?: boolean | undefined;
  /** Refuses every input but taproot's whose previous transaction (`nonWitnessUtxo`) is missing, even one that its signature vouches for. */
  requirePreviousTransactions?: boolean | undefined;
}

/**
 * Inputs of which only a claim is known, while a signature is to be made that does not commit to it (CVE-2020-14199). Another's count
 * too, and so does what claims to be taproot or signed: who lies about a value can lie about the owner, the kind and the state.
 */
export function validateValues(
  inputs: readonly PsbtInput[],
  toSign: readonly PsbtInput[],
  { allowUnprovenValues = false, requirePreviousTransactions = false }: ValueRules,
): SigningProblem[] {
  // A taproot signature commits to the values of all inputs: a lie about one makes it, and all of the transaction, worthless.
  // Not so where a script may spend the output without it, or where its type leaves the other inputs out.
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
    const isOpen = uncommitted.some((other) => other !== input);
    const isRefused = requirePreviousTransactions
      ? isOpen || input.kind !== "P2TR"
      : isOpen && allowUnprovenValues !== true;
    if (!isRefused) return [];
    const why = isOpen
      ? ", since the signature of another input does not vouch for this one's value"
      : "";
    return problem(
      "previous_transaction",
      `inputs[${input.index}].nonWitnessUtxo`,
      `the whole previous transaction${why}`,
      "nothing",
    );
  });
}

const optionNames =
  "expect sighash network maxFeeRate maxFee maxFeePercent allowUnprovenValues requirePreviousTransactions".split(
    " ",
  );

/** A misspelt option would be a bound or an expectation that is not kept. */
export function validateOptions(given: object): SigningProblem[] {
  return Object.keys(given).flatMap((name) =>
    optionNames.includes(name)
      ? []
      : problem("request", `options.${name}`, `one of ${optionNames.join(", ")}`, "another option"),
  );
}

/** The type an input is to be signed with: what the PSBT asks for, otherwise all of the transaction. */
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
  const path = `inputs[${input.index}].sighashType`;
  const actual = name ?? `the unknown type ${type}`;
  if (!name || (name === "DEFAULT" && input.kind !== "P2TR"))
    return [problem("sighash", path, "ALL", actual)];
  if (name !== "ALL" && name !== "DEFAULT" && !allowed.includes(name))
    return [problem("sighash", path, "ALL, since all else leaves outputs or inputs open", actual)];
  // Without its output, an old signature would commit to nothing at all, and fit every transaction.
  if (name.startsWith("SINGLE") && input.index >= transaction.outs.length)
    return [
      problem(
        "sighash",
        path,
        `an output ${input.index} for SINGLE`,
        `${transaction.outs.length} outputs`,
      ),
    ];
  return [];
}

export function validateFees(
  { fee, feeRate, inputs }: DescribedPsbt,
  { maxFeeRate = 1000, maxFee, maxFeePercent = 25 }: FeeBounds,
): SigningProblem[] {
  if (fee === undefined || feeRate === undefined) return [];
  if (fee < 0n) return [problem("fee", "fee", "at least 0 satoshis", `${fee} satoshis`)];
  const problems: SigningProblem[] = [];
  const total = inputs.reduce((sum, { value = 0n }) => sum + value, 0n);
  const percent = total === 0n ? 0 : Number((fee * 10_000n) / total) / 100;
  // Written so that NaN refuses, too.
  if (!(feeRate <= maxFeeRate))
    problems.push(
      problem(
        "fee",
        "feeRate",
        `at most ${maxFeeRate} satoshis a virtual byte`,
        feeRate.toFixed(1),
      ),
    );
  if (maxFee !== undefined && !(fee <= maxFee))
    problems.push(problem("fee", "fee", `at most ${maxFee} satoshis`, `${fee} satoshis`));
  if (!(percent <= maxFeePercent))
    problems.push(
      problem(
        "fee",
        "fee",
        `at most ${maxFeePercent} % of the inputs' ${total} satoshis`,
        `${fee} satoshis, which is ${percent} %`,
      ),
    );
  return problems;
}

export function validateOutputs(
  { outputs }: DescribedPsbt,
  expect: PsbtExpectation | undefined,
  network: BitcoinNetwork,
): SigningProblem[] {
  const problems = outputs.flatMap(({ index, value }) =>
    isValidAmount(value)
      ? []
      : problem("outputs", `outputs[${index}].value`, amountRange, `${value}`),
  );
  if (expect === undefined) return problems;
  const expected: unknown = expect?.outputs;
  // Whoever expects something must not sign for any receiver because of a misspelt word.
  if (!Array.isArray(expected))
    return [...problems, problem("request", "expect.outputs", "a list of the outputs", "none")];
  const left = [...outputs];
  // Exact amounts first: an expectation without one must not take another's output away.
  const wanted = [...expected].map((each: ExpectedOutput | undefined, i) => ({
    i,
    address: each?.address,
    value: each?.value,
  }));
  const ordered = wanted.sort(
    (a, b) => Number(a.value === undefined) - Number(b.value === undefined),
  );
  for (const { i, address, value } of ordered) {
    const destination = decodeAddress(address, network);
    const path = `expect.outputs[${i}]`;
    if ("code" in destination) {
      // Not quoted: a private key may stand there by mistake.
      problems.push(
        problem("outputs", `${path}.address`, "a Bitcoin address", `none. ${destination.reason}`),
      );
      continue;
    }
    // Left out, any amount would do; it may be there under another name.
    if (
      value === undefined &&
      Object.keys(expected[i] ?? {}).some((name) => name !== "address" && name !== "value")
    )
      problems.push(
        problem(
          "request",
          `${path}.value`,
          "a value in satoshis, or nothing but an address",
          "other fields and no value",
        ),
      );
    const script = toScript(destination);
    const there = left.filter((output) =>
      equalBytes(decodeHex(output.script) as Uint8Array, script),
    );
    const found = there.find((output) => value === undefined || output.value === value);
    if (found) left.splice(left.indexOf(found), 1);
    else {
      const amount =
        there.length > 0
          ? `${there.map((output) => output.value).join(" and ")} satoshis to it`
          : "no output to it";
      problems.push(
        problem(
          "outputs",
          path,
          `${value === undefined ? "an output" : `${value} satoshis`} to ${address}`,
          amount,
        ),
      );
    }
  }
  for (const { index, value, address, script, ours } of left) {
    if (!ours)
      problems.push(
        problem(
          "outputs",
          `outputs[${index}]`,
          "no other output",
          `${value} satoshis to ${address ?? `the script ${script}`}`,
        ),
      );
  }
  return problems;
}

export function createNothingToSign(key: string, inputs: readonly PsbtInput[]): SigningProblem {
  const untweaked = inputs.find(
    ({ kind, spent }) => kind === "P2TR" && spent && toHex(spent.script.slice(2)) === key.slice(2),
  );
  const actual = untweaked
    ? `none; input ${untweaked.index} pays to the key without taproot's tweak, which is not signed for`
    : `none among ${inputs.length} (${inputs.map(({ kind }) => kind ?? "unknown").join(", ")})`;
  return problem("nothing_to_sign", "inputs", `an unsigned input of the key ${key}`, actual);
}
