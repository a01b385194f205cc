import * as real from "@bitcoinerlab/secp256k1";
import { Psbt } from "bitcoinjs-lib";
import fc from "fast-check";
import { afterEach, expect, test, vi } from "vitest";
import { signPsbt, useEcc } from "../../src/bitcoin/index.js";
import { isWitnessOf } from "../../src/bitcoin/signatures.js";
import { UnsafeToSignError } from "../../src/errors/index.js";
import { type Kind, scriptFor } from "./kit.js";
import { build, type InputPlan, keyA, keyB, receiverScript, secretA, secretB } from "./psbt-kit.js";

const required = { requirePreviousTransactions: true };
const pay = (value: bigint) => [{ script: receiverScript, value }];
const input = (plan: Partial<InputPlan> = {}): InputPlan => ({ secret: secretA, kind: "P2WPKH", value: 100_000n, ...plan });

afterEach(() => useEcc(undefined));

/** The problems that were named; and nothing may have been signed. */
function problemsOf(psbt: Psbt, key = keyA) {
  const sign = vi.fn(real.sign);
  const signSchnorr = vi.fn(real.signSchnorr);
  useEcc({ ...real, sign, signSchnorr });
  try {
    signPsbt(psbt, key, required);
  } catch (error) {
    expect(error).toBeInstanceOf(UnsafeToSignError);
    expect(sign).not.toHaveBeenCalled();
    expect(signSchnorr).not.toHaveBeenCalled();
    return (error as UnsafeToSignError).problems;
  } finally {
    useEcc(undefined);
  }
  return [];
}

test("a P2WPKH input whose value is only claimed is signed, unless previous transactions are required", () => {
  const { psbt } = build([input()], pay(90_000n));
  expect(signPsbt(psbt, keyA).complete).toBe(true);
  expect(signPsbt(psbt, keyA, { requirePreviousTransactions: false }).complete).toBe(true);
  expect(problemsOf(psbt)).toEqual([
    {
      code: "previous_transaction",
      path: "inputs[0].nonWitnessUtxo",
      expected: "the whole previous transaction",
      actual: "nothing",
      message: "inputs[0].nonWitnessUtxo: expected the whole previous transaction, got nothing",
    },
  ]);
});

test("exactly the inputs that are neither taproot's nor proven are refused, whoever owns them", () => {
  const plan = fc.record({
    secret: fc.constantFrom(secretA, secretB),
    kind: fc.constantFrom<Kind>("P2WPKH", "P2TR"),
    value: fc.bigInt({ min: 50_000n, max: 90_000n }),
    give: fc.constantFrom("previous" as const, "witness" as const, "both" as const),
  });
  fc.assert(
    fc.property(fc.array(plan, { maxLength: 4 }), (others) => {
      const inputs = [input({ give: "both" }), ...others];
      const { psbt } = build(inputs, pay(inputs.reduce((sum, { value }) => sum + value, -2_000n)));
      const unproven = inputs.flatMap(({ kind, give }, i) => (kind === "P2WPKH" && give === "witness" ? i : []));
      expect(problemsOf(psbt).map(({ path }) => path)).toEqual(unproven.map((i) => `inputs[${i}].nonWitnessUtxo`));
    }),
    { numRuns: 60 },
  );
});

test("an input with no value at all is named once", () => {
  const { psbt } = build([input({ give: "both" }), input({ secret: secretB, give: "nothing" })], pay(90_000n));
  expect(problemsOf(psbt).map(({ code, path }) => `${code} ${path}`)).toEqual(["input_value inputs[1].witnessUtxo"]);
});

test.each([
  ["of one key", secretA, keyA],
  ["of two keys of one owner", secretB, keyB],
])("two PSBTs that each lie about one value make a fee that nobody saw, and both are refused: inputs %s", (_, secret, second) => {
  const truth = [input({ value: 10_000_000n, give: "both" }), input({ secret, value: 10_000_000n, give: "both" })];
  const honest = build(truth, pay(10_000_000n));
  /** The same transaction, with one input's value understated; the other's previous transaction is there. */
  const lying = (about: number): Psbt => {
    const psbt = Psbt.fromBase64(honest.psbt.toBase64());
    const { secret: whose, kind } = truth[about] as InputPlan;
    psbt.data.inputs[about] = { witnessUtxo: { script: scriptFor(whose, kind), value: 1_000n } };
    return psbt;
  };
  const first = signPsbt(lying(1), keyA);
  const other = signPsbt(lying(0), second);
  for (const { summary } of [first, other]) expect(summary.fee).toBe(1_000n);
  // Each signed for the value that was true in its own PSBT: together they spend ten million satoshis for the miner.
  const transaction = honest.psbt.data.globalMap.unsignedTx as unknown as { tx: Parameters<typeof isWitnessOf>[1] };
  [first, other].forEach(({ psbt }, index) => {
    const { partialSig } = Psbt.fromBase64(psbt).data.inputs[index] as { partialSig: [{ signature: Uint8Array; pubkey: Uint8Array }] };
    const [{ signature, pubkey }] = partialSig;
    expect(isWitnessOf([signature, pubkey], transaction.tx, index, honest.spent)).toBe(true);
  });
  expect(problemsOf(lying(1)).map(({ path }) => path)).toContain("inputs[1].nonWitnessUtxo");
  expect(problemsOf(lying(0), second).map(({ path }) => path)).toContain("inputs[0].nonWitnessUtxo");
});
