import { UnsafeToSignError } from "../../errors/signing.js";
import { type BitcoinPrivateKey, publicKeyOf } from "../keys/private-key.js";
import { equal, toBase64, toHex } from "../shared/bytes.js";
import type { BitcoinNetwork } from "../shared/networks.js";
import { isSignatureOf, type Spent, signInput } from "../shared/signatures.js";
import { type DescribedPsbt, describePsbt } from "./describe-psbt.js";
import { finishPsbt } from "./finish-psbt.js";
import { inputsOf, spendsByKey, unsignedOf } from "./psbt-inputs.js";
import {
  type FeeBounds,
  feeProblems,
  nothingToSign,
  optionProblems,
  outputProblems,
  type PsbtExpectation,
  type SighashName,
  sighashOf,
  sighashProblems,
  type ValueRules,
  valueProblems,
} from "./psbt-problems.js";
import { type PsbtLike, readPsbt } from "./read-psbt.js";

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
  const point = publicKeyOf(key);
  const { network = key.network, expect, sighash = [] } = options;
  const signed = readPsbt(psbt);
  const unsigned = unsignedOf(signed);
  const inputs = inputsOf(signed, unsigned);
  const summary = describePsbt(signed, { owner: key, network });
  const spent = inputs.flatMap((input) => input.spent ?? []);

  const isSigned = ({ index, kind, data }: (typeof inputs)[number]): boolean => {
    if (data.finalScriptSig || data.finalScriptWitness) return true;
    if (spent.length !== inputs.length) return false;
    if (kind === "P2TR")
      return (
        data.tapKeySig !== undefined &&
        isSignatureOf(data.tapKeySig, undefined, unsigned, index, spent)
      );
    const ours = data.partialSig?.find(({ pubkey }) => equal(pubkey, point));
    return ours !== undefined && isSignatureOf(ours.signature, point, unsigned, index, spent);
  };
  const toSign = inputs.filter((input) => spendsByKey(input, point) && !isSigned(input));

  const problems = [
    ...optionProblems(options),
    ...inputs.flatMap(({ problem }) => problem ?? []),
    ...valueProblems(inputs, toSign, options),
    ...toSign.flatMap((input) => sighashProblems(input, unsigned, sighash)),
    ...feeProblems(summary, options),
    ...outputProblems(summary, expect, network),
    ...(toSign.length === 0 ? [nothingToSign(key.publicKey, inputs)] : []),
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
      spent as Spent[],
      key,
      sighashOf(input),
      data.tapMerkleRoot,
    );
    const target = signed.data.inputs[index] as typeof data;
    // A signature of ours that stood there and did not fit has been found wanting above.
    if (kind === "P2TR") target.tapKeySig = signature;
    else
      target.partialSig = [
        ...(data.partialSig ?? []).filter(({ pubkey }) => !equal(pubkey, point)),
        { pubkey: point, signature },
      ];
  }

  const transaction = finishPsbt(signed, inputs, spent);
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
