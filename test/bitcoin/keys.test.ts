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

describe("readPrivateKey", () => {
  test("reads a well-known key from WIF and from hex", () => {
    const wif = "KwdMAjGmerYanjeui5SHS7JkmpZvVipYvB2LJGU1ZxJwYvP98617";
    const digits = "0c28fca386c7a227600b2fe50b7cae11ec86d3bf1fbe471be89827e19d72aa1d";
    const publicKey = "02d0de0aaeaefad02b8bdc8a01a1b8b11c696bd3d66a2c5f10780d95b7df42645c";
    for (const text of [wif, digits, digits.toUpperCase(), `0x${digits}`])
      expect(readPrivateKey(text).publicKey).toBe(publicKey);
    expect(hex.encode(getPublicKey(hex.decode(digits)))).toBe(publicKey);
    expect(toWif(hex.decode(digits))).toBe(wif);
  });

  test("reads random keys from WIF of the given network only", () => {
    fc.assert(
      fc.property(secrets, (secret) => {
        expect(readPrivateKey(toWif(secret)).publicKey).toBe(hex.encode(getPublicKey(secret)));
        const onTestnet = toWif(secret, 0xef);
        expect(readPrivateKey(onTestnet, { network: "testnet" }).network).toBe("testnet");
        expect(() => readPrivateKey(onTestnet)).toThrow("not for mainnet");
        expect(() => readPrivateKey(toWif(secret), { network: "regtest" })).toThrow(
          "not for regtest",
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
      "a last byte other than 1",
      base58check.encode(concatBytes([0x80], new Uint8Array(32).fill(1), [2])),
      /not valid WIF/,
    ],
    ["an address", "1BgGZ9tcN4rm9KBzDn7KprQz87SZ26SAMH", /too short or too long for WIF/],
    ["63 digits", `${"ab".repeat(31)}a`, /neither WIF nor hex|checksum/],
    ["65 digits", `${"ab".repeat(32)}a`, /neither WIF nor hex|checksum/],
    ["66 digits", "ab".repeat(33), /neither WIF nor hex|checksum/],
    ["white space before WIF", ` ${toWif(new Uint8Array(32).fill(1))}`, /neither WIF nor hex/],
    ["a line break after WIF", `${toWif(new Uint8Array(32).fill(1))}\n`, /neither WIF nor hex/],
    ["an empty string", "", /neither WIF nor hex/],
    ["a number", 7 as never, /not a string/],
  ])("rejects %s", (_, text, message) => {
    expect(() => readPrivateKey(text)).toThrow(message);
    expect(() => readPrivateKey(text)).toThrow(SigningError);
  });

  test("accepts the largest key, one below the order of the curve", () => {
    expect(readPrivateKey(`${order.slice(0, -1)}0`).publicKey).toBe(
      "0379be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798",
    );
  });
});

/** Everything that a log, a debugger or a report may show. */
function printAll(value: unknown): string {
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

/** Returns each substring of eight characters of a secret that is shown. */
function findLeaks(shown: string, ...forms: string[]): string[] {
  const lower = shown.toLowerCase();
  return forms
    .flatMap((form) =>
      Array.from({ length: Math.max(form.length - 7, 0) }, (_, i) => form.slice(i, i + 8)),
    )
    .filter((piece) => lower.includes(piece.toLowerCase()));
}

describe("a private key does not appear", () => {
  test("in printed, serialized or copied keys", () => {
    fc.assert(
      fc.property(secrets, (secret) => {
        const key = readPrivateKey(toWif(secret));
        const shown = [
          printAll(key),
          printAll({ nested: [key] }),
          printAll(Object.getOwnPropertyDescriptors(key)),
          inspect(structuredClone({ ...key, toString: 0 })),
        ].join();
        expect(findLeaks(shown, hex.encode(secret), toWif(secret), [...secret].join(", "))).toEqual(
          [],
        );
        expect(JSON.parse(JSON.stringify(key))).toEqual({
          publicKey: key.publicKey,
          network: "mainnet",
        });
        expect(Object.isFrozen(key)).toBe(true);
      }),
      { numRuns: 40 },
    );
  });

  test("in the error for a malformed key", () => {
    const mutations = fc.constantFrom<(text: string) => string>(
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
      fc.property(secrets, mutations, fc.boolean(), (secret, change, asWif) => {
        const text = change(asWif ? toWif(secret) : hex.encode(secret));
        let caught: unknown;
        try {
          readPrivateKey(text);
        } catch (error) {
          caught = error;
        }
        fc.pre(caught !== undefined);
        expect(caught).toBeInstanceOf(SigningError);
        expect(findLeaks(printAll(caught), text, hex.encode(secret), toWif(secret))).toEqual([]);
      }),
      { numRuns: 100 },
    );
  });

  test("in the error of a function that got the key as another argument", () => {
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
      expect(findLeaks(printAll(caught), text, `${"ab".repeat(31)}cd`)).toEqual([]);
    }
    expect(findLeaks(printAll(bitcoin.checkBitcoinAddress(text)), text)).toEqual([]);
  });
});

describe("setEcc", () => {
  test.each([
    "isPrivate",
    "pointFromScalar",
    "sign",
    "signSchnorr",
    "signRecoverable",
    "verify",
    "verifySchnorr",
    "recover",
  ] as const)(
    "replaces an error of %s by a SigningError without the quoted secret",
    async (name) => {
      const real = await import("@bitcoinerlab/secp256k1");
      const digits = `${"ab".repeat(31)}cd`;
      const throwQuote = (...args: unknown[]): never => {
        throw new Error(
          `bad input ${args.map((arg) => (arg instanceof Uint8Array ? hex.encode(arg) : "")).join(" ")} of ${digits}`,
        );
      };
      const errors: unknown[] = [];
      try {
        bitcoin.setEcc({ ...real, [name]: throwQuote });
        const key = readPrivateKey(digits);
        for (const kind of ["P2PKH", "P2WPKH", "P2TR"] as const)
          bitcoin.signBitcoinMessage("hello", key, { kind });
      } catch (error) {
        errors.push(error);
      } finally {
        bitcoin.setEcc(undefined);
      }
      expect(errors).toEqual([expect.any(SigningError)]);
      expect(printAll(errors[0])).not.toContain("bad input");
      expect(findLeaks(printAll(errors[0]), digits)).toEqual([]);
    },
  );

  test("rejects a key that the implementation has no point for", async () => {
    const real = await import("@bitcoinerlab/secp256k1");
    try {
      bitcoin.setEcc({ ...real, pointFromScalar: () => null });
      expect(() => readPrivateKey("ab".repeat(32))).toThrow(SigningError);
    } finally {
      bitcoin.setEcc(undefined);
    }
  });

  test("uses the given implementation, and never returns its invalid signatures", async () => {
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
