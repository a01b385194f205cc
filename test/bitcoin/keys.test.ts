import { inspect } from "node:util";
import { Psbt } from "bitcoinjs-lib";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import * as bitcoin from "../../src/bitcoin/index.js";
import { isBursarError, SigningError } from "../../src/errors/index.js";
import { base58check, concatBytes, getPublicKey, hex, toWif } from "./reference-implementation.js";

const { readPrivateKey } = bitcoin;
const secrets = fc
  .uint8Array({ minLength: 32, maxLength: 32 })
  .filter((bytes) => bytes.some(Boolean) && (bytes[0] as number) < 0xff);

describe("reading a private key", () => {
  test("the well-known WIF and its hex are one key", () => {
    const wif = "KwdMAjGmerYanjeui5SHS7JkmpZvVipYvB2LJGU1ZxJwYvP98617";
    const digits = "0c28fca386c7a227600b2fe50b7cae11ec86d3bf1fbe471be89827e19d72aa1d";
    const publicKey = "02d0de0aaeaefad02b8bdc8a01a1b8b11c696bd3d66a2c5f10780d95b7df42645c";
    for (const text of [wif, digits, digits.toUpperCase(), `0x${digits}`])
      expect(readPrivateKey(text).publicKey).toBe(publicKey);
    expect(hex.encode(getPublicKey(hex.decode(digits)))).toBe(publicKey);
    expect(toWif(hex.decode(digits))).toBe(wif);
  });

  test("random keys are read from WIF of their network and from no other", () => {
    fc.assert(
      fc.property(secrets, (secret) => {
        expect(readPrivateKey(toWif(secret)).publicKey).toBe(hex.encode(getPublicKey(secret)));
        const onTestnet = toWif(secret, 0xef);
        expect(readPrivateKey(onTestnet, { network: "testnet" }).network).toBe("testnet");
        expect(() => readPrivateKey(onTestnet)).toThrow("not one of mainnet");
        expect(() => readPrivateKey(toWif(secret), { network: "regtest" })).toThrow(
          "not one of regtest",
        );
      }),
      { numRuns: 30 },
    );
  });

  const order = "fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141";
  test.each([
    ["zero", "00".repeat(32), /out of range/],
    ["the order of the curve", order, /out of range/],
    ["zero as WIF", toWif(new Uint8Array(32)), /out of range/],
    ["an uncompressed key", "5HueCGU8rMjxEXxiPuD5BDku4MkFqeZyd4dZ1jvhTVqvbTLvyTJ", /uncompressed/],
    [
      "another last byte than 1",
      base58check.encode(concatBytes([0x80], new Uint8Array(32).fill(1), [2])),
      /not built as WIF/,
    ],
    ["an address", "1BgGZ9tcN4rm9KBzDn7KprQz87SZ26SAMH", /not as long as WIF/],
    ["63 digits", `${"ab".repeat(31)}a`, /neither WIF nor 64 hex digits|checksum/],
    ["nothing", "", /neither WIF nor 64 hex digits/],
    ["no text", 7 as never, /not a text/],
  ])("%s is refused", (_, text, message) => {
    expect(() => readPrivateKey(text)).toThrow(message);
    expect(() => readPrivateKey(text)).toThrow(SigningError);
  });

  test("one below the order of the curve is a key", () => {
    expect(readPrivateKey(`${order.slice(0, -1)}0`).publicKey).toBe(
      "0379be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798",
    );
  });
});

/** All that a log, a debugger or a report could show of a value. */
function everythingOf(value: unknown): string {
  const isError = value instanceof Error;
  return [
    String(value),
    inspect(value, { depth: 20, showHidden: true, getters: true }),
    JSON.stringify(value),
    JSON.stringify({ ...(value as object) }),
    isError
      ? [
          value.message,
          value.stack,
          inspect(value.cause),
          isBursarError(value) ? JSON.stringify(value.toJSON()) : "",
        ].join()
      : "",
  ].join("\n");
}

/** Every piece of eight characters of the forms in which a secret is known. */
function leaks(shown: string, ...forms: string[]): string[] {
  const lower = shown.toLowerCase();
  return forms
    .flatMap((form) =>
      Array.from({ length: Math.max(form.length - 7, 0) }, (_, i) => form.slice(i, i + 8)),
    )
    .filter((piece) => lower.includes(piece.toLowerCase()));
}

