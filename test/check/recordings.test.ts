import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { findDifferences } from "../recorded/compare-with-sandbox.js";
import { isSuccess, loadRecordings, type NamedRecording } from "../recorded/recording.js";
import { replay, replayByRequest, urlOf } from "../recorded/replay.js";
import { nameSituations, situationNames } from "../recorded/situations.js";
import { owner, usdc, weth } from "../sandbox/open-sandbox.js";
import { check, openCheckable } from "./open-check.js";
import { createSeededRandom } from "./seeded-random.js";

const folder = mkdtempSync(join(tmpdir(), "bursar-check-"));
let recordings: NamedRecording[];
let original: string;
let address: string;

beforeEach(async () => {
  if (recordings) return;
  const opened = await openCheckable();
  address = opened.address;
  const texts: string[] = [];
  const fetch = async (request: Request) => {
    texts.push(request.url, await request.clone().text());
    const response = await opened.sandbox.fetch(request);
    texts.push(await response.clone().text());
    return response;
  };
  const { code, out } = await check({ ...opened.sandbox, fetch }, [
    ...opened.args,
    "--record",
    folder,
  ]);
  expect(code).toBe(0);
  expect(out).toContain(`20 recordings in ${folder}.`);
  original = texts.join("\n");
  recordings = loadRecordings(folder);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("bursar check --record", () => {
  test("writes one file for each exchange", () => {
    expect(recordings).toHaveLength(20);
    expect(recordings.map(([file]) => file)).toContain("06-get-wallets-id-portfolio-200.json");
  });

  test("writes recordings that the client reads without an error and without drift", async () => {
    for (const [file, recording] of recordings.filter(([, each]) => isSuccess(each))) {
      const { via, error, drifts } = await replay(recording);
      expect([file, error, drifts]).toEqual([file, undefined, []]);
      expect(via).not.toBe("request");
    }
  });

  test("writes requests that the client sends unchanged", async () => {
    for (const [file, recording] of recordings) {
      for (const { sent } of [await replay(recording), await replayByRequest(recording)]) {
        expect([file, `?${sent?.query}`]).toEqual([file, urlOf(recording).search || "?"]);
        expect(sent?.json).toEqual(recording.request);
      }
    }
  });

  test("writes recordings that agree with the sandbox in the same situation", async () => {
    const differences = await Promise.all(recordings.map(([, each]) => findDifferences(each)));
    expect(differences.flat()).toEqual([]);
    const names = recordings.flatMap(([, recording]) => nameSituations(recording));
    // The others are of errors, and of an empty list.
    expect(situationNames.filter((name) => !names.includes(name))).toEqual([
      "the API key is rejected",
      "the wallet was registered before",
      "no token is whitelisted",
    ]);
  });

  test("writes no private value and not the key", () => {
    const text = readAll().toLowerCase();
    const secrets = [
      ...["sandbox-key", address, owner.address, usdc, weth, "12345678000195", "123456789"],
      ...["1990-05-17", "Padaria", "ana@example.com", "USD Coin", "Wrapped Ether"],
    ];
    expect(secrets.filter((secret) => text.includes(secret.toLowerCase()))).toEqual([]);
    // Short ones could be part of a mask.
    const values = recordings.flatMap(([, recording]) => leavesOf(recording));
    expect(["Ana", "Silva", "3.25", "ind_1"].filter((secret) => values.includes(secret))).toEqual(
      [],
    );
  });

  test("replaces every address, hash, id and long number of the exchanges", () => {
    const text = readAll().toLowerCase();
    // A number with few other digits than zero may be the mask of another one.
    const values = original
      .toLowerCase()
      .match(/0x[\da-f]{40,}|\b[\da-f]{32}\b|\b(?=(?:0*[1-9]){10})\d{12,}\b/g);
    const left = [...new Set(values)].filter((value) => text.includes(value) && !isPublic(value));
    expect(left).toEqual([]);
    expect(new Set(values).size).toBeGreaterThan(100);
  });

  test("replaces a value by the same in every file, so that references still match", () => {
    const paths = recordings.map(([, { path }]) => /\/wallets\/(0x\w+)\//.exec(path)?.[1]);
    const wallets = new Set(paths.filter((wallet) => wallet !== undefined));
    expect(wallets.size).toBe(1);
    const [wallet] = wallets;
    expect(bodyOf("fiat-deposit-quote").walletAddress).toBe(wallet);
    const swap = bodyOf("crypto-swap");
    expect(swap.walletAddress).toBe(wallet);
    const quotes = responseOf("crypto-swap").quotes as Record<string, unknown>[];
    for (const quote of quotes) {
      expect(quote).toMatchObject({
        walletAddress: wallet,
        amountIn: swap.amountIn,
        tokenIn: swap.tokenIn,
      });
      if (quote.userOperationHash) expect(quote.quoteId).toBe(quote.userOperationHash);
    }
    const { tokens } = responseOf("id-portfolio") as { tokens: { address: string }[] };
    expect(tokens.map((token) => token.address)).toContain(swap.tokenIn);
  });

  test("keeps chains, words, zeros, times and the form of amounts", () => {
    const quotes = responseOf("crypto-swap").quotes as Record<string, unknown>[];
    expect(bodyOf("crypto-swap")).toMatchObject({
      chainIdIn: 137,
      gasFeePaymentMethod: "DEDUCT_FROM_AMOUNT",
      amountIn: expect.stringMatching(/^[1-9]\.[1-9]{2}$/),
    });
    expect(quotes[0]).toMatchObject({
      swapProvider: expect.stringMatching(/^ROUTER_/),
      estimatedExecutionTime: expect.stringMatching(/^2026-/),
      estimatedCollectedFee: { collectedFee: "0", collectedFeePercent: "0" },
    });
  });
});

function readAll(): string {
  return readdirSync(folder)
    .map((file) => readFileSync(join(folder, file), "utf8"))
    .join("\n");
}

function find(part: string) {
  const found = recordings.find(([file, each]) => file.includes(part) && isSuccess(each));
  return (found as NamedRecording)[1];
}

function bodyOf(part: string): Record<string, unknown> {
  return find(part).request as Record<string, unknown>;
}

function responseOf(part: string): Record<string, unknown> {
  return find(part).response as Record<string, unknown>;
}

function leavesOf(value: unknown): unknown[] {
  return typeof value === "object" && value !== null
    ? Object.values(value).flatMap(leavesOf)
    : [value];
}

/** The native coin, the zero address, the known factories, and times. */
function isPublic(value: string): boolean {
  return /^0xe{40}$|^0x0{40}$|^0x0000000000400cdf|^0+$/.test(value) || /^17\d{11}$/.test(value);
}

test("masks by the given source of randomness", async () => {
  const second = mkdtempSync(join(tmpdir(), "bursar-check-"));
  onTestFinished(() => rmSync(second, { recursive: true, force: true }));
  const { sandbox, args } = await openCheckable();
  await check(sandbox, [...args, "--record", second], createSeededRandom(2));
  const pathsOf = (of: string) => loadRecordings(of).map(([, { path }]) => path);
  expect(pathsOf(second)).toHaveLength(pathsOf(folder).length);
  expect(pathsOf(second)).not.toEqual(pathsOf(folder));
});
