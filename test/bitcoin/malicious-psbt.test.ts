import { type Psbt, Transaction } from "bitcoinjs-lib";
import { describe, expect, test } from "vitest";
import {
  bitcoinAddress,
  checkBitcoinAddress,
  describePsbt,
  readPrivateKey,
  signBitcoinMessage,
  signPsbt,
} from "../../src/bitcoin/index.js";
import { buildPsbt, keyA, keyB, receiverAddress, secretA, secretB } from "./build-psbt.js";
import { checkLargeHex } from "./check-large-hex.js";
import {
  concatBytes,
  deriveScript,
  hash160,
  hex,
  type SpentOutput,
} from "./reference-implementation.js";
import { catchProblems, input, pay } from "./reject-unproven.js";

const unprovenValue = (index: number) => ({
  code: "previous_transaction",
  path: `inputs[${index}].nonWitnessUtxo`,
});

describe("an unproven value", () => {
  test("is rejected for a legacy input with an unrelated segwit redeem script", () => {
    const { psbt } = buildPsbt([input({ kind: "P2PKH", value: 10_000_000n })], [pay(99_000n)]);
    psbt.data.inputs[0] = {
      witnessUtxo: { script: deriveScript(secretA, "P2PKH"), value: 100_000n },
      redeemScript: deriveScript(secretB, "P2WPKH"),
    };
    expect(catchProblems(psbt)[0]).toMatchObject(unprovenValue(0));
  });

  test("is accepted for nested segwit only if the redeem script matches its hash", () => {
    const inner = deriveScript(secretB, "P2WPKH");
    const script = concatBytes([0xa9, 0x14], hash160(inner), [0x87]);
    for (const redeemScript of [inner, deriveScript(secretA, "P2WPKH")]) {
      const { psbt } = buildPsbt(
        [input({ kind: "P2TR" }), input({ secret: secretB })],
        [pay(199_000n)],
      );
      psbt.data.inputs[1] = { witnessUtxo: { script, value: 100_000n }, redeemScript };
      if (redeemScript === inner) expect(signPsbt(psbt, keyA).signedInputs).toEqual([0]);
      else expect(catchProblems(psbt)).toMatchObject([unprovenValue(1)]);
    }
  });

  test.each([
    [[0x51, 2, 1, 1], true],
    [[0x60, 2, 1, 1], true],
    [[0x51, 40, ...Array(40).fill(1)], true],
    [[0x51, 41, ...Array(41).fill(1)], false],
    [[0x51, 1, 1], false],
    [[0x51, 3, 1, 1], false],
    [[0x50, 2, 1, 1], false],
    [[0x61, 2, 1, 1], false],
  ])("of the script %j is accepted beside a taproot signature: %s", (bytes, isSegwit) => {
    const { psbt } = buildPsbt([input({ kind: "P2TR" }), input()], [pay(199_000n)]);
    psbt.data.inputs[1] = { witnessUtxo: { script: Uint8Array.from(bytes), value: 100_000n } };
    expect(catchProblems(psbt)).toMatchObject(isSegwit ? [] : [unprovenValue(1)]);
  });

  test("is not proven by a taproot input that a script can spend", () => {
    const taproot = input({ kind: "P2TR", give: "both", merkleRoot: new Uint8Array(32).fill(9) });
    const { psbt } = buildPsbt([taproot, input(), input()], [pay(299_000n)]);
    expect(catchProblems(psbt)).toMatchObject([unprovenValue(1), unprovenValue(2)]);
    expect(
      signPsbt(
        buildPsbt([{ ...taproot, merkleRoot: undefined }, input(), input()], [pay(299_000n)]).psbt,
        keyA,
      ).complete,
    ).toBe(true);
  });

  test("is not proven by a taproot signature with ANYONECANPAY", () => {
    const open = input({ kind: "P2TR", sighash: 129 });
    const sighash = ["ALL|ANYONECANPAY"];
    expect(
      catchProblems(buildPsbt([open, input({ secret: secretB })], [pay(199_000n)]).psbt, {
        sighash,
      }),
    ).toMatchObject([unprovenValue(1)]);
    expect(catchProblems(buildPsbt([open, open], [pay(199_000n)]).psbt, { sighash })).toMatchObject(
      [unprovenValue(0), unprovenValue(1)],
    );
    expect(catchProblems(buildPsbt([open], [pay(99_000n)]).psbt, { sighash })).toEqual([]);
    const proven = buildPsbt(
      [open, input({ secret: secretB, give: "both" })],
      [pay(199_000n)],
    ).psbt;
    expect(signPsbt(proven, keyA, { sighash: ["ALL|ANYONECANPAY"] }).signedInputs).toEqual([0]);
  });

  test("is rejected if it is negative or above the total supply", () => {
    for (const value of [-9_000_000n, -1n, 2_100_000_000_000_001n]) {
      const { psbt } = buildPsbt(
        [input({ value: 10_000_000n }), input({ secret: secretB, kind: "P2TR" })],
        [pay(999_000n)],
      );
      (psbt.data.inputs[1]?.witnessUtxo as SpentOutput).value = value;
      expect(catchProblems(psbt, { allowUnprovenValues: true })[0]).toMatchObject({
        code: "input_value",
        path: "inputs[1].value",
      });
    }
    const supply = 2_100_000_000_000_000n;
    const { psbt } = buildPsbt([input({ value: supply })], [pay(supply - 1_000n)]);
    expect(signPsbt(psbt, keyA).complete).toBe(true);
  });

  test("is accepted only if allowUnprovenValues is true itself, not merely truthy", () => {
    const { psbt } = buildPsbt([input(), input()], [pay(199_000n)]);
    for (const allowUnprovenValues of ["false", "true", 1, {}])
      expect(catchProblems(psbt, { allowUnprovenValues })).toMatchObject([
        unprovenValue(0),
        unprovenValue(1),
      ]);
    expect(signPsbt(psbt, keyA, { allowUnprovenValues: true }).complete).toBe(true);
  });
});

