import { assertKnownOptions } from "../../errors/unknown-option.js";
import type { OptionNames } from "../../shared/option-names.js";
import { decodePublicKey } from "../address/bitcoin-address.js";
import { decodeAddress } from "../address/check-bitcoin-address.js";
import type { BitcoinPrivateKey } from "../keys/private-key.js";
import { createBitcoinError } from "../shared/bitcoin-error.js";
import { equalBytes, toHex } from "../shared/bytes.js";
import { type BitcoinNetwork, getNetworkParams } from "../shared/networks.js";
import { type BitcoinAddressKind, fromScript, toAddress, toScript } from "../shared/scripts.js";
import {
  formatLockTime,
  formatRelativeLocks,
  type RelativeLock,
  readRelativeLock,
} from "./locks.js";
import { type PsbtLike, parsePsbt } from "./parse-psbt.js";
import { canSpend, deriveScripts, getUnsignedTransaction, readInputs } from "./psbt-inputs.js";
import { computeSize } from "./psbt-size.js";

/** An owner: a private key, a compressed public key in hex, or an address. */
export type BitcoinOwner = BitcoinPrivateKey | string;

/** Options of `describePsbt`. */
export interface DescribePsbtOptions {
  /** Inputs and outputs of the owners count as ours. */
  owner?: BitcoinOwner | readonly BitcoinOwner[] | undefined;
  /** @defaultValue the network of the first private key in `owner`, otherwise `"mainnet"` */
  network?: BitcoinNetwork | undefined;
}

/** One input of a PSBT. */
export interface DescribedInput {
  readonly index: number;
  readonly txid: string;
  readonly vout: number;
  /** In satoshis. Undefined if unknown. Without the previous transaction, it is not proven. */
  readonly value?: bigint | undefined;
  readonly address?: string | undefined;
  readonly kind?: BitcoinAddressKind | undefined;
  readonly ours: boolean;
  /** How long after the spent output was mined the input can be mined (BIP 68). */
  readonly relativeLock?: RelativeLock | undefined;
  /** Why the value is unknown. */
  readonly problem?: string | undefined;
}

/** One output of a PSBT. */
export interface DescribedOutput {
  readonly index: number;
  /** In satoshis. */
  readonly value: bigint;
  /** Undefined if the script has no address, for example a data output. */
  readonly address?: string | undefined;
  readonly kind?: BitcoinAddressKind | undefined;
  /** In hex. */
  readonly script: string;
  readonly ours: boolean;
}

/** What a PSBT does. Show it to the user before signing. */
export interface DescribedPsbt {
  readonly inputs: readonly DescribedInput[];
  readonly outputs: readonly DescribedOutput[];
  /** The total of our inputs, in satoshis. */
  readonly spent: bigint;
  /** The total of our outputs, in satoshis. */
  readonly returned: bigint;
  /** In satoshis. Undefined if the value of an input is unknown. */
  readonly fee?: bigint | undefined;
  /** In satoshis per virtual byte, based on `virtualSize`. */
  readonly feeRate?: number | undefined;
  /** The estimated size of the signed transaction. */
  readonly virtualSize: number;
  /**
   * The fee rate if the owners of the other inputs sign as briefly as possible. `signPsbt` compares
   * it with `maxFeeRate`.
   */
  readonly highestFeeRate?: number | undefined;
  /** The size for `highestFeeRate`. Equals `virtualSize` if all inputs are ours. */
  readonly smallestVirtualSize: number;
  /**
   * The earliest block (`block 900001`) or time (ISO 8601). Undefined without a lock time. Inputs
   * may have a `relativeLock` of their own.
   */
  readonly notBefore?: string | undefined;
  /** A summary of a few lines for a confirmation dialog. */
  readonly text: string;
}

const optionNames: OptionNames<DescribePsbtOptions> = { owner: true, network: true };

/**
 * Describes a PSBT without signing it: its inputs and outputs, the fee, and your total cost.
 *
 * @example
 * ```ts
 * import { describePsbt } from "bursar/bitcoin";
 *
 * const psbt =
 *   "cHNidP8BAFICAAAAAQECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8gAAAAAAD/////ASgjAAAAAAAA" +
 *   "FgAUdR526BmRltRUlBxF0bOjI/FDO9YAAAAAAAEBHxAnAAAAAAAAFgAUdR526BmRltRUlBxF0bOjI/FDO9YAAA==";
 * const summary = describePsbt(psbt, { owner: "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4" });
 * console.log(summary.text, summary.fee, summary.feeRate);
 * ```
 */
