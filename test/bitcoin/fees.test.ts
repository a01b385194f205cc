import { type Psbt, payments } from "bitcoinjs-lib";
import fc from "fast-check";
import { expect, test } from "vitest";
import { describePsbt, type SignPsbtOptions, signPsbt } from "../../src/bitcoin/index.js";
import { type SigningProblem, UnsafeToSignError } from "../../src/errors/index.js";
import {
  buildPreviousTransaction,
  buildPsbt,
  keyA,
  receiverAddress,
  receiverScript,
  secretA,
  secretB,
} from "./build-psbt.js";
import { deriveScript, getPublicKey, type Kind } from "./reference-implementation.js";

function catchProblems(psbt: Psbt, options?: SignPsbtOptions): readonly SigningProblem[] {
  try {
    signPsbt(psbt, keyA, options);
  } catch (error) {
    expect(error).toBeInstanceOf(UnsafeToSignError);
    return (error as UnsafeToSignError).problems;
  }
  return [];
}

/** Builds a PSBT with an input of ours and another input of the given kind. */
function buildWithOther(kind: Kind | "P2WSH" | "P2SH" | "bare"): Psbt {
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

function addFinalScripts(
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

test("ignores final scripts when it estimates the size of a single-key input", () => {
  fc.assert(
    fc.property(
      fc.constantFrom<Kind>("P2PKH", "P2WPKH", "P2TR"),
      length,
      length,
      (kind, witness, scriptSig) => {
        const padded = describePsbt(addFinalScripts(buildWithOther(kind), witness, scriptSig));
        expect(padded.virtualSize).toBe(describePsbt(buildWithOther(kind)).virtualSize);
      },
    ),
    { numRuns: 60 },
  );
});

test("never shows a lower fee rate because of final scripts", () => {
  fc.assert(
    fc.property(
      fc.constantFrom("P2WSH", "P2SH", "bare"),
      length,
      length,
      (kind, witness, scriptSig) => {
        const padded = describePsbt(addFinalScripts(buildWithOther(kind), witness, scriptSig));
        expect(padded.feeRate).toBeGreaterThanOrEqual(
          describePsbt(buildWithOther(kind)).feeRate as number,
        );
      },
    ),
    { numRuns: 60 },
  );
});

test("rejects an excessive fee despite padded final scripts", () => {
  const ours = { secret: secretA, kind: "P2WPKH", value: 100_000_000n, give: "both" } as const;
  const theirs = { secret: secretB, kind: "P2WPKH", value: 1_000n, give: "both" } as const;
  const outputs = [
    { script: receiverScript, value: 50_000_000n },
    { script: deriveScript(secretA, "P2WPKH"), value: 25_001_000n },
  ];
  const { psbt } = buildPsbt([ours, theirs], outputs);
  const options = { expect: { outputs: [{ address: receiverAddress, value: 50_000_000n }] } };
  expect(catchProblems(psbt, options)).toMatchObject([{ code: "fee", path: "feeRate" }]);
  for (const [witness, scriptSig] of [
    [110_000, undefined],
    [undefined, 110_000],
    [110_000, 110_000],
  ] as const)
    expect(catchProblems(addFinalScripts(psbt.clone(), witness, scriptSig), options)).toMatchObject(
      [{ code: "fee", path: "feeRate" }],
    );
});

test.each(["maxFee", "maxFeeRate", "maxFeePercent"] as const)(
  "rejects every fee if %s is not a number",
  (bound) => {
    const { psbt } = buildPsbt(
      [{ secret: secretA, kind: "P2WPKH", value: 100_000n }],
      [{ script: receiverScript, value: 99_000n }],
    );
    for (const value of [Number.NaN, "much", {}, null])
      expect(catchProblems(psbt, { [bound]: value as never })).toMatchObject([{ code: "fee" }]);
    expect(catchProblems(psbt, { [bound]: undefined })).toEqual([]);
  },
);