describe("a private key never shows", () => {
  test("not in anything that prints, serialises or copies the key", () => {
    fc.assert(
      fc.property(secrets, (secret) => {
        const key = readPrivateKey(toWif(secret));
        const shown = [
          everythingOf(key),
          everythingOf({ nested: [key] }),
          everythingOf(Object.getOwnPropertyDescriptors(key)),
          inspect(structuredClone({ ...key, toString: 0 })),
        ].join();
        expect(leaks(shown, hex.encode(secret), toWif(secret), [...secret].join(", "))).toEqual([]);
        expect(JSON.parse(JSON.stringify(key))).toEqual({
          publicKey: key.publicKey,
          network: "mainnet",
        });
        expect(Object.isFrozen(key)).toBe(true);
      }),
      { numRuns: 40 },
    );
  });

  test("not in the error about a key that was spoilt in any way", () => {
    const spoil = fc.constantFrom<(text: string) => string>(
      (text) => text.slice(1),
      (text) => text.slice(0, -1),
      (text) => `${text} `,
      (text) => `"${text}"`,
      (text) => text + text,
      (text) => text.replace(/.$/, (last) => (last === "2" ? "3" : "2")),
      (text) => text.replace(/^./, "0"),
      (text) => text.replace(/^.{5}/, "lIO0+"),
      (text) => `0X${text}`,
    );
    fc.assert(
      fc.property(secrets, spoil, fc.boolean(), (secret, change, asWif) => {
        const text = change(asWif ? toWif(secret) : hex.encode(secret));
        let caught: unknown;
        try {
          readPrivateKey(text);
        } catch (error) {
          caught = error;
        }
        fc.pre(caught !== undefined);
        expect(caught).toBeInstanceOf(SigningError);
        expect(leaks(everythingOf(caught), text, hex.encode(secret), toWif(secret))).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });

  test("not in the error of any function that was handed the text of a key for something else", () => {
    const text = toWif(hex.decode(`${"ab".repeat(31)}cd`));
    const key = readPrivateKey(text);
    const psbt = new Psbt().toBase64();
    const calls: (() => unknown)[] = [
      () => bitcoin.bitcoinAddress(text),
      () => bitcoin.describePsbt(text),
      () => bitcoin.describePsbt(psbt, { owner: text }),
      () => bitcoin.signPsbt(text, key),
      () => bitcoin.signPsbt(psbt, text as never),
      () => bitcoin.signPsbt(psbt, { ...key } as never),
      () => bitcoin.signPsbt(psbt, key, { expect: { outputs: [{ address: text }] } }),
      () => bitcoin.signPsbt(psbt, key, { expect: { outputs: text as never } }),
      () => bitcoin.signPsbt(psbt, key, { network: text as never }),
      () => bitcoin.signBitcoinMessage("hello", text as never),
      () => bitcoin.signBitcoinMessage(undefined as never, key),
    ];
    for (const call of calls) {
      let caught: unknown;
      try {
        call();
      } catch (error) {
        caught = error;
      }
      expect(caught).toBeInstanceOf(SigningError);
      expect(leaks(everythingOf(caught), text, `${"ab".repeat(31)}cd`)).toEqual([]);
    }
    expect(leaks(everythingOf(bitcoin.checkBitcoinAddress(text)), text)).toEqual([]);
  });
});

describe("another curve implementation", () => {
  test.each([
    "isPrivate",
    "pointFromScalar",
    "sign",
    "signSchnorr",
    "signRecoverable",
    "verify",
    "verifySchnorr",
    "recover",
  ] as const)("that throws in %s makes an error of ours, without what it quoted", async (name) => {
    const real = await import("@bitcoinerlab/secp256k1");
    const digits = `${"ab".repeat(31)}cd`;
    const quote = (...given: unknown[]): never => {
      throw new Error(
        `bad input ${given.map((each) => (each instanceof Uint8Array ? hex.encode(each) : "")).join(" ")} of ${digits}`,
      );
    };
    const problems: unknown[] = [];
    try {
      bitcoin.setEcc({ ...real, [name]: quote });
      const key = readPrivateKey(digits);
      for (const kind of ["P2PKH", "P2WPKH", "P2TR"] as const)
        bitcoin.signBitcoinMessage("hello", key, { kind });
    } catch (error) {
      problems.push(error);
    } finally {
      bitcoin.setEcc(undefined);
    }
    expect(problems).toEqual([expect.any(SigningError)]);
    expect(everythingOf(problems[0])).not.toContain("bad input");
    expect(leaks(everythingOf(problems[0]), digits)).toEqual([]);
  });

  test("that makes no point of a private key is refused", async () => {
    const real = await import("@bitcoinerlab/secp256k1");
    try {
      bitcoin.setEcc({ ...real, pointFromScalar: () => null });
      expect(() => readPrivateKey("ab".repeat(32))).toThrow(SigningError);
    } finally {
      bitcoin.setEcc(undefined);
    }
  });

  test("is used once it is handed over, and a wrong one cannot make a signature get out", async () => {
    const real = await import("@bitcoinerlab/secp256k1");
    const key = readPrivateKey("01".repeat(32));
    let signed = 0;
    const flip = (bytes: Uint8Array): Uint8Array =>
      bytes.map((byte, i) => (i === 40 ? byte ^ 1 : byte));
    try {
      bitcoin.setEcc({
        ...real,
        sign: (hash, secret) => {
          signed++;
          return real.sign(hash, secret);
        },
      });
      expect(bitcoin.verifyBitcoinMessage(bitcoin.signBitcoinMessage("hello", key))).toBe(true);
      expect(signed).toBe(1);
      bitcoin.setEcc({
        ...real,
        sign: (hash, secret) => flip(real.sign(hash, secret)),
        signSchnorr: (hash, secret) => flip(real.signSchnorr(hash, secret)),
        signRecoverable: (hash, secret) => ({
          ...real.signRecoverable(hash, secret),
          recoveryId: 3,
        }),
      });
      for (const kind of ["P2PKH", "P2WPKH", "P2TR"] as const) {
        expect(() => bitcoin.signBitcoinMessage("hello", key, { kind })).toThrow(SigningError);
      }
    } finally {
      bitcoin.setEcc(undefined);
    }
  });
});
