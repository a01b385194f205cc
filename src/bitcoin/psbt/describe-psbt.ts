import type { Transaction } from "bitcoinjs-lib";
import { decodePublicKey } from "../address/bitcoin-address.js";
import { decodeAddress } from "../address/check-bitcoin-address.js";
import type { BitcoinPrivateKey } from "../keys/private-key.js";
import { createBitcoinError } from "../shared/bitcoin-error.js";
import { equalBytes, toHex } from "../shared/bytes.js";
import { type BitcoinNetwork, getNetworkParams } from "../shared/networks.js";
import { type BitcoinAddressKind, fromScript, toAddress, toScript } from "../shared/scripts.js";
import { type PsbtLike, parsePsbt } from "./parse-psbt.js";
import {
  canSpend,
  deriveScripts,
  estimateVirtualSize,
  getUnsignedTransaction,
  readInputs,
} from "./psbt-inputs.js";

/** Whose inputs and outputs count as ours: a key, a compressed public key in hex, or an address. */
export type BitcoinOwner = BitcoinPrivateKey | string;

/** How to look at a PSBT. */
export interface DescribePsbtOptions {
  /** Who is to sign, and where change goes. */
  owner?: BitcoinOwner | readonly BitcoinOwner[] | undefined;
  /** The network of the first private key among the owners, otherwise mainnet. */
  network?: BitcoinNetwork | undefined;
}

/** One input of a PSBT. */
export interface DescribedInput {
  readonly index: number;
  readonly txid: string;
  readonly vout: number;
  /** In satoshis; missing where the PSBT does not say it in full. Without the previous transaction it is a claim, which `signPsbt` checks. */
  readonly value?: bigint | undefined;
  readonly address?: string | undefined;
  readonly kind?: BitcoinAddressKind | undefined;
  readonly ours: boolean;
  /** Why its value is unknown. */
  readonly problem?: string | undefined;
}

/** One output of a PSBT. */
export interface DescribedOutput {
  readonly index: number;
  /** In satoshis. */
  readonly value: bigint;
  /** Missing for scripts that have none, such as data. */
  readonly address?: string | undefined;
  readonly kind?: BitcoinAddressKind | undefined;
  /** The output's script in hex. */
  readonly script: string;
  readonly ours: boolean;
}

/** What a PSBT does, for people to read before they sign it. */
export interface DescribedPsbt {
  readonly inputs: readonly DescribedInput[];
  readonly outputs: readonly DescribedOutput[];
  /** Satoshis from our inputs. */
  readonly spent: bigint;
  /** Satoshis that come back to us. */
  readonly returned: bigint;
  /** In satoshis; missing where an input's value is unknown. */
  readonly fee?: bigint | undefined;
  /** Satoshis a virtual byte, by the size that the transaction will have once signed. */
  readonly feeRate?: number | undefined;
  /** The size that the transaction will have once signed. */
  readonly virtualSize: number;
  /** Before it nobody can mine the transaction: `block 900001`, or an ISO 8601 time. Missing where nothing holds it back. */
  readonly notBefore?: string | undefined;
  /** All of it in a few lines, fit for a confirm dialog. */
  readonly text: string;
}

/**
 * Says what a PSBT does: who pays, who gets how much, what comes back, and the fee. Nothing is signed.
 *
 * @example
 * ```ts
 * import { describePsbt } from "bursar/bitcoin";
 *
 * const psbt =
 *   "cHNidP8BAFICAAAAAQECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8gAAAAAAD/////ASgjAAAAAAAAFgAUdR526BmRltRUlBxF0bOjI/FDO9YAAAAAAAEBHxAnAAAAAAAAFgAUdR526BmRltRUlBxF0bOjI/FDO9YAAA==";
 * const summary = describePsbt(psbt, { owner: "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4" });
 * console.log(summary.text, summary.fee, summary.feeRate);
 * ```
 */
