import { expect, test } from "vitest";
import { buildPsbt, receiverAddress, receiverScript, secretA, secretB } from "./build-psbt.js";
import { addFinalScripts, checkPaddedFeeRate, checkPaddedSize } from "./padded-scripts.js";
import { deriveScript } from "./reference-implementation.js";
import { catchProblems } from "./reject-unproven.js";

test("ignores final scripts when it estimates the size of a single-key input", () =>
  checkPaddedSize(15));

test("never shows a lower fee rate because of final scripts", () => checkPaddedFeeRate(15));

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
