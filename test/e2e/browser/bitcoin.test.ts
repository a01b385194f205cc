import { afterAll, beforeAll, expect, test } from "vitest";
import {
  type BitcoinAddressKind,
  isBitcoinAddress,
  readPrivateKey,
  signPsbt,
  verifyBitcoinMessage,
} from "../../../src/bitcoin/index.js";
import {
  buildPsbt,
  keyA,
  receiverAddress,
  receiverScript,
  secretA,
} from "../../bitcoin/build-psbt.js";
import { findNodeApis, openPage, type Page } from "./page.js";

const program = `
  import * as bitcoin from "bursar/bitcoin";

  const caught = (work) => { try { return work(); } catch (error) { return error; } };
  globalThis.jobs = {
    address: (good, mistyped) => [bitcoin.isBitcoinAddress(good), bitcoin.bitcoinAddressKind(good), bitcoin.checkBitcoinAddress(mistyped).code],
    message: (secret, kind) => {
      const signed = bitcoin.signBitcoinMessage("Grüße aus der Seite", bitcoin.readPrivateKey(secret), { kind });
      return { signed, verified: [signed, { ...signed, message: "other" }].map((each) => bitcoin.verifyBitcoinMessage(each)) };
    },
    psbt: (psbt, secret, address, value) => {
      const expected = (amount) => ({ requirePreviousTransactions: true, expect: { outputs: [{ address, value: amount }] } });
      const key = bitcoin.readPrivateKey(secret);
      const { transaction, summary, psbt: signed } = bitcoin.signPsbt(psbt, key, expected(BigInt(value)));
      const rejected = caught(() => bitcoin.signPsbt(psbt, key, expected(BigInt(value) + 1n)));
      return { transaction, signed, fee: String(summary.fee), text: summary.text, rejected: rejected.problems.map(({ code }) => code) };
    },
    globals: (...names) => names.filter((name) => name in globalThis),
  };`;

let page: Page;
beforeAll(async () => {
  page = await openPage(program);
});
afterAll(() => page?.close());

const secret = "11".repeat(32);

test("detects a mistyped address", async () => {
  const mistyped = `${receiverAddress.slice(0, -1)}5`;
  expect(isBitcoinAddress(mistyped)).toBe(false);
  expect(await page.run("address", receiverAddress, mistyped)).toEqual({
    result: [true, "P2WPKH", "checksum"],
    pageErrors: [],
  });
});

test.each<BitcoinAddressKind>(["P2PKH", "P2WPKH", "P2TR"])(
  "signs and verifies a message with %s, and Node verifies it too",
  async (kind) => {
    const { result, pageErrors } = await page.run("message", secret, kind);
    expect(pageErrors).toEqual([]);
    const { signed, verified } = result as {
      signed: Parameters<typeof verifyBitcoinMessage>[0];
      verified: boolean[];
    };
    expect(verified).toEqual([true, false]);
    expect(verifyBitcoinMessage(signed)).toBe(true);
  },
);

test("signs a PSBT without Buffer and WebAssembly, byte for byte as in Node", async () => {
  const kinds = (["P2PKH", "P2WPKH", "P2TR"] as const).map((kind) => ({
    secret: secretA,
    kind,
    value: 50_000n,
    give: "previous" as const,
  }));
  const { psbt } = buildPsbt(kinds, [{ script: receiverScript, value: 148_000n }]);
  const { result, pageErrors } = await page.run(
    "psbt",
    psbt.toBase64(),
    secret,
    receiverAddress,
    "148000",
  );
  const inNode = signPsbt(psbt, keyA);
  expect(pageErrors).toEqual([]);
  expect(inNode.complete).toBe(true);
  expect(readPrivateKey(secret).publicKey).toBe(keyA.publicKey);
  expect(result).toEqual({
    transaction: inNode.transaction,
    signed: inNode.psbt,
    fee: "2000",
    text: inNode.summary.text,
    rejected: ["outputs", "outputs"],
  });
});

test("the page contains no Node API", async () => {
  expect((await page.run("globals", "Buffer", "process", "require", "document")).result).toEqual([
    "document",
  ]);
  expect(findNodeApis(page.code)).toEqual([]);
});