test("rejects a PSBT with a negative output", () => {
  const { psbt } = buildPsbt([input()], [pay(99_001n), pay(99_002n)]);
  const negative = psbt.toHex().replace("b982010000000000", "18fcffffffffffff");
  expect(() => signPsbt(negative, keyA)).toThrow(
    /outputs\[0\]\.value: expected 0 to 2100000000000000 satoshis, got -1000/,
  );
});

describe("invalid options from plain JavaScript", () => {
  const { psbt } = buildPsbt([input()], [pay(99_000n)]);

  test.each(["expects", "expected", "outputs", "maxFeerate", "requirePreviousTransaction"])(
    "include the unknown option %s",
    (name) => {
      for (const value of [{ outputs: [] }, undefined])
        expect(() => signPsbt(psbt, keyA, { [name]: value })).toThrow(
          expect.objectContaining({
            kind: "configuration",
            message: `signPsbt: unknown option "${name}"`,
          }),
        );
    },
  );

  test.each(["amount", "satoshis", "Value"])(
    "include an expected output with %s instead of value",
    (name) => {
      const expected = { outputs: [{ address: receiverAddress, [name]: 5n }] };
      expect(catchProblems(psbt, { expect: expected })[0]).toMatchObject({
        code: "request",
        path: "expect.outputs[0].value",
      });
    },
  );

  test("do not include additional fields beside a value", () => {
    const outputs = [{ address: receiverAddress, value: 99_000n, label: "rent" }];
    expect(signPsbt(psbt, keyA, { expect: { outputs } }).complete).toBe(true);
    expect(
      signPsbt(psbt, keyA, {
        expect: { outputs: [{ address: receiverAddress, value: undefined }] },
      }).complete,
    ).toBe(true);
  });

  test.each(["P2SH", "P2WSH", "p2tr", "P2SH-P2WPKH", "", null, 0, "constructor"])(
    "include the address kind %j",
    (kind) => {
      for (const call of [
        () => bitcoinAddress(keyA, { kind: kind as never }),
        () => bitcoinAddress(keyA.publicKey, { kind: kind as never }),
        () => signBitcoinMessage("hello", keyA, { kind: kind as never }),
      ])
        expect(call).toThrow(/the kind is not P2PKH, P2WPKH or P2TR/);
    },
  );
});

describe("final scripts of another owner", () => {
  const buildWithOther = (kind: "P2PKH" | "P2WPKH" | "P2TR"): Psbt =>
    buildPsbt(
      [input({ give: "both" }), input({ secret: secretB, kind, give: "both" })],
      [pay(199_000n)],
    ).psbt;
  const cases = (["P2PKH", "P2WPKH", "P2TR"] as const).flatMap((kind) =>
    [
      { finalScriptSig: new Uint8Array(100).fill(1) },
      { finalScriptSig: new Uint8Array() },
      { finalScriptWitness: Uint8Array.of(0) },
      { finalScriptWitness: Uint8Array.of(1, 1, 1) },
    ].map((final) => [kind, final] as const),
  );

  test.each(cases)("for %s do not complete the PSBT if they are invalid: %j", (kind, final) => {
    const psbt = buildWithOther(kind);
    Object.assign(psbt.data.inputs[1] as object, final);
    expect(signPsbt(psbt, keyA)).toMatchObject({
      signedInputs: [0],
      complete: false,
      transaction: undefined,
    });
  });

  test.each(["P2PKH", "P2WPKH", "P2TR"] as const)(
    "for %s complete the PSBT only without additional pushes or scripts",
    (kind) => {
      const bothSigned = signPsbt(signPsbt(buildWithOther(kind), keyB).psbt, keyA).transaction;
      const { script, witness } = Transaction.fromHex(bothSigned?.hex ?? "").ins[1] ?? {};
      const serialized = (witness ?? []).map((item) => concatBytes([item.length], item));
      const final =
        kind === "P2PKH"
          ? { finalScriptSig: script }
          : { finalScriptWitness: concatBytes([serialized.length], ...serialized) };
      const signWith = (scripts: object) => {
        const psbt = buildWithOther(kind);
        Object.assign(psbt.data.inputs[1] as object, scripts);
        return signPsbt(psbt, keyA);
      };
      expect(signWith(final).transaction).toEqual(bothSigned);
      // The network rejects empty pushes, and a witness for a legacy input.
      const invalid =
        kind === "P2PKH"
          ? [
              { ...final, finalScriptWitness: Uint8Array.of(1, 0) },
              { finalScriptSig: concatBytes([0], script ?? []) },
            ]
          : [{ ...final, finalScriptSig: Uint8Array.of(0) }];
      for (const scripts of invalid) expect(signWith(scripts).complete).toBe(false);
    },
  );
});

