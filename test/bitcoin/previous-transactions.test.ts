import * as real from "@bitcoinerlab/secp256k1";
import { Psbt } from "bitcoinjs-lib";
import fc from "fast-check";
import { afterEach, describe, expect, test, vi } from "vitest";
import { type SignPsbtOptions, setEcc, signPsbt } from "../../src/bitcoin/index.js";
import { isValidWitness } from "../../src/bitcoin/shared/signatures.js";
import { UnsafeToSignError } from "../../src/errors/index.js";
import {
  buildPsbt,
  type InputPlan,
  keyA,
  keyB,
  receiverScript,
  secretA,
  secretB,
} from "./build-psbt.js";
import { deriveScript, type Kind } from "./reference-implementation.js";

const required = { requirePreviousTransactions: true };
const allowed = { allowUnprovenValues: true };
const pay = (value: bigint) => [{ script: receiverScript, value }];
const input = (plan: Partial<InputPlan> = {}): InputPlan => ({
  secret: secretA,
  kind: "P2WPKH",
  value: 100_000n,
  ...plan,
});
const make = (...inputs: InputPlan[]): Psbt =>
  buildPsbt(inputs, pay(inputs.reduce((sum, { value }) => sum + value, -2_000n))).psbt;

afterEach(() => setEcc(undefined));

/** The problems that were named; and nothing may have been signed. */
function problemsOf(psbt: Psbt, key = keyA, options: SignPsbtOptions = required) {
  const sign = vi.fn(real.sign);
  const signSchnorr = vi.fn(real.signSchnorr);
  setEcc({ ...real, sign, signSchnorr });
  try {
    signPsbt(psbt, key, options);
  } catch (error) {
    expect(error).toBeInstanceOf(UnsafeToSignError);
    expect(sign).not.toHaveBeenCalled();
    expect(signSchnorr).not.toHaveBeenCalled();
    return (error as UnsafeToSignError).problems;
  } finally {
    setEcc(undefined);
  }
  return [];
}
const pathsOf = (psbt: Psbt, options: SignPsbtOptions, key = keyA): string[] =>
  problemsOf(psbt, key, options).map(({ code, path }) => `${code} ${path}`);
const unprovenAt = (...indices: number[]): string[] =>
  indices.map((i) => `previous_transaction inputs[${i}].nonWitnessUtxo`);

test("a P2WPKH input alone vouches for its own value and is signed, unless previous transactions are required", () => {
  const { psbt } = buildPsbt([input()], pay(90_000n));
  expect(signPsbt(psbt, keyA).complete).toBe(true);
  expect(signPsbt(psbt, keyA, { requirePreviousTransactions: false }).complete).toBe(true);
  for (const options of [required, { ...required, ...allowed }]) {
    expect(problemsOf(psbt, keyA, options)).toEqual([
      {
        code: "previous_transaction",
        path: "inputs[0].nonWitnessUtxo",
        expected: "the whole previous transaction",
        actual: "nothing",
        message: "inputs[0].nonWitnessUtxo: expected the whole previous transaction, got nothing",
      },
    ]);
  }
});

test("with previous transactions required, exactly the inputs are refused that nothing proves, whoever owns them", () => {
  const plan = fc.record({
    secret: fc.constantFrom(secretA, secretB),
    kind: fc.constantFrom<Kind>("P2WPKH", "P2TR"),
    value: fc.bigInt({ min: 50_000n, max: 90_000n }),
    give: fc.constantFrom("previous" as const, "witness" as const, "both" as const),
  });
  fc.assert(
    fc.property(fc.array(plan, { maxLength: 4 }), (others) => {
      const inputs = [input({ give: "both" }), ...others];
      // Our taproot signature commits to every value, where it is proven that it must be there.
      const isCommitted = others.some(
        ({ secret, kind, give }) => secret === secretA && kind === "P2TR" && give !== "witness",
      );
      const isRefused = ({ kind, give }: InputPlan): boolean =>
        give === "witness" && (kind === "P2WPKH" || !isCommitted);
      expect(pathsOf(make(...inputs), required)).toEqual(
        unprovenAt(...inputs.flatMap((each, i) => (isRefused(each) ? i : []))),
      );
    }),
    { numRuns: 60 },
  );
});

test("an input with no value at all is named once", () => {
  const { psbt } = buildPsbt(
    [input({ give: "both" }), input({ secret: secretB, give: "nothing" })],
    pay(90_000n),
  );
  for (const options of [required, {}])
    expect(pathsOf(psbt, options)).toEqual(["input_value inputs[1].witnessUtxo"]);
});

