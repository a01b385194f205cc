import { UnsafeToSignError } from "../../errors/signing.js";
import { type BitcoinPrivateKey, getPublicKey } from "../keys/private-key.js";
import { equalBytes, toBase64, toHex } from "../shared/bytes.js";
import type { BitcoinNetwork } from "../shared/networks.js";
import { isValidSignature, type SpentOutput, signInput } from "../shared/signatures.js";
import { type DescribedPsbt, describePsbt } from "./describe-psbt.js";
import { finalizePsbt } from "./finalize-psbt.js";
import { type PsbtLike, parsePsbt } from "./parse-psbt.js";
import { canSpend, getUnsignedTransaction, readInputs } from "./psbt-inputs.js";
import {
  createNothingToSign,
  type FeeBounds,
  getSighashType,
  type PsbtExpectation,
  type SighashName,
  type ValueRules,
  validateFees,
  validateOptions,
  validateOutputs,
  validateSighashType,
  validateValues,
} from "./validate-psbt.js";

/** What a PSBT must hold to be signed. */
export interface SignPsbtOptions extends FeeBounds, ValueRules {
  /** What the caller asked for. Without it, any receiver is signed for. */
  expect?: PsbtExpectation | undefined;
  /** Sighash types allowed besides `ALL` and taproot's `DEFAULT`. */
  sighash?: readonly SighashName[] | undefined;
  /** The network of the addresses in `expect`; the key's unless told otherwise. */
  network?: BitcoinNetwork | undefined;
}

/** A PSBT with our signatures in it. */
export interface SignedPsbt {
  /** In base64, not finalised: others can add their signatures. */
  readonly psbt: string;
  /** The inputs that were signed now. */
  readonly signedInputs: readonly number[];
  /** Whether nothing is missing any more. */
  readonly complete: boolean;
  /** The finished transaction, ready to send, where nothing is missing. */
  readonly transaction?:
    | { readonly hex: string; readonly txid: string; readonly virtualSize: number }
    | undefined;
  /** What was signed. */
  readonly summary: DescribedPsbt;
}

/**
 * Signs every input of a PSBT that the key can spend by itself: P2WPKH, P2TR by key, and P2PKH with its previous transaction.
 * Nothing is signed where an input's value is unknown, the fee is absurd, a sighash type leaves something open, or the outputs are
 * not the expected ones; the error lists every problem. Each signature is verified before it is handed out.
 * A P2WPKH signature vouches for its own input's value alone, a P2PKH one for none: the other inputs must bring their previous
 * transactions (`nonWitnessUtxo`), or two PSBTs that each lie about one value could become one with a fee that nobody saw.
 *
 * @example
 * ```ts
 * import { readPrivateKey, signPsbt } from "bursar/bitcoin";
 *
 * const key = readPrivateKey("KwDiBf89QgGbjEhKnhXJuH7LrciVrZi3qYjgd9M7rFU73sVHnoWn");
 * const psbt =
 *   "cHNidP8BAFICAAAAAQECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8gAAAAAAD/////ASgjAAAAAAAAFgAUdR526BmRltRUlBxF0bOjI/FDO9YAAAAAAAEBHxAnAAAAAAAAFgAUdR526BmRltRUlBxF0bOjI/FDO9YAAA==";
 * const signed = signPsbt(psbt, key, {
 *   expect: { outputs: [{ address: "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4", value: 9_000n }] },
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
  const point = getPublicKey(key);
  const { network = key.network, expect, sighash = [] } = options;
  const signed = parsePsbt(psbt);
  const unsigned = getUnsignedTransaction(signed);
  const inputs = readInputs(signed, unsigned);
  const summary = describePsbt(signed, { owner: key, network });
  const spent = inputs.flatMap((input) => input.spent ?? []);

  const isSigned = ({ index, kind, data }: (typeof inputs)[number]): boolean => {
    if (data.finalScriptSig || data.finalScriptWitness) return true;
    if (spent.length !== inputs.length) return false;
    if (kind === "P2TR")
      return (
        data.tapKeySig !== undefined &&
        isValidSignature(data.tapKeySig, undefined, unsigned, index, spent)
      );
    const ours = data.partialSig?.find(({ pubkey }) => equalBytes(pubkey, point));
    return ours !== undefined && isValidSignature(ours.signature, point, unsigned, index, spent);
  };
  const toSign = inputs.filter((input) => canSpend(input, point) && !isSigned(input));

  const problems = [
    ...validateOptions(options),
    ...inputs.flatMap(({ problem }) => problem ?? []),
    ...validateValues(inputs, toSign, options),
    ...toSign.flatMap((input) => validateSighashType(input, unsigned, sighash)),
    ...validateFees(summary, options),
    ...validateOutputs(summary, expect, network),
    ...(toSign.length === 0 ? [createNothingToSign(key.publicKey, inputs)] : []),
  ];
  if (problems.length > 0) {
    throw new UnsafeToSignError("bitcoin.signPsbt", problems, {
      hint: "Do not sign this. Have the PSBT made anew, or allow in the options what you mean to allow.",
    });
  }

  for (const input of toSign) {
    const { index, kind, data } = input;
    const signature = signInput(
      unsigned,
      index,
      spent as SpentOutput[],
      key,
      getSighashType(input),
      data.tapMerkleRoot,
    );
    const target = signed.data.inputs[index] as typeof data;
    // A signature of ours that stood there and did not fit has been found wanting above.
    if (kind === "P2TR") target.tapKeySig = signature;
    else
      target.partialSig = [
        ...(data.partialSig ?? []).filter(({ pubkey }) => !equalBytes(pubkey, point)),
        { pubkey: point, signature },
      ];
  }

  const transaction = finalizePsbt(signed, inputs, spent);
  return {
    psbt: toBase64(signed.toBuffer()),
    signedInputs: toSign.map(({ index }) => index),
    complete: transaction !== undefined,
    transaction: transaction && {
      hex: toHex(transaction.toBuffer()),
      txid: transaction.getId(),
      virtualSize: transaction.virtualSize(),
    },
    summary,
  };
}
