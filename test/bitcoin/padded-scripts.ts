import { type Psbt, payments } from "bitcoinjs-lib";
import fc from "fast-check";
import { expect } from "vitest";
import { describePsbt } from "../../src/bitcoin/index.js";
import { chooseSeed } from "../support/random-runs.js";
import {
  buildPreviousTransaction,
  buildPsbt,
  receiverScript,
  secretA,
  secretB,
} from "./build-psbt.js";
import { getPublicKey, type Kind } from "./reference-implementation.js";

const singleKeyKinds = ["P2PKH", "P2WPKH", "P2TR"] as const satisfies Kind[];
const scriptKinds = ["P2WSH", "P2SH", "bare"] as const;
type PsbtSummary = ReturnType<typeof describePsbt>;
type OtherKind = (typeof singleKeyKinds | typeof scriptKinds)[number];

/** Builds a PSBT with an input of ours and another input of the given kind. */
function buildWithOther(kind: OtherKind): Psbt {
  const ours = { secret: secretA, kind: "P2WPKH", value: 100_000n, give: "both" } as const;
  const outputs = [{ script: receiverScript, value: 199_000n }];
  if (kind === "P2PKH" || kind === "P2WPKH" || kind === "P2TR")
    return buildPsbt([ours, { secret: secretB, kind, value: 100_000n, give: "both" }], outputs)
      .psbt;
  const { psbt } = buildPsbt([ours], outputs);
  const multisig = payments.p2ms({ m: 1, pubkeys: [getPublicKey(secretB)] });
  const wrapped =
    kind === "P2SH"
      ? payments.p2sh({ redeem: payments.p2wsh({ redeem: multisig }) })
      : payments.p2wsh({ redeem: multisig });
  const script = kind === "bare" ? Uint8Array.of(0x52, 2, 1, 1) : (wrapped.output as Uint8Array);
  return psbt.addInput(buildPreviousTransaction({ script, value: 100_000n }));
}

export function addFinalScripts(
  psbt: Psbt,
  witness: number | undefined,
  scriptSig: number | undefined,
): Psbt {
  Object.assign(psbt.data.inputs[1] as object, {
    ...(witness !== undefined && { finalScriptWitness: new Uint8Array(witness).fill(1) }),
    ...(scriptSig !== undefined && { finalScriptSig: new Uint8Array(scriptSig).fill(1) }),
  });
  return psbt;
}

const length = fc.option(fc.oneof(fc.nat(300), fc.nat(120_000)), { nil: undefined });

/** Compares PSBTs with and without random final scripts. */
function checkPadded<Of extends OtherKind>(
  kinds: readonly Of[],
  numRuns: number,
  check: (padded: PsbtSummary, plain: PsbtSummary) => void,
): void {
  const plain = new Map(kinds.map((kind) => [kind, describePsbt(buildWithOther(kind))]));
  fc.assert(
    fc.property(fc.constantFrom(...kinds), length, length, (kind, witness, scriptSig) => {
      const padded = describePsbt(addFinalScripts(buildWithOther(kind), witness, scriptSig));
      check(padded, plain.get(kind) as PsbtSummary);
    }),
    { numRuns, seed: chooseSeed() },
  );
}

/** Asserts that final scripts do not change the estimated size of a single-key input. */
export const checkPaddedSize = (numRuns: number) =>
  checkPadded(singleKeyKinds, numRuns, (padded, plain) =>
    expect(padded.virtualSize).toBe(plain.virtualSize),
  );

/** Asserts that final scripts never lower the fee rate. */
export const checkPaddedFeeRate = (numRuns: number) =>
  checkPadded(scriptKinds, numRuns, (padded, plain) =>
    expect(padded.feeRate).toBeGreaterThanOrEqual(plain.feeRate as number),
  );