test("a value that another input's signature does not commit to is refused until it is proven or allowed", () => {
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
    expect(pathsOf(make(...inputs), {})).toEqual(unprovenAt(...unproven));
    const proven = inputs.map((each) => ({ ...each, give: "both" as const }));
    for (const options of [{}, required])
      expect(signPsbt(make(...proven), keyA, options).signedInputs).toContain(0);
    expect(signPsbt(make(...inputs), keyA, allowed).signedInputs).toContain(0);
  }
});

test("a proven taproot input of ours vouches for all values, unless its sighash type leaves them out", () => {
  const beside = [input(), input(), input({ secret: secretB })];
  const taproot = input({ kind: "P2TR", give: "both" });
  for (const sighash of [undefined, 0, 1]) {
    expect(signPsbt(make({ ...taproot, sighash }, ...beside), keyA).signedInputs).toEqual([
      0, 1, 2,
    ]);
  }
  expect(
    pathsOf(make({ ...taproot, sighash: 129 }, ...beside), { sighash: ["ALL|ANYONECANPAY"] }),
  ).toEqual(unprovenAt(1, 2, 3));
  // Not proven: whoever lies about a value can lie about the kind.
  expect(pathsOf(make({ ...taproot, give: "witness" }, ...beside), {})).toEqual(
    unprovenAt(0, 1, 2, 3),
  );
  expect(pathsOf(make({ ...taproot, secret: secretB }, ...beside), {})).toEqual(
    unprovenAt(1, 2, 3),
  );
});

test("where only taproot signatures are made, nothing needs a previous transaction", () => {
  const own = input({ kind: "P2TR" });
  expect(signPsbt(make(own, own, input({ secret: secretB })), keyA).signedInputs).toEqual([0, 1]);
});

describe.each([
  ["of one key", secretA, keyA],
  ["of two keys of one owner", secretB, keyB],
])(
  "two PSBTs that each lie about one input make a fee that nobody saw: inputs %s",
  (_, secret, second) => {
    const value = 10_000_000n;
    const script = deriveScript(secret, "P2WPKH");
    const stranger = deriveScript(new Uint8Array(32).fill(3), "P2WPKH");
    const final = { finalScriptWitness: new Uint8Array(108).fill(1) };
    test.each([
      [
        "its value",
        "witness",
        (truth: Uint8Array) => ({ witnessUtxo: { script: truth, value: 1_000n } }),
      ],
      [
        "its value, beside a proven one",
        "both",
        (truth: Uint8Array) => ({ witnessUtxo: { script: truth, value: 1_000n } }),
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
        "its being signed",
        "both",
        (truth: Uint8Array) => ({ witnessUtxo: { script: truth, value: 1_000n }, ...final }),
      ],
    ] as const)("both are refused that lie about %s", (_lie, give, lie) => {
      const truth = [input({ value, give }), input({ secret, value, give })];
      const honest = buildPsbt(truth, pay(value));
      /** The same transaction, with a lie about one input. */
      const lying = (about: number): Psbt => {
        const psbt = Psbt.fromBase64(honest.psbt.toBase64());
        psbt.data.inputs[about] = lie(about === 0 ? deriveScript(secretA, "P2WPKH") : script);
        return psbt;
      };
      const first = signPsbt(lying(1), keyA, allowed);
      const other = signPsbt(lying(0), second, allowed);
      for (const { summary } of [first, other]) expect(summary.fee).toBe(1_000n);
      // Each signed for the value that was true in its own PSBT: together they spend ten million satoshis for the miner.
      const transaction = honest.psbt.data.globalMap.unsignedTx as unknown as {
        tx: Parameters<typeof isValidWitness>[1];
      };
      [first, other].forEach(({ psbt }, index) => {
        const { partialSig } = Psbt.fromBase64(psbt).data.inputs[index] as {
          partialSig: [{ signature: Uint8Array; pubkey: Uint8Array }];
        };
        const [{ signature, pubkey }] = partialSig;
        expect(isValidWitness([signature, pubkey], transaction.tx, index, honest.spent)).toBe(true);
      });
      for (const options of [{}, required, { ...required, ...allowed }]) {
        expect(pathsOf(lying(1), options)).toEqual(expect.arrayContaining(unprovenAt(1)));
        expect(pathsOf(lying(0), options, second)).toEqual(expect.arrayContaining(unprovenAt(0)));
      }
    });
  },
);
