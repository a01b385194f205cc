import * as real from "@bitcoinerlab/secp256k1";
import { Psbt, Transaction } from "bitcoinjs-lib";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { describePsbt, type SignPsbtOptions, setEcc, signPsbt } from "../../src/bitcoin/index.js";
import { type SigningProblem, UnsafeToSignError } from "../../src/errors/index.js";
import {
  buildPsbt,
  buildUntweakedScript,
  type InputPlan,
  keyA,
  receiverAddress,
  receiverScript,
  secretA,
  secretB,
} from "./build-psbt.js";
import { deriveAddress, deriveScript, type SpentOutput } from "./reference-implementation.js";

let signatures = 0;
beforeEach(() => {
  signatures = 0;
  setEcc({
    ...real,
    sign: (hash, secret) => {
      signatures++;
      return real.sign(hash, secret);
    },
    signSchnorr: (hash, secret, extra) => {
      signatures++;
      return real.signSchnorr(hash, secret, extra);
    },
  });
});
afterEach(() => setEcc(undefined));

/** What was refused; and nothing may have been signed. */
function problemsOf(psbt: Psbt, options?: SignPsbtOptions): readonly SigningProblem[] {
  let caught: unknown;
  try {
    signPsbt(psbt, keyA, options);
  } catch (error) {
    caught = error;
  }
  expect(caught).toBeInstanceOf(UnsafeToSignError);
  expect(signatures).toBe(0);
  const { problems, message } = caught as UnsafeToSignError;
  for (const problem of problems) {
    expect(problem.message).toContain(problem.expected);
    expect(problem.message).toContain(problem.actual);
    expect(message).toContain(problem.message);
  }
  return problems;
}

const input = (plan: Partial<InputPlan> = {}): InputPlan => ({
  secret: secretA,
  kind: "P2WPKH",
  value: 100_000n,
  ...plan,
});
const pay = (value: bigint, script = receiverScript): SpentOutput => ({ script, value });