export function describePsbt(psbt: PsbtLike, options: DescribePsbtOptions = {}): DescribedPsbt {
  assertKnownOptions("describePsbt", options, optionNames);
  const owners = [options.owner ?? []].flat() as BitcoinOwner[];
  const { network = owners.find((owner) => typeof owner === "object")?.network ?? "mainnet" } =
    options;
  // Validate the network even if no address is decoded below.
  getNetworkParams(network);
  const { points, scripts } = parseOwners(owners, network);
  const parsed = parsePsbt(psbt);
  const transaction = getUnsignedTransaction(parsed);
  const psbtInputs = readInputs(parsed, transaction);
  const isOurs = (script: Uint8Array): boolean => scripts.some((each) => equalBytes(each, script));

  const inputs = psbtInputs.map((input): DescribedInput => {
    const { index, txid, vout, spent, kind, problem } = input;
    const destination = spent && fromScript(spent.script);
    const ours =
      spent !== undefined &&
      (isOurs(spent.script) || points.some((point) => canSpend(input, point)));
    const address = destination && toAddress(destination, network);
    return {
      index,
      txid,
      vout,
      value: spent?.value,
      address,
      kind,
      ours,
      relativeLock: readRelativeLock(
        transaction.version,
        transaction.ins[index]?.sequence ?? 0xffffffff,
      ),
      problem: problem?.message,
    };
  });
  const outputs = transaction.outs.map(({ script, value }, index): DescribedOutput => {
    const destination = fromScript(script);
    const kind = destination?.kind;
    const address = destination && toAddress(destination, network);
    return { index, value, address, kind, script: toHex(script), ours: isOurs(script) };
  });
  const values = inputs.map(({ value }) => value);
  const fee = values.includes(undefined)
    ? undefined
    : sum(values as bigint[]) - sum(outputs.map(({ value }) => value));
  const size = computeSize(
    transaction,
    psbtInputs.map((input, i) => ({ ...input, ours: inputs[i]?.ours === true })),
  );
  const rateOf = (virtualSize: number) =>
    fee === undefined ? undefined : Number(fee) / virtualSize;
  const described = {
    inputs,
    outputs,
    spent: sum(inputs.filter(({ ours }) => ours).map(({ value }) => value ?? 0n)),
    returned: sum(outputs.filter(({ ours }) => ours).map(({ value }) => value)),
    fee,
    feeRate: rateOf(size.estimated),
    virtualSize: size.estimated,
    highestFeeRate: rateOf(size.smallest),
    smallestVirtualSize: size.smallest,
    notBefore: formatLockTime(transaction),
  };
  return { ...described, text: formatSummary(described) };
}

function parseOwners(
  owners: readonly BitcoinOwner[],
  network: BitcoinNetwork,
): { points: Uint8Array[]; scripts: Uint8Array[] } {
  const points: Uint8Array[] = [];
  const scripts: Uint8Array[] = [];
  for (const owner of owners) {
    const isKey = typeof owner === "object" || /^(?:0x)?0[23]/.test(owner);
    if (isKey) {
      const point = decodePublicKey(typeof owner === "object" ? owner.publicKey : owner);
      points.push(point);
      scripts.push(...deriveScripts(point));
    } else {
      const destination = decodeAddress(owner, network);
      if ("code" in destination)
        throw createBitcoinError(
          "bitcoin.describePsbt",
          "an owner is neither a key nor an address",
          destination.reason,
        );
      scripts.push(toScript(destination));
    }
  }
  return { points, scripts };
}

function sum(values: readonly bigint[]): bigint {
  return values.reduce((total, value) => total + value, 0n);
}

function formatBtc(value: bigint): string {
  const digits = (value < 0n ? -value : value).toString().padStart(9, "0");
  return `${value < 0n ? "-" : ""}${digits.slice(0, -8)}.${digits.slice(-8)} BTC`;
}

function formatReceiver({ address, script }: DescribedOutput): string {
  if (address) return address;
  // Shorten long scripts, so that the fee stays visible in a dialog.
  const shown =
    script.length <= 170 ? script : `${script.slice(0, 80)}… of ${script.length / 2} bytes`;
  return `no address (script ${shown})`;
}

function formatSummary(described: Omit<DescribedPsbt, "text">): string {
  const { inputs, outputs, spent, returned, fee, notBefore } = described;
  const ours = inputs.filter((input) => input.ours).length;
  const lines = [
    ours > 0
      ? `You spend ${formatBtc(spent)} from ${ours} of ${inputs.length} inputs.`
      : `None of the ${inputs.length} inputs is known to be yours.`,
  ];
  for (const output of outputs) {
    const direction = output.ours ? "back to you at" : "to";
    lines.push(`${formatBtc(output.value)} ${direction} ${formatReceiver(output)}`);
  }
  if (ours > 0)
    lines.push(
      spent >= returned
        ? `Total cost: ${formatBtc(spent - returned)}.`
        : `Total gain: ${formatBtc(returned - spent)}.`,
    );
  if (fee === undefined) lines.push("The fee is unknown: the value of an input is unknown.");
  else if (fee < 0n)
    lines.push(`Invalid transaction: the outputs exceed the inputs by ${formatBtc(-fee)}.`);
  else {
    const [rate, highest] = [described.feeRate ?? 0, described.highestFeeRate ?? 0].map((each) =>
      each.toFixed(1),
    );
    const upTo = rate === highest ? "" : `, at most ${highest}`;
    lines.push(`Fee: ${formatBtc(fee)} (about ${rate} satoshis per virtual byte${upTo}).`);
  }
  if (notBefore) lines.push(`It cannot be mined before ${notBefore}.`);
  lines.push(...formatRelativeLocks(inputs));
  return lines.join("\n");
}
