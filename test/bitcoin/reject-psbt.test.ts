import { Psbt, Transaction } from "bitcoinjs-lib";
import { describe, expect, test } from "vitest";
import { describePsbt, signPsbt } from "../../src/bitcoin/index.js";
import {
  buildPsbt,
  buildUntweakedScript,
  keyA,
  receiverAddress,
  secretA,
  secretB,
} from "./build-psbt.js";
import { deriveAddress, deriveScript, type SpentOutput } from "./reference-implementation.js";
import { catchProblems, input, pay } from "./reject-unproven.js";

describe("signPsbt rejects", () => {
  test("an unknown value of any input", () => {
    for (const inputs of [
      [input({ give: "nothing" })],
      [input(), input({ secret: secretB, give: "nothing" })],
    ]) {
      const [problem] = catchProblems(buildPsbt(inputs, [pay(90_000n)]).psbt);
      expect(problem).toMatchObject({
        code: "input_value",
        path: `inputs[${inputs.length - 1}].witnessUtxo`,
      });
    }
  });

  test("a legacy input without its previous transaction", () => {
    const { psbt } = buildPsbt([input({ kind: "P2PKH" })], [pay(90_000n)]);
    psbt.data.inputs[0] = {
      witnessUtxo: { script: deriveScript(secretA, "P2PKH"), value: 100_000n },
    };
    expect(catchProblems(psbt)).toMatchObject([
      { code: "previous_transaction" },
      { code: "nothing_to_sign" },
    ]);
  });

  test("a previous transaction with another id or with malformed bytes", () => {
    const other = new Transaction();
    other.addInput(new Uint8Array(32), 0);
    other.addOutput(deriveScript(secretA, "P2WPKH"), 5_000_000n);
    for (const bytes of [other.toBuffer(), Uint8Array.of(1, 2, 3)]) {
      const { psbt } = buildPsbt([input({ give: "previous" })], [pay(90_000n)]);
      (psbt.data.inputs[0] as { nonWitnessUtxo: Uint8Array }).nonWitnessUtxo = bytes;
      expect(catchProblems(psbt)[0]?.code).toBe("previous_transaction");
    }
  });

  test("a value or script that differs from the previous transaction", () => {
    const script = deriveScript(secretB, "P2WPKH");
    for (const difference of [{ value: 99_000n }, { value: 100_001n }, { script }]) {
      const { psbt } = buildPsbt([input({ give: "both" })], [pay(90_000n)]);
      Object.assign(psbt.data.inputs[0]?.witnessUtxo as object, difference);
      expect(catchProblems(psbt)[0]?.code).toBe("input_value");
    }
  });

  test("outputs that exceed the inputs", () => {
    expect(catchProblems(buildPsbt([input()], [pay(100_001n)]).psbt)).toMatchObject([
      { code: "fee", received: "-1 satoshis" },
    ]);
  });

  test("a fee above a limit, but not at the limit", () => {
    const { psbt } = buildPsbt([input({ value: 10_000_000n })], [pay(9_800_000n)]);
    expect(catchProblems(psbt)).toMatchObject([
      { code: "fee", path: "feeRate", expected: "at most 1000 satoshis per virtual byte" },
    ]);
    expect(catchProblems(buildPsbt([input({ value: 1_000n })], [pay(740n)]).psbt)).toMatchObject([
      { code: "fee", received: "260 satoshis" },
    ]);
    expect(catchProblems(psbt, { maxFeeRate: 2_000, maxFee: 199_999n })).toMatchObject([
      { expected: "at most 199999 satoshis", received: "200000 satoshis" },
    ]);
    expect(catchProblems(psbt, { maxFeeRate: 2_000, maxFeePercent: 1.99 })).toHaveLength(1);
    expect(catchProblems(psbt, { maxFeeRate: Number.NaN })).toHaveLength(1);
    expect(catchProblems(psbt, { maxFeeRate: 2_000, maxFeePercent: Number.NaN })).toHaveLength(1);
    expect(
      signPsbt(psbt, keyA, { maxFeeRate: 2_000, maxFee: 200_000n, maxFeePercent: 2 }).complete,
    ).toBe(true);
  });

  test("a fee above maxFeePercent by one satoshi", () => {
    for (const [fee, maxFeePercent] of [
      [2_500_000n, undefined],
      [250_000n, 2.5],
      [1_999n, 0.01999],
      [0n, 0],
    ] as const) {
      const problemsOf = (fee: bigint) =>
        catchProblems(buildPsbt([input({ value: 10_000_000n })], [pay(10_000_000n - fee)]).psbt, {
          maxFeeRate: 100_000,
          maxFeePercent,
        });
      expect(problemsOf(fee)).toEqual([]);
      expect(problemsOf(fee + 1n)).toMatchObject([{ code: "fee", path: "fee" }]);
    }
  });

  test("sighash types that do not commit to everything, unless allowed by name", () => {
    for (const kind of ["P2WPKH", "P2TR"] as const) {
      for (const [type, name] of [
        [2, "NONE"],
        [3, "SINGLE"],
        [129, "ALL|ANYONECANPAY"],
        [130, "NONE|ANYONECANPAY"],
        [131, "SINGLE|ANYONECANPAY"],
      ] as const) {
        const { psbt } = buildPsbt([input({ kind, sighash: type })], [pay(99_000n)]);
        expect(catchProblems(psbt)).toMatchObject([
          { code: "sighash", path: "inputs[0].sighashType", received: name },
        ]);
        expect(signPsbt(psbt, keyA, { sighash: [name] }).complete).toBe(true);
      }
    }
  });

  test.each([4, 128, 255, 65])("the unknown sighash type %i", (sighash) => {
    const { psbt } = buildPsbt([input({ sighash })], [pay(99_000n)]);
    expect(catchProblems(psbt, { sighash: ["NONE", "SINGLE", "ALL|ANYONECANPAY"] })).toMatchObject([
      { code: "sighash" },
    ]);
  });

  test("DEFAULT for other inputs than taproot, and SINGLE without its output", () => {
    expect(catchProblems(buildPsbt([input({ sighash: 0 })], [pay(99_000n)]).psbt)).toMatchObject([
      { received: "DEFAULT" },
    ]);
    const { psbt } = buildPsbt([input(), input({ sighash: 3 })], [pay(199_000n)]);
    expect(catchProblems(psbt, { sighash: ["SINGLE"], allowUnprovenValues: true })).toMatchObject([
      { path: "inputs[1].sighashType", received: "1 outputs" },
    ]);
  });

  test("a PSBT without an unsigned input of the key", () => {
    expect(
      catchProblems(buildPsbt([input({ secret: secretB })], [pay(99_000n)]).psbt),
    ).toMatchObject([{ code: "nothing_to_sign" }]);
    const signed = signPsbt(buildPsbt([input()], [pay(99_000n)]).psbt, keyA);
    expect(catchProblems(Psbt.fromBase64(signed.psbt))).toMatchObject([
      { code: "nothing_to_sign" },
    ]);
  });

  test("a taproot input that pays to the untweaked key", () => {
    const { psbt } = buildPsbt([input({ kind: "P2TR" })], [pay(99_000n)]);
    (psbt.data.inputs[0]?.witnessUtxo as SpentOutput).script = buildUntweakedScript(secretA);
    expect(catchProblems(psbt)).toMatchObject([
      { code: "nothing_to_sign", received: expect.stringContaining("without the taproot tweak") },
    ]);
  });

  test("with all problems in one error", () => {
    const { psbt } = buildPsbt(
      [input({ sighash: 2, value: 10_000_000n }), input({ give: "nothing" })],
      [pay(1_000n)],
    );
    expect(
      catchProblems(psbt, { expect: { outputs: [{ address: receiverAddress, value: 2n }] } }).map(
        ({ code }) => code,
      ),
    ).toEqual(["input_value", "sighash", "outputs", "outputs"]);
  });

  test.each([
    "",
    "not a PSBT",
    "cHNidP8=",
    "70736274ff",
    "ff",
    {} as never,
    undefined as never,
    new Uint8Array(),
  ])("the malformed PSBT %j", (psbt) => {
    expect(() => signPsbt(psbt, keyA)).toThrow(/the PSBT cannot be parsed/);
    expect(() => describePsbt(psbt)).toThrow(/the PSBT cannot be parsed/);
  });
});