test("rejects an address with a kelvin sign instead of a K", () => {
  const all = Array.from({ length: 60 }, (_, i) =>
    readPrivateKey((i + 1).toString(16).padStart(64, "0")),
  );
  const address = all
    .map((key) => bitcoinAddress(key, { network: "testnet" }).toUpperCase())
    .find((text) => text.includes("K")) as string;
  expect(checkBitcoinAddress(address, { network: "testnet" }).valid).toBe(true);
  expect(checkBitcoinAddress(address.replace("K", "\u212a"), { network: "testnet" })).toMatchObject(
    { code: "characters" },
  );
});

describe("a malicious PSBT", () => {
  const { psbt } = buildPsbt([input()], [pay(99_000n)]);

  test("is rejected if it contains an input twice", () => {
    const plain = psbt.data.getTransaction();
    const twice = Transaction.fromBuffer(plain);
    twice.ins.push({ ...(twice.ins[0] as Transaction["ins"][number]) });
    const field = (bytes: Uint8Array): string =>
      `0100${hex.encode(concatBytes([bytes.length], bytes))}`;
    expect(psbt.toHex()).toContain(field(plain));
    const doubled = `${psbt.toHex().replace(field(plain), field(twice.toBuffer()))}00`;
    expect(() => signPsbt(doubled, keyA)).toThrow(/the PSBT cannot be parsed/);
  });

  test("is rejected if it is truncated at any position", () => {
    const whole = psbt.toHex();
    for (let end = 0; end < whole.length; end++)
      expect(() => describePsbt(whole.slice(0, end))).toThrow(/the PSBT cannot be parsed/);
  });

  test("with kilobytes of data has a short description, and the full data in its outputs", () => {
    const data = concatBytes([0x6a, 0x4d, 0x20, 0x4e], new Uint8Array(20_000));
    const described = describePsbt(
      buildPsbt([input()], [pay(60_000n), { script: data, value: 0n }]).psbt,
      { owner: keyA },
    );
    expect(described.text.length).toBeLessThan(500);
    expect(described.text).toContain("of 20004 bytes");
    expect(described.outputs[1]?.script).toBe(hex.encode(data));
    const standard = concatBytes([0x6a, 0x4c, 80], new Uint8Array(80).fill(7));
    expect(
      describePsbt(buildPsbt([input()], [{ script: standard, value: 0n }]).psbt).text,
    ).toContain(hex.encode(standard));
  });

  test("with a lock time has a description with the earliest block or time", () => {
    const final = 0xffffffff;
    const describeLocked = (locktime: number, ...sequences: readonly number[]) => {
      const { psbt } = buildPsbt([input(), input()], [pay(60_000n)]);
      psbt.setLocktime(locktime);
      for (const [i, sequence] of sequences.entries()) psbt.setInputSequence(i, sequence);
      return describePsbt(psbt);
    };
    expect(describeLocked(900_000)).toMatchObject({
      notBefore: "block 900001",
      text: expect.stringMatching(/^It cannot be mined before block 900001\.$/m),
    });
    expect(describeLocked(499_999_999).notBefore).toBe("block 500000000");
    expect(describeLocked(500_000_000).notBefore).toBe("1985-11-05T00:53:20.000Z");
    expect(describeLocked(2 ** 32 - 1).notBefore).toBe("2106-02-07T06:28:15.000Z");
    expect(describeLocked(900_000, final).notBefore, "one final input").toBe("block 900001");
    for (const unlocked of [describeLocked(0), describeLocked(900_000, final, final)]) {
      expect(unlocked.notBefore).toBeUndefined();
      expect(unlocked.text).not.toContain("cannot be mined");
    }
  });

  test("of 200 kilobytes of hex is parsed, and rejected for one invalid character", () =>
    checkLargeHex(200_000));
});