describe("nothing is signed where", () => {
  test("an input's value is unknown, be it ours or another's", () => {
    for (const inputs of [
      [input({ give: "nothing" })],
      [input(), input({ secret: secretB, give: "nothing" })],
    ]) {
      const [problem] = problemsOf(buildPsbt(inputs, [pay(90_000n)]).psbt);
      expect(problem).toMatchObject({
        code: "input_value",
        path: `inputs[${inputs.length - 1}].witnessUtxo`,
      });
    }
  });

  test("an input that is not segwit comes without its previous transaction", () => {
    const { psbt } = buildPsbt([input({ kind: "P2PKH" })], [pay(90_000n)]);
    psbt.data.inputs[0] = {
      witnessUtxo: { script: deriveScript(secretA, "P2PKH"), value: 100_000n },
    };
    expect(problemsOf(psbt)).toMatchObject([
      { code: "previous_transaction" },
      { code: "nothing_to_sign" },
    ]);
  });

  test("the previous transaction is another one, none, or lacks the output", () => {
    const other = new Transaction();
    other.addInput(new Uint8Array(32), 0);
    other.addOutput(deriveScript(secretA, "P2WPKH"), 5_000_000n);
    for (const bytes of [other.toBuffer(), Uint8Array.of(1, 2, 3)]) {
      const { psbt } = buildPsbt([input({ give: "previous" })], [pay(90_000n)]);
      (psbt.data.inputs[0] as { nonWitnessUtxo: Uint8Array }).nonWitnessUtxo = bytes;
      expect(problemsOf(psbt)[0]?.code).toBe("previous_transaction");
    }
  });

  test("the value or the script beside the previous transaction contradicts it", () => {
    for (const lie of [{ value: 99_000n }, { script: deriveScript(secretB, "P2WPKH") }]) {
      const { psbt } = buildPsbt([input({ give: "both" })], [pay(90_000n)]);
      Object.assign(psbt.data.inputs[0]?.witnessUtxo as object, lie);
      expect(problemsOf(psbt)[0]?.code).toBe("input_value");
    }
  });

  test("the outputs exceed the inputs", () => {
    expect(problemsOf(buildPsbt([input()], [pay(100_001n)]).psbt)).toMatchObject([
      { code: "fee", actual: "-1 satoshis" },
    ]);
  });

  test("the fee's rate, sum or share is beyond its bound, and not where it is just within it", () => {
    const { psbt } = buildPsbt([input({ value: 10_000_000n })], [pay(9_800_000n)]);
    expect(problemsOf(psbt)).toMatchObject([
      { code: "fee", path: "feeRate", expected: "at most 1000 satoshis a virtual byte" },
    ]);
    expect(problemsOf(buildPsbt([input({ value: 1_000n })], [pay(740n)]).psbt)).toMatchObject([
      { code: "fee", actual: "260 satoshis, which is 26 %" },
    ]);
    expect(problemsOf(psbt, { maxFeeRate: 2_000, maxFee: 199_999n })).toMatchObject([
      { expected: "at most 199999 satoshis", actual: "200000 satoshis" },
    ]);
    expect(problemsOf(psbt, { maxFeeRate: 2_000, maxFeePercent: 1.99 })).toHaveLength(1);
    expect(problemsOf(psbt, { maxFeeRate: Number.NaN })).toHaveLength(1);
    expect(problemsOf(psbt, { maxFeeRate: 2_000, maxFeePercent: Number.NaN })).toHaveLength(1);
    expect(
      signPsbt(psbt, keyA, { maxFeeRate: 2_000, maxFee: 200_000n, maxFeePercent: 2 }).complete,
    ).toBe(true);
  });

  test("a sighash type leaves outputs or inputs open, unless it is allowed by name", () => {
    for (const kind of ["P2WPKH", "P2TR"] as const) {
      for (const [type, name] of [
        [2, "NONE"],
        [3, "SINGLE"],
        [129, "ALL|ANYONECANPAY"],
        [130, "NONE|ANYONECANPAY"],
        [131, "SINGLE|ANYONECANPAY"],
      ] as const) {
        signatures = 0;
        const { psbt } = buildPsbt([input({ kind, sighash: type })], [pay(99_000n)]);
        expect(problemsOf(psbt)).toMatchObject([
          { code: "sighash", path: "inputs[0].sighashType", actual: name },
        ]);
        expect(signPsbt(psbt, keyA, { sighash: [name] }).complete).toBe(true);
      }
    }
  });

  test.each([4, 128, 255, 65])(
    "a sighash type that does not exist (%i) is asked for",
    (sighash) => {
      const { psbt } = buildPsbt([input({ sighash })], [pay(99_000n)]);
      expect(problemsOf(psbt, { sighash: ["NONE", "SINGLE", "ALL|ANYONECANPAY"] })).toMatchObject([
        { code: "sighash" },
      ]);
    },
  );

  test("taproot's default type is asked for elsewhere, or SINGLE without its output", () => {
    expect(problemsOf(buildPsbt([input({ sighash: 0 })], [pay(99_000n)]).psbt)).toMatchObject([
      { actual: "DEFAULT" },
    ]);
    const { psbt } = buildPsbt([input(), input({ sighash: 3 })], [pay(199_000n)]);
    expect(problemsOf(psbt, { sighash: ["SINGLE"], allowUnprovenValues: true })).toMatchObject([
      { path: "inputs[1].sighashType", actual: "1 outputs" },
    ]);
  });

  test("no input is the key's", () => {
    expect(problemsOf(buildPsbt([input({ secret: secretB })], [pay(99_000n)]).psbt)).toMatchObject([
      { code: "nothing_to_sign" },
    ]);
    const signed = signPsbt(buildPsbt([input()], [pay(99_000n)]).psbt, keyA);
    signatures = 0;
    expect(problemsOf(Psbt.fromBase64(signed.psbt))).toMatchObject([{ code: "nothing_to_sign" }]);
  });

  test("a taproot output pays to the key without its tweak, and the error says so", () => {
    const { psbt } = buildPsbt([input({ kind: "P2TR" })], [pay(99_000n)]);
    (psbt.data.inputs[0]?.witnessUtxo as SpentOutput).script = buildUntweakedScript(secretA);
    expect(problemsOf(psbt)).toMatchObject([
      { code: "nothing_to_sign", actual: expect.stringContaining("without taproot's tweak") },
    ]);
  });

  test("every problem is in one error", () => {
    const { psbt } = buildPsbt(
      [input({ sighash: 2, value: 10_000_000n }), input({ give: "nothing" })],
      [pay(1_000n)],
    );
    expect(
      problemsOf(psbt, { expect: { outputs: [{ address: receiverAddress, value: 2n }] } }).map(
        ({ code }) => code,
      ),
    ).toEqual(["input_value", "sighash", "outputs", "outputs"]);
  });

  test.each([
    "",
    "no psbt",
    "cHNidP8=",
    "70736274ff",
    "ff",
    {} as never,
    undefined as never,
    new Uint8Array(),
  ])("%j is no PSBT", (psbt) => {
    expect(() => signPsbt(psbt, keyA)).toThrow(/no PSBT that can be read/);
    expect(() => describePsbt(psbt)).toThrow(/no PSBT that can be read/);
  });
});