describe("expected outputs", () => {
  const change = deriveScript(secretA, "P2TR");
  const buildWith = (...outputs: SpentOutput[]): Psbt => buildPsbt([input()], outputs).psbt;
  const expectedOutput = { address: receiverAddress, value: 60_000n };

  test("may be combined with change to any address of the key", () => {
    for (const outputs of [
      [pay(60_000n), pay(39_000n, change)],
      [pay(39_000n, deriveScript(secretA, "P2WPKH")), pay(60_000n)],
    ]) {
      expect(
        signPsbt(buildWith(...outputs), keyA, { expect: { outputs: [expectedOutput] } }).complete,
      ).toBe(true);
    }
  });

  test("must match in amount, address and number", () => {
    expect(
      catchProblems(buildWith(pay(60_001n), pay(38_000n, change)), {
        expect: { outputs: [expectedOutput] },
      }),
    ).toMatchObject([
      {
        path: "expect.outputs[0]",
        expected: `60000 satoshis to ${receiverAddress}`,
        received: "60001 satoshis to it",
      },
      { path: "outputs[0]", received: `60001 satoshis to ${receiverAddress}` },
    ]);
    const stranger = deriveScript(secretB, "P2WPKH");
    expect(
      catchProblems(buildWith(pay(60_000n, stranger)), {
        expect: { outputs: [expectedOutput] },
        maxFeePercent: 50,
      }),
    ).toHaveLength(2);
    expect(
      catchProblems(buildWith(pay(60_000n), pay(39_000n, stranger)), {
        expect: { outputs: [expectedOutput] },
      }),
    ).toMatchObject([
      { path: "outputs[1]", received: `39000 satoshis to ${deriveAddress(secretB, "P2WPKH")}` },
    ]);
    expect(catchProblems(buildWith(pay(99_000n)), { expect: { outputs: [] } })).toHaveLength(1);
    expect(
      catchProblems(buildWith(pay(90_000n), pay(0n, Uint8Array.of(0x6a, 1, 2))), {
        expect: { outputs: [{ address: receiverAddress, value: 90_000n }] },
      }),
    ).toMatchObject([{ received: "0 satoshis to the script 6a0102" }]);
  });

  test("match each output once, exact amounts first", () => {
    expect(
      catchProblems(buildWith(pay(60_000n), pay(39_000n, change)), {
        expect: { outputs: [expectedOutput, expectedOutput] },
      }),
    ).toHaveLength(1);
    const both = buildWith(pay(39_000n), pay(60_000n));
    expect(
      signPsbt(both, keyA, { expect: { outputs: [{ address: receiverAddress }, expectedOutput] } })
        .complete,
    ).toBe(true);
  });

  test("are named by their position in the list, although amounts are matched first", () => {
    const anyValue = { address: receiverAddress, amount: 5n };
    const other = { address: deriveAddress(secretB, "P2WPKH"), value: 39_000n };
    const psbt = buildWith(pay(60_000n), pay(39_001n, change));
    for (const outputs of [
      [anyValue, other],
      [other, anyValue],
    ])
      expect(catchProblems(psbt, { expect: { outputs } })).toMatchObject(
        outputs
          .map((each, i) =>
            each === anyValue
              ? { code: "request", path: `expect.outputs[${i}].value` }
              : { code: "outputs", path: `expect.outputs[${i}]` },
          )
          .sort((a, b) => (a.code < b.code ? -1 : 1)),
      );
  });

  test("must have valid addresses of the network", () => {
    for (const address of [
      "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5",
      "tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx",
    ]) {
      expect(
        catchProblems(buildWith(pay(99_000n)), { expect: { outputs: [{ address }] } })[0],
      ).toMatchObject({
        path: "expect.outputs[0].address",
      });
    }
  });

  test("must be a list", () => {
    for (const expected of [
      {},
      { outputs: null },
      { outputs: undefined },
      { outputs: expectedOutput },
      null,
      [expectedOutput],
    ]) {
      const problems = catchProblems(buildWith(pay(60_000n), pay(39_000n, change)), {
        expect: expected as never,
      });
      expect(problems).toMatchObject([{ code: "request", path: "expect.outputs" }]);
    }
  });

  test("must be a list of valid entries", () => {
    for (const entries of [
      new Array(1),
      [null, undefined],
      ["bc1"],
      [{}],
      [{ address: receiverAddress, value: 60_000 }, 7],
    ]) {
      const problems = catchProblems(buildWith(pay(60_000n), pay(39_000n, change)), {
        expect: { outputs: entries as never },
      });
      expect(problems).toMatchObject([...entries, 0].map(() => ({ code: "outputs" })));
    }
  });
});

