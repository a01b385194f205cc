import { Psbt, Transaction } from "bitcoinjs-lib";
import { describe, expect, test } from "vitest";
import { signPsbt } from "../../src/bitcoin/index.js";
import { isValidWitness } from "../../src/bitcoin/signatures/signatures.js";
import { buildPsbt, type InputPlan, keyA, keyB, secretA, secretB } from "./build-psbt.js";
import { deriveScript } from "./reference-implementation.js";
import {
  allowed,
  catchProblemPaths,
  catchProblems,
  input,
  make,
  pay,
  rejectUnproven,
  required,
  unprovenAt,
} from "./reject-unproven.js";

test("signs a single P2WPKH input unless previous transactions are required", () => {
  const { psbt } = buildPsbt([input()], [pay(90_000n)]);
  expect(signPsbt(psbt, keyA).complete).toBe(true);
  expect(signPsbt(psbt, keyA, { requirePreviousTransactions: false }).complete).toBe(true);
  for (const options of [required, { ...required, ...allowed }]) {
    expect(catchProblems(psbt, options)).toEqual([
      {
        code: "previous_transaction",
        path: "inputs[0].nonWitnessUtxo",
        severity: "fatal",
        expected: "the whole previous transaction",
        received: "nothing",
        message: "inputs[0].nonWitnessUtxo: expected the whole previous transaction, got nothing",
      },
    ]);
  }
});

test("rejects exactly the unproven inputs of all owners if previous transactions are required", () =>
  rejectUnproven(5));

test("reports an input without a value once", () => {
  const { psbt } = buildPsbt(
    [input({ give: "both" }), input({ secret: secretB, give: "nothing" })],
    [pay(90_000n)],
  );
  for (const options of [required, {}])
    expect(catchProblemPaths(psbt, options)).toEqual(["input_value inputs[1].witnessUtxo"]);
});

test("rejects a value that another signature does not commit to, unless proven or allowed", () => {
  const cases: [InputPlan[], number[]][] = [
    [
      [input(), input()],
      [0, 1],
    ],
    [[input(), input({ give: "both" })], [0]],
    [[input(), input({ secret: secretB, kind: "P2TR" })], [1]],
    [[input({ kind: "P2PKH" }), input({ secret: secretB })], [1]],
    [[input({ kind: "P2PKH" }), input()], [1]],
  ];
  for (const [inputs, unproven] of cases) {
    expect(catchProblemPaths(make(...inputs), {})).toEqual(unprovenAt(...unproven));
    const proven = make(...inputs.map((each) => ({ ...each, give: "both" as const })));
    for (const options of [{}, required])
      expect(signPsbt(proven, keyA, options).signedInputs).toContain(0);
    expect(signPsbt(make(...inputs), keyA, allowed).signedInputs).toContain(0);
  }
});

test("accepts all values with a proven taproot input of ours, unless it has ANYONECANPAY", () => {
  const others = [input(), input(), input({ secret: secretB })];
  const taproot = input({ kind: "P2TR", give: "both" });
  for (const sighash of [undefined, 0, 1]) {
    expect(signPsbt(make({ ...taproot, sighash }, ...others), keyA).signedInputs).toEqual([
      0, 1, 2,
    ]);
  }
  expect(
    catchProblemPaths(make({ ...taproot, sighash: 129 }, ...others), {
      sighash: ["ALL|ANYONECANPAY"],
    }),
  ).toEqual(unprovenAt(1, 2, 3));
  // Not proven: its kind can be forged too.
  expect(catchProblemPaths(make({ ...taproot, give: "witness" }, ...others), {})).toEqual(
    unprovenAt(0, 1, 2, 3),
  );
  expect(catchProblemPaths(make({ ...taproot, secret: secretB }, ...others), {})).toEqual(
    unprovenAt(1, 2, 3),
  );
});

test("requires no previous transactions for taproot signatures alone", () => {
  const taproot = input({ kind: "P2TR" });
  expect(signPsbt(make(taproot, taproot, input({ secret: secretB })), keyA).signedInputs).toEqual([
    0, 1,
  ]);
});

describe.each([
  ["of one key", secretA, keyA],
  ["of two keys of one owner", secretB, keyB],
])("rejects both of two PSBTs with one false input each: inputs %s", (_, secret, second) => {
  const value = 10_000_000n;
  const script = deriveScript(secret, "P2WPKH");
  const stranger = deriveScript(new Uint8Array(32).fill(3), "P2WPKH");
  const final = { finalScriptWitness: new Uint8Array(108).fill(1) };
  test.each([
    ["its value", "witness", (script: Uint8Array) => ({ witnessUtxo: { script, value: 1_000n } })],
    [
      "its value, beside a proven one",
      "both",
      (script: Uint8Array) => ({ witnessUtxo: { script, value: 1_000n } }),
    ],
    ["its owner", "both", () => ({ witnessUtxo: { script: stranger, value: 1_000n } })],
    [
      "its kind",
      "both",
      () => ({ witnessUtxo: { script: deriveScript(secretA, "P2TR"), value: 1_000n } }),
    ],
    [
      "its kind and owner",
      "both",
      () => ({ witnessUtxo: { script: deriveScript(secretB, "P2TR"), value: 1_000n } }),
    ],
    [
      "its signature",
      "both",
      (script: Uint8Array) => ({ witnessUtxo: { script, value: 1_000n }, ...final }),
    ],
  ] as const)("with a false claim about %s", (_claim, give, buildFalseInput) => {
    const honestInputs = [input({ value, give }), input({ secret, value, give })];
    const honest = buildPsbt(honestInputs, [pay(value)]);
    /** Builds the same transaction with a false claim about one input. */
    const buildForged = (at: number): Psbt => {
      const psbt = Psbt.fromBase64(honest.psbt.toBase64());
      psbt.data.inputs[at] = buildFalseInput(at === 0 ? deriveScript(secretA, "P2WPKH") : script);
      return psbt;
    };
    const first = signPsbt(buildForged(1), keyA, allowed);
    const other = signPsbt(buildForged(0), second, allowed);
    for (const { summary } of [first, other]) expect(summary.fee).toBe(1_000n);
    // Both signatures are valid in one transaction, with a fee of ten million satoshis.
    const transaction = Transaction.fromBuffer(honest.psbt.data.getTransaction());
    const honestTransaction = { transaction, spent: honest.spent };
    [first, other].forEach(({ psbt }, index) => {
      const { partialSig } = Psbt.fromBase64(psbt).data.inputs[index] as {
        partialSig: [{ signature: Uint8Array; pubkey: Uint8Array }];
      };
      const [{ signature, pubkey }] = partialSig;
      expect(isValidWitness({ ...honestTransaction, index }, [signature, pubkey])).toBe(true);
    });
    for (const options of [{}, required, { ...required, ...allowed }]) {
      expect(catchProblemPaths(buildForged(1), options)).toEqual(
        expect.arrayContaining(unprovenAt(1)),
      );
      expect(catchProblemPaths(buildForged(0), options, second)).toEqual(
        expect.arrayContaining(unprovenAt(0)),
      );
    }
  });
});