describe("expected outputs", () => {
  const change = deriveScript(secretA, "P2TR");
  const make = (...outputs: SpentOutput[]): Psbt => buildPsbt([input()], outputs).psbt;
  const wanted = { address: receiverAddress, value: 60_000n };

  test("are found beside change to the key, whichever of its addresses it goes to", () => {
    for (const outputs of [
      [pay(60_000n), pay(39_000n, change)],
      [pay(39_000n, deriveScript(secretA, "P2WPKH")), pay(60_000n)],
    ]) {
      expect(signPsbt(make(...outputs), keyA, { expect: { outputs: [wanted] } }).complete).toBe(
        true,
      );
    }
  });

  test("with another amount, to another address, missing, or one too many are refused", () => {
    expect(
      problemsOf(make(pay(60_001n), pay(38_000n, change)), { expect: { outputs: [wanted] } }),
    ).toMatchObject([
      {
        path: "expect.outputs[0]",
        expected: `60000 satoshis to ${receiverAddress}`,
        actual: "60001 satoshis to it",
      },
      { path: "outputs[0]", actual: `60001 satoshis to ${receiverAddress}` },
    ]);
    const stranger = deriveScript(secretB, "P2WPKH");
    expect(
      problemsOf(make(pay(60_000n, stranger)), {
        expect: { outputs: [wanted] },
        maxFeePercent: 50,
      }),
    ).toHaveLength(2);
    expect(
      problemsOf(make(pay(60_000n), pay(39_000n, stranger)), { expect: { outputs: [wanted] } }),
    ).toMatchObject([
      { path: "outputs[1]", actual: `39000 satoshis to ${deriveAddress(secretB, "P2WPKH")}` },
    ]);
    expect(problemsOf(make(pay(99_000n)), { expect: { outputs: [] } })).toHaveLength(1);
    expect(
      problemsOf(make(pay(90_000n), pay(0n, Uint8Array.of(0x6a, 1, 2))), {
        expect: { outputs: [{ address: receiverAddress, value: 90_000n }] },
      }),
    ).toMatchObject([{ actual: "0 satoshis to the script 6a0102" }]);
  });

  test("count each output once, and an amount left out takes none from an exact one", () => {
    expect(
      problemsOf(make(pay(60_000n), pay(39_000n, change)), {
        expect: { outputs: [wanted, wanted] },
      }),
    ).toHaveLength(1);
    const both = make(pay(39_000n), pay(60_000n));
    expect(
      signPsbt(both, keyA, { expect: { outputs: [{ address: receiverAddress }, wanted] } })
        .complete,
    ).toBe(true);
  });

  test("with an address that is none, or of another network, are refused", () => {
    for (const address of [
      "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5",
      "tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx",
    ]) {
      expect(
        problemsOf(make(pay(99_000n)), { expect: { outputs: [{ address }] } })[0],
      ).toMatchObject({
        path: "expect.outputs[0].address",
      });
    }
  });

  test("that are no list are refused, and do not mean any receiver", () => {
    for (const expected of [
      {},
      { outputs: null },
      { outputs: undefined },
      { output: [wanted] },
      { outputs: wanted },
      null,
      [wanted],
    ]) {
      const problems = problemsOf(make(pay(60_000n), pay(39_000n, change)), {
        expect: expected as never,
      });
      expect(problems).toMatchObject([{ code: "request", path: "expect.outputs" }]);
    }
  });

  test("that are a list with nothing usable in it are refused", () => {
    for (const entries of [
      new Array(1),
      [null, undefined],
      ["bc1"],
      [{}],
      [{ address: receiverAddress, value: 60_000 }, 7],
    ]) {
      const problems = problemsOf(make(pay(60_000n), pay(39_000n, change)), {
        expect: { outputs: entries as never },
      });
      expect(problems).toMatchObject([...entries, 0].map(() => ({ code: "outputs" })));
    }
  });
});