export function describePsbt(psbt: PsbtLike, options: DescribePsbtOptions = {}): DescribedPsbt {
  const owners = [options.owner ?? []].flat() as BitcoinOwner[];
  const { network = owners.find((owner) => typeof owner === "object")?.network ?? "mainnet" } =
    options;
  // Before anything else: a PSBT need not hold an address for which the network would be looked up.
  getNetworkParams(network);
  const owned = parseOwners(owners, network);
  const read = parsePsbt(psbt);
  const transaction = getUnsignedTransaction(read);
  const facts = readInputs(read, transaction);
  const isOurs = (script: Uint8Array): boolean =>
    owned.scripts.some((each) => equalBytes(each, script));

  const inputs = facts.map((input): DescribedInput => {
    const { index, txid, vout, spent, kind, problem } = input;
    const destination = spent && fromScript(spent.script);
    const ours =
      spent !== undefined &&
      (isOurs(spent.script) || owned.points.some((point) => canSpend(input, point)));
    return {
      index,
      txid,
      vout,
      value: spent?.value,
      address: destination && toAddress(destination, network),
      kind,
      ours,
      problem: problem?.message,
    };
  });
  const outputs = transaction.outs.map(({ script, value }, index): DescribedOutput => {
    const destination = fromScript(script);
    return {
      index,
      value,
      address: destination && toAddress(destination, network),
      kind: destination?.kind,
      script: toHex(script),
      ours: isOurs(script),
    };
  });
  const values = inputs.map(({ value }) => value);
  const fee = values.includes(undefined)
    ? undefined
    : sum(values as bigint[]) - sum(outputs.map(({ value }) => value));
  const virtualSize = estimateVirtualSize(transaction, facts);
  const described = {
    inputs,
    outputs,
    spent: sum(inputs.filter(({ ours }) => ours).map(({ value }) => value ?? 0n)),
    returned: sum(outputs.filter(({ ours }) => ours).map(({ value }) => value)),
    fee,
    feeRate: fee === undefined ? undefined : Number(fee) / virtualSize,
    virtualSize,
    notBefore: formatLocktime(transaction),
  };
  return { ...described, text: formatSummary(described) };
}

/** A locktime counts only where a sequence number lets it. Smaller numbers name the last block that is too early, larger ones a second. */
function formatLocktime({ locktime, ins }: Transaction): string | undefined {
  if (locktime === 0 || ins.every(({ sequence }) => sequence === 0xffffffff)) return undefined;
  return locktime < 500_000_000
    ? `block ${locktime + 1}`
    : new Date(locktime * 1_000).toISOString();
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
        throw createBitcoinError("an owner is neither a key nor an address", destination.reason);
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

function formatSummary({
  inputs,
  outputs,
  spent,
  returned,
  fee,
  feeRate,
  notBefore,
}: Omit<DescribedPsbt, "text">): string {
  // Kilobytes of data in an output must not push the fee out of a dialog.
  const cut = (script: string): string =>
    script.length <= 170 ? script : `${script.slice(0, 80)}… of ${script.length / 2} bytes`;
  const whom = ({ address, script }: DescribedOutput): string =>
    address ?? `no address (script ${cut(script)})`;
  const ours = inputs.filter((input) => input.ours).length;
  return [
    ours > 0
      ? `You spend ${formatBtc(spent)} from ${ours} of ${inputs.length} inputs.`
      : `None of the ${inputs.length} inputs is known to be yours.`,
    ...outputs.map(
      (output) =>
        `${formatBtc(output.value)} ${output.ours ? "back to you at" : "to"} ${whom(output)}`,
    ),
    ...(ours > 0
      ? [
          `In all you are ${spent >= returned ? "poorer" : "richer"} by ${formatBtc(spent >= returned ? spent - returned : returned - spent)}.`,
        ]
      : []),
    fee === undefined
      ? "The fee is unknown: an input does not prove its value."
      : fee < 0n
        ? `The outputs exceed the inputs by ${formatBtc(-fee)}: no such transaction can be sent.`
        : `Fee: ${formatBtc(fee)} (about ${(feeRate ?? 0).toFixed(1)} satoshis a virtual byte).`,
    ...(notBefore ? [`Nobody can mine it before ${notBefore}.`] : []),
  ].join("\n");
}
