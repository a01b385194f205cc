import { beforeAll, describe, expect, test } from "vitest";
import {
  type Consumer,
  compilations,
  createConsumer,
  has,
  loadedPackages,
  loadings,
  outputOf,
  repository,
  typeErrors,
} from "./consumer.js";

/** Has the Bitcoin peers, but not viem. */
let plain: Consumer;
/** Has only the package. */
let bare: Consumer;

beforeAll(async () => {
  [plain, bare] = await Promise.all([
    createConsumer(["bitcoinjs-lib", "@bitcoinerlab/secp256k1", "@types/node"]),
    createConsumer(),
  ]);
});

const psbt =
  "cHNidP8BAFICAAAAAQECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8gAAAAAAD/////ASgjAAAAAAAAFgAUdR526BmRltRUlBxF0bOjI/FDO9YAAAAAAAEBHxAnAAAAAAAAFgAUdR526BmRltRUlBxF0bOjI/FDO9YAAA==";

const job = `
  const caught = (work) => { try { return work(); } catch (error) { return error; } };
  const address = "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4";
  const key = readPrivateKey("KwDiBf89QgGbjEhKnhXJuH7LrciVrZi3qYjgd9M7rFU73sVHnoWn");
  const signed = signBitcoinMessage("hello", key);
  const psbt = "${psbt}";
  const refused = caught(() => signPsbt(psbt, key, { requirePreviousTransactions: true }));
  const unread = caught(() => readPrivateKey("no key"));
  console.log(JSON.stringify({
    addresses: [isBitcoinAddress(address), isBitcoinAddress(address.replace("t4", "t5"))],
    own: bitcoinAddress(key) === address,
    messages: [verifyBitcoinMessage(signed), verifyBitcoinMessage({ ...signed, message: "hullo" })],
    transaction: signPsbt(psbt, key).transaction,
    signature: signed.signature,
    refused: [refused instanceof UnsafeToSignError, refused.problems?.[0].code],
    unread: [unread instanceof SigningError, unread instanceof UnsafeToSignError, isBursarError(unread)],
  }));`;

const parts = [
  ["UnsafeToSignError, SigningError, isBursarError", "bursar"],
  [
    "bitcoinAddress, isBitcoinAddress, readPrivateKey, signBitcoinMessage, signPsbt, verifyBitcoinMessage",
    "bursar/bitcoin",
  ],
] as const;

describe("addresses, messages and PSBTs without viem", () => {
  beforeAll(async () => expect(await has(plain, "viem")).toBe(false));

  const outputs = new Set<string>();
  const [byImport, byRequire, withoutEsModules] = loadings;
  const programOf = ([, , load]: (typeof loadings)[number]) =>
    parts.map(([names, from]) => load(names, from)).join("\n") + job;

  test.each([byImport, byRequire])("work %s", async (...loading) => {
    const output = await plain.node([...loading[1], programOf(loading)]);
    outputs.add(output);
    expect(JSON.parse(output)).toMatchObject({
      addresses: [true, false],
      own: true,
      messages: [true, false],
      transaction: { txid: expect.stringMatching(/^[0-9a-f]{64}$/) },
      refused: [true, "previous_transaction"],
      unread: [true, false, true],
    });
  });

  test("have the same signatures, byte for byte, by import and by require", () =>
    expect(outputs.size).toBe(1));

  // Node 20.19 and later can require ES modules unless a flag disables it.
  test("fail with the name of the ES module peer if Node cannot require ES modules", async () => {
    const output = await outputOf(
      plain.node([...withoutEsModules[1], programOf(withoutEsModules)]),
    );
    expect(output).toMatch(/ERR_REQUIRE_ESM/);
    expect(output).toContain("@noble/curves");
  });
});

describe("the loaded packages", () => {
  test("bursar loads no Bitcoin package, and bursar/bitcoin no Zod", async () => {
    expect(
      await loadedPackages(plain, `await import("bursar"); await import("bursar/schemas");`),
    ).toEqual(["bursar", "zod"]);
    const loaded = await loadedPackages(plain, `await import("bursar/bitcoin");`);
    expect(loaded).toEqual(
      expect.arrayContaining(["bursar", "bitcoinjs-lib", "@bitcoinerlab/secp256k1"]),
    );
    expect(loaded).not.toContain("zod");
  });

  test("bursar/bitcoin names the missing peer", async () => {
    const missingPeer =
      /Cannot find (?:package|module) '(?:bitcoinjs-lib|@bitcoinerlab\/secp256k1)'/;
    expect(
      await outputOf(bare.node(["--input-type=module", "-e", `import "bursar/bitcoin";`])),
    ).toMatch(missingPeer);
    expect(
      await outputOf(bare.node(["--input-type=commonjs", "-e", `require("bursar/bitcoin");`])),
    ).toMatch(missingPeer);
  });
});

describe("types", () => {
  const program = `
import { SigningError, UnsafeToSignError } from "bursar";
import {
  type BitcoinAddressKind, bitcoinAddress, bitcoinAddressKind, checkBitcoinAddress, type DescribedPsbt, describePsbt, isBitcoinAddress,
  readPrivateKey, type SignedPsbt, type SignPsbtOptions, signBitcoinMessage, signPsbt, setEcc, verifyBitcoinMessage,
} from "bursar/bitcoin";
import * as secp256k1 from "@bitcoinerlab/secp256k1";
import { Psbt } from "bitcoinjs-lib";

setEcc(secp256k1);
const key = readPrivateKey("KwDiBf89QgGbjEhKnhXJuH7LrciVrZi3qYjgd9M7rFU73sVHnoWn", { network: undefined });
export const kind: BitcoinAddressKind | undefined = bitcoinAddressKind(bitcoinAddress(key, { kind: "P2TR" }));
export const verified: boolean = verifyBitcoinMessage(signBitcoinMessage("hello", key));
export function describeAddress(value: unknown): string {
  if (isBitcoinAddress(value)) return value;
  const check = checkBitcoinAddress(value);
  return check.valid ? check.kind : check.reason;
}
const options: SignPsbtOptions = { requirePreviousTransactions: true, maxFee: undefined, expect: { outputs: [{ address: "bc1", value: 1n }] } };
export function sign(psbt: Psbt | string): SignedPsbt | DescribedPsbt {
  try {
    return signPsbt(psbt, key, options);
  } catch (error) {
    if (error instanceof UnsafeToSignError) console.log(error.problems);
    if (!(error instanceof SigningError)) throw error;
    return describePsbt(psbt, { owner: key });
  }
}

// @ts-expect-error A string is not a key. This also shows that the types are not \`any\`.
signPsbt("", "KwDiBf89QgGbjEhKnhXJuH7LrciVrZi3qYjgd9M7rFU73sVHnoWn");
`;

  test(`compile with ${compilations.commonJs.name}`, async () => {
    const modulesOnly = ["bitcoinjs-lib"];
    const errors = typeErrors(plain, repository, compilations.commonJs, program, modulesOnly);
    expect(await errors).toEqual([]);
  });
});
