import * as ethers from "ethers";
import fc from "fast-check";
import { recoverAddress } from "viem";
import { hashTypedData as viemHash } from "viem/utils";
import { describe, expect, test } from "vitest";
import type { Hex } from "../../../src/contract/shared/primitives.js";
import {
  hashTypedData,
  normaliseTypedData,
  signTypedData,
  signUserOperation,
} from "../../../src/signing/index.js";
import { account, createInjectedWallet, owner } from "../test-signers.js";
import { typedData } from "./random-typed-data.js";

const toJsonStrings = (value: unknown) =>
  JSON.parse(
    JSON.stringify(value, (_, each) => (typeof each === "bigint" ? each.toString() : each)),
  );

describe("random unambiguous typed data", () => {
  test("has the hash of viem and ethers, before and after normalisation", () => {
    fc.assert(
      fc.property(typedData, (given) => {
        const hash = ethers.TypedDataEncoder.hash(
          given.domain as ethers.TypedDataDomain,
          given.types,
          given.message,
        );
        expect(viemHash(given as never)).toBe(hash);
        expect(hashTypedData(given)).toBe(hash);
        expect(viemHash(normaliseTypedData(given) as never)).toBe(hash);
      }),
      { numRuns: 300 },
    );
  });

  test("has an idempotent normal form, and is not modified", () => {
    fc.assert(
      fc.property(typedData, (given) => {
        const before = structuredClone(given);
        const normal = normaliseTypedData(given);
        expect(normaliseTypedData(normal)).toEqual(normal);
        expect(given).toEqual(before);
      }),
      { numRuns: 200 },
    );
  });

  test("keeps its hash if JSON contains all integers as strings", () => {
    fc.assert(
      fc.property(typedData, (given) => {
        const sent = toJsonStrings(given);
        if (sent.domain.chainId !== undefined) sent.domain.chainId = String(sent.domain.chainId);
        expect(hashTypedData(sent)).toBe(hashTypedData(given));
      }),
      { numRuns: 200 },
    );
  });

  test("has the same signature from an account and an injected wallet", async () => {
    await fc.assert(
      fc.asyncProperty(typedData, async (given) => {
        const signature = await signTypedData(given, account);
        expect(await recoverAddress({ hash: viemHash(given as never), signature })).toBe(owner);
        expect(await signTypedData(given, createInjectedWallet().client)).toBe(signature);
      }),
      { numRuns: 40 },
    );
  });
});

test("signs random hashes with the owner's account", async () => {
  const random = fc.uint8Array({ minLength: 32, maxLength: 32 });
  await fc.assert(
    fc.asyncProperty(random, async (bytes) => {
      const signature = await signUserOperation(ethers.hexlify(bytes) as Hex, account);
      expect(ethers.verifyMessage(bytes, signature)).toBe(owner);
    }),
    { numRuns: 40 },
  );
});
