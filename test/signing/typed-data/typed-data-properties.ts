import * as ethers from "ethers";
import fc from "fast-check";
import { recoverAddress } from "viem";
import { hashStruct, hashTypedData as viemHash } from "viem/utils";
import { expect } from "vitest";
import type { TypedData, UnsafeToSignError } from "../../../src/index.js";
import type { Hex } from "../../../src/shared/patterns.js";
import {
  describeTypedData,
  hashTypedData,
  normaliseTypedData,
  signTypedData,
  signUserOperation,
} from "../../../src/signing/index.js";
import { chooseSeed } from "../../support/random-runs.js";
import { account, createInjectedWallet, owner } from "../test-signers.js";
import { typedData } from "./random-typed-data.js";

const toJsonStrings = (value: unknown) =>
  JSON.parse(
    JSON.stringify(value, (_, each) => (typeof each === "bigint" ? each.toString() : each)),
  );

const checkAll = (numRuns: number, check: (given: TypedData) => void) =>
  fc.assert(fc.property(typedData, check), { numRuns, seed: chooseSeed() });

/** Asserts that viem and ethers compute the same hash, before and after normalisation. */
export const checkHashes = (runs: number) =>
  checkAll(runs, (given) => {
    const hash = ethers.TypedDataEncoder.hash(
      given.domain as ethers.TypedDataDomain,
      given.types,
      given.message,
    );
    expect(viemHash(given as never)).toBe(hash);
    expect(hashTypedData(given)).toBe(hash);
    expect(viemHash(normaliseTypedData(given) as never)).toBe(hash);
  });

export const checkNormalForm = (runs: number) =>
  checkAll(runs, (given) => {
    const before = structuredClone(given);
    const normal = normaliseTypedData(given);
    expect(normaliseTypedData(normal)).toEqual(normal);
    expect(given).toEqual(before);
  });

/** Asserts that integers as strings do not change the hash. */
export const checkJson = (runs: number) =>
  checkAll(runs, (given) => {
    const sent = toJsonStrings(given);
    if (sent.domain.chainId !== undefined) sent.domain.chainId = String(sent.domain.chainId);
    expect(hashTypedData(sent)).toBe(hashTypedData(given));
  });

/** Asserts that an account and an injected wallet make the same signature. */
export const checkSignatures = (numRuns: number) =>
  fc.assert(
    fc.asyncProperty(typedData, async (given) => {
      const signature = await signTypedData(given, account);
      expect(await recoverAddress({ hash: viemHash(given as never), signature })).toBe(owner);
      expect(await signTypedData(given, createInjectedWallet().client)).toBe(signature);
    }),
    { numRuns, seed: chooseSeed() },
  );

export const checkHashSignatures = (numRuns: number) =>
  fc.assert(
    fc.asyncProperty(fc.uint8Array({ minLength: 32, maxLength: 32 }), async (bytes) => {
      const signature = await signUserOperation(ethers.hexlify(bytes) as Hex, account);
      expect(ethers.verifyMessage(bytes, signature)).toBe(owner);
    }),
    { numRuns, seed: chooseSeed() },
  );

/** Asserts that a description contains each value that is signed. */
export const checkShownValues = (runs: number) =>
  checkAll(runs, (given) => {
    const leaves = (value: unknown): unknown[] => {
      const children = typeof value === "object" && value !== null ? Object.values(value) : [];
      return children.length > 0 ? children.flatMap(leaves) : [value];
    };
    const signed = leaves(normaliseTypedData(given).message);
    const { fields, warnings } = describeTypedData(given);
    expect(fields.length).toBe(Math.min(signed.length, 100));
    const differs = fields.filter(({ value }, i) => {
      const leaf = signed[i];
      return value !== (typeof leaf === "object" ? JSON.stringify(leaf) : String(leaf));
    });
    for (const { path } of differs) expect(warnings).toContain(`Only a part of ${path} is shown.`);
  });

/** The three hashes by two other libraries, which must agree. */
export function digestByOthers(given: TypedData) {
  const normal = normaliseTypedData(given) as never as {
    domain: Record<string, unknown>;
    types: Record<string, { name: string; type: string }[]>;
    primaryType: string;
    message: Record<string, unknown>;
  };
  const { domain, types, primaryType, message } = normal;
  const { EIP712Domain: _domain, ...others } = types;
  const byEthers = {
    domainHash: ethers.TypedDataEncoder.hashDomain(domain),
    messageHash: ethers.TypedDataEncoder.from(others).hashStruct(primaryType, message),
    digest: ethers.TypedDataEncoder.hash(domain, others, message),
  };
  const byViem = {
    domainHash: hashStruct({ primaryType: "EIP712Domain", types, data: domain }),
    messageHash: hashStruct({ primaryType, types, data: message }),
    digest: viemHash(normal as never),
  };
  expect(byViem).toEqual(byEthers);
  return byEthers;
}

/** Asserts that the hashes of a description are those of viem and ethers. */
export const checkDigests = (runs: number) =>
  checkAll(runs, (given) => {
    expect(describeTypedData(given).digests).toEqual(digestByOthers(given));
  });

const oddValues = [
  ...["", " 1", "-1", "1.5", "1e3", "0x", "0x1", "0xzz", `0x${"11".repeat(20)}`, "__proto__"],
  ...["string", "uint256", "uint7", "bytes0", "bytes33", "function", "tuple", "EIP712Domain"],
  ...["S0", "S0[]", "uint256[0]", "uint256[-1]", "uint256[1e3]", "uint256[01]", "uint256[9][]"],
  ...[0, -1, 1.5, 2 ** 53, Number.NaN, -1n, 2n ** 256n, true, false, null, undefined],
  ...[[], {}, [[]], [null], { a: 1 }, new Date(0), () => 1, Symbol("a"), new Uint8Array(2)],
];

/** Replaces, removes, renames or adds one value at any place. */
function changeOnePlace(given: TypedData, pick: (limit: number) => number): unknown {
  const changed = { given: structuredClone(given) as unknown };
  const places: [parent: Record<string, unknown>, name: string][] = [];
  const visit = (parent: object): void => {
    for (const [name, value] of Object.entries(parent)) {
      places.push([parent as Record<string, unknown>, name]);
      if (Object(value) === value) visit(value as object);
    }
  };
  visit(changed);
  const [parent, name] = places[pick(places.length)] as (typeof places)[number];
  const odd = oddValues[pick(oddValues.length)];
  const how = pick(4);
  if (how === 0) delete parent[name];
  else if (how === 1) parent[String(odd)] = parent[name];
  else if (how === 2 && Object(parent[name]) === parent[name])
    (parent[name] as Record<string, unknown>)[String(oddValues[pick(20)])] = odd;
  else parent[name] = odd;
  return changed.given;
}

/** Asserts that damaged typed data is signed, or rejected by an error that lists its problems. */
export async function checkOddValues(numRuns: number): Promise<{ signed: number; all: number }> {
  const counts = { signed: 0, all: 0 };
  await fc.assert(
    fc.asyncProperty(typedData, fc.infiniteStream(fc.nat()), async (given, numbers) => {
      const changed = changeOnePlace(given, (limit) => (numbers.next().value as number) % limit);
      counts.all++;
      try {
        await signTypedData(changed as TypedData, account);
        counts.signed++;
      } catch (error) {
        expect(error).toMatchObject({ name: "UnsafeToSignError", outcome: "none" });
        expect((error as UnsafeToSignError).problems).not.toEqual([]);
      }
    }),
    { numRuns, seed: chooseSeed() },
  );
  return counts;
}
