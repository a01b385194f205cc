import { UnsafeToSignError } from "../../errors/signing.js";
import { assertKnownOptions } from "../../errors/unknown-option.js";
import { isObject } from "../../shared/guards.js";
import type { OptionNames } from "../../shared/option-names.js";
import { type BitcoinPrivateKey, getPublicKey } from "../keys/private-key.js";
import { equalBytes, toBase64, toHex } from "../shared/bytes.js";
import type { BitcoinNetwork } from "../shared/networks.js";
import { isValidSignature, signInput } from "../signatures/signatures.js";
import { type DescribedPsbt, describePsbt } from "./describe-psbt.js";
import { finalizePsbt } from "./finalize-psbt.js";
import { type PsbtLike, parsePsbt } from "./parse-psbt.js";
import { canSpend, getUnsignedTransaction, type PsbtInput, readInputs } from "./psbt-inputs.js";
import {
  createNothingToSign,
  type FeeBounds,
  getSighashType,
  type PsbtExpectation,
  type SighashName,
  type ValueRules,
  validateFees,
  validateOutputs,
  validateSighashType,
  validateValues,
} from "./validate-psbt.js";

/** Options of `signPsbt`. */
export interface SignPsbtOptions extends FeeBounds, ValueRules {
  /** The outputs that you expect. Without it, `signPsbt` accepts any receiver. */
  expect?: PsbtExpectation | undefined;
  /** Sighash types to allow besides `ALL` and the taproot `DEFAULT`. */
  sighash?: readonly SighashName[] | undefined;
  /** The network of the addresses in `expect`. @defaultValue the network of the key */
  network?: BitcoinNetwork | undefined;
}

const optionNames: OptionNames<SignPsbtOptions> = {
  expect: true,
  sighash: true,
  network: true,
  maxFeeRate: true,
  maxFee: true,
  maxFeePercent: true,
  allowUnprovenValues: true,
  requirePreviousTransactions: true,
};
const expectNames: OptionNames<PsbtExpectation> = { outputs: true };

/** A PSBT with our signatures. */
export interface SignedPsbt {
  /** In base64, not finalized: others can add their signatures. */
  readonly psbt: string;
  /** The indices of the inputs that this call signed. */
  readonly signedInputs: readonly number[];
  /**
   * `true`: all signatures are present and valid. `false`: one is missing or invalid. Undefined:
   * unknown, because another signer's final input has a script that only a node can run.
   */
  readonly complete: boolean | undefined;
  /** The final transaction. Broadcast it if `complete` is `true`. Undefined if that is `false`. */
  readonly transaction?:
    | { readonly hex: string; readonly txid: string; readonly virtualSize: number }
    | undefined;
  /** A description of what was signed. */
  readonly summary: DescribedPsbt;
}

/**
 * Signs every input of a PSBT that the key can spend alone: P2WPKH, key-path P2TR, and P2PKH with
 * its previous transaction. Verifies each signature before it returns.
 *
 * Throws `ConfigurationError` if an option is unknown.
 * Throws `UnsafeToSignError` with all problems, and signs nothing, if an input value is unknown, a
 * fee limit is exceeded, a sighash type does not commit to all inputs and outputs, or the outputs
 * differ from the expected ones.
 *
 * A P2WPKH signature commits only to the value of its own input, a P2PKH signature to none. The
 * other inputs must therefore contain their previous transactions (`nonWitnessUtxo`). Otherwise an
 * attacker could combine the signatures of two PSBTs, each with one false value, into a transaction
 * with a hidden fee.
 *
 * @example
 * ```ts
 * import { readPrivateKey, signPsbt } from "bursar/bitcoin";
 *
 * const key = readPrivateKey("KwDiBf89QgGbjEhKnhXJuH7LrciVrZi3qYjgd9M7rFU73sVHnoWn");
 * const psbt =
 *   "cHNidP8BAFICAAAAAQECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8gAAAAAAD/////ASgjAAAAAAAA" +
 *   "FgAUdR526BmRltRUlBxF0bOjI/FDO9YAAAAAAAEBHxAnAAAAAAAAFgAUdR526BmRltRUlBxF0bOjI/FDO9YAAA==";
 * const receiver = "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4";
 * const signed = signPsbt(psbt, key, {
 *   expect: { outputs: [{ address: receiver, value: 9_000n }] },
 *   maxFeeRate: 50,
 * });
 * console.log(signed.transaction?.hex, signed.summary.text);
 * ```
 */
export function signPsbt(
  psbt: PsbtLike,
  key: BitcoinPrivateKey,
  options: SignPsbtOptions = {},
): SignedPsbt {
  assertPsbtOptions(options);
  const point = getPublicKey(key);
  const { network = key.network, expect, sighash = [] } = options;
  const signed = parsePsbt(psbt);
  const unsigned = getUnsignedTransaction(signed);
  const inputs = readInputs(signed, unsigned);
  const summary = describePsbt(signed, { owner: key, network });
  const spent = inputs.flatMap((input) => input.spent ?? []);

  const isSigned = ({ index, kind, data }: PsbtInput): boolean => {
    if (data.finalScriptSig || data.finalScriptWitness) return true;
    if (spent.length !== inputs.length) return false;
    const signature =
      kind === "P2TR"
        ? data.tapKeySig
        : data.partialSig?.find(({ pubkey }) => equalBytes(pubkey, point))?.signature;
    const input = { transaction: unsigned, index, spent };
    return signature !== undefined && isValidSignature(input, signature, point);
  };
  const toSign = inputs.filter((input) => canSpend(input, point) && !isSigned(input));

  const problems = [
    ...inputs.flatMap(({ problem }) => problem ?? []),
    ...validateValues(inputs, toSign, options),
    ...toSign.flatMap((input) => validateSighashType(input, unsigned, sighash)),
    ...validateFees(summary, options),
    ...validateOutputs(summary, expect, network),
    ...(toSign.length === 0 ? [createNothingToSign(key.publicKey, inputs)] : []),
  ];
  if (problems.length > 0) {
    throw new UnsafeToSignError("bitcoin.signPsbt", problems, {
      hint: problems.every(({ code }) => code === "request")
        ? undefined
        : "Do not sign this. Request a new PSBT, or allow the difference in the options.",
    });
  }

  for (const input of toSign) {
    const { index, kind, data } = input;
    const signable = { transaction: unsigned, index, spent };
    const signature = signInput(signable, key, getSighashType(input), data.tapMerkleRoot);
    const target = signed.data.inputs[index] as typeof data;
    // An existing signature of this key is invalid: replace it.
    if (kind === "P2TR") target.tapKeySig = signature;
    else
      target.partialSig = [
        ...(data.partialSig ?? []).filter(({ pubkey }) => !equalBytes(pubkey, point)),
        { pubkey: point, signature },
      ];
  }

  const { transaction, isVerified } = finalizePsbt(signed, inputs, spent) ?? {};
  return {
    psbt: toBase64(signed.toBuffer()),
    signedInputs: toSign.map(({ index }) => index),
    complete: isVerified === false ? undefined : transaction !== undefined,
    transaction: transaction && {
      hex: toHex(transaction.toBuffer()),
      txid: transaction.getId(),
      virtualSize: transaction.virtualSize(),
    },
    summary,
  };
}

/** Rejects unknown options: a misspelled option would be a limit that is not applied. */
function assertPsbtOptions(options: SignPsbtOptions): void {
  assertKnownOptions("signPsbt", options, optionNames);
  if (isObject(options.expect) && !Array.isArray(options.expect))
    assertKnownOptions("signPsbt: expect", options.expect, expectNames);
}