describe("a described PSBT", () => {
  test("says who pays, who gets how much, what comes back and the fee", () => {
    const { psbt } = buildPsbt(
      [input(), input({ secret: secretB, kind: "P2TR", value: 50_000n })],
      [
        pay(60_000n),
        pay(38_500n, deriveScript(secretA, "P2WPKH")),
        pay(50_000n, Uint8Array.of(0x6a)),
      ],
    );
    const described = describePsbt(psbt, { owner: deriveAddress(secretA, "P2WPKH") });
    expect(described).toMatchObject({ fee: 1_500n, spent: 100_000n, returned: 38_500n });
    expect(
      described.inputs.map(({ ours, kind, value, address }) => ({ ours, kind, value, address })),
    ).toEqual([
      { ours: true, kind: "P2WPKH", value: 100_000n, address: deriveAddress(secretA, "P2WPKH") },
      { ours: false, kind: "P2TR", value: 50_000n, address: deriveAddress(secretB, "P2TR") },
    ]);
    expect(described.text.split("\n")).toEqual([
      "You spend 0.00100000 BTC from 1 of 2 inputs.",
      `0.00060000 BTC to ${receiverAddress}`,
      `0.00038500 BTC back to you at ${deriveAddress(secretA, "P2WPKH")}`,
      "0.00050000 BTC to no address (script 6a)",
      "In all you are poorer by 0.00061500 BTC.",
      `Fee: 0.00001500 BTC (about ${(1_500 / described.virtualSize).toFixed(1)} satoshis a virtual byte).`,
    ]);
    for (const owner of [keyA, keyA.publicKey, [keyA]])
      expect(describePsbt(psbt, { owner }).spent).toBe(100_000n);
    expect(signatures).toBe(0);
  });

  test("without an owner, or with an unknown value, claims neither ownership nor a fee", () => {
    const described = describePsbt(
      buildPsbt([input(), input({ give: "nothing" })], [pay(60_000n)]).psbt,
    );
    expect(described).toMatchObject({ fee: undefined, feeRate: undefined, spent: 0n });
    expect(described.inputs[1]?.problem).toContain("witnessUtxo");
    expect(described.text).toContain("None of the 2 inputs is known to be yours.");
    expect(described.text).toContain("The fee is unknown");
    expect(() => describePsbt(buildPsbt([input()], [pay(1n)]).psbt, { owner: "nobody" })).toThrow(
      /neither a key nor an address/,
    );
  });
});