describe("describePsbt", () => {
  test("describes inputs, outputs, change, total cost and fee", () => {
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
      "Total cost: 0.00061500 BTC.",
      `Fee: 0.00001500 BTC (about ${(1_500 / described.virtualSize).toFixed(1)} satoshis per virtual byte, at most 7.5).`,
    ]);
    for (const owner of [keyA, keyA.publicKey, [keyA]])
      expect(describePsbt(psbt, { owner }).spent).toBe(100_000n);
  });

  test("writes large amounts with all digits", () => {
    const { psbt } = buildPsbt([input({ value: 1_234_567_890_123n })], [pay(1_234_567_889_000n)]);
    expect(describePsbt(psbt, { owner: keyA }).text).toContain("You spend 12345.67890123 BTC");
  });

  test.each([
    [100_000n, "Total cost: 0.00000000 BTC."],
    [140_000n, "Total gain: 0.00040000 BTC."],
    [101_001n, "Invalid transaction: the outputs exceed the inputs by 0.00000001 BTC."],
  ])("describes an owner who gets back %i of 100000 satoshis: %s", (back, line) => {
    const others = back === 140_000n ? 9_000n : 49_000n;
    const { psbt } = buildPsbt(
      [input(), input({ secret: secretB, value: 50_000n })],
      [pay(others), pay(back, deriveScript(secretA, "P2WPKH"))],
    );
    const { text } = describePsbt(psbt, { owner: deriveAddress(secretA, "P2WPKH") });
    expect(text.split("\n")).toContain(line);
  });

  test("reports no fee for unknown values, and no own inputs without an owner", () => {
    const described = describePsbt(
      buildPsbt([input(), input({ give: "nothing" })], [pay(60_000n)]).psbt,
    );
    expect(described).toMatchObject({ fee: undefined, feeRate: undefined, spent: 0n });
    expect(described.inputs[1]?.problem).toContain("witnessUtxo");
    expect(described.text).toContain("None of the 2 inputs is known to be yours.");
    expect(described.text).toContain("The fee is unknown");
    expect(() =>
      describePsbt(buildPsbt([input()], [pay(1n)]).psbt, { owner: "not an owner" }),
    ).toThrow(/neither a key nor an address/);
  });
});
