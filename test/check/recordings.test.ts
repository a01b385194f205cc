import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { createRecordings } from "../../src/check/recordings.js";
import { toErrorShape, toShape } from "../../src/check/shape.js";
import { endpoints } from "../../src/contract/endpoints.js";
import type { Endpoint } from "../../src/contract/shared/endpoint.js";
import { check, openCheckable } from "./open-check.js";

const folder = mkdtempSync(join(tmpdir(), "bursar-check-"));
const texts = new Map<string, string>();
let original: string;

beforeEach(async () => {
  if (texts.size > 0) return;
  const opened = await openCheckable();
  const seen: string[] = [];
  const fetch = async (request: Request) => {
    seen.push(request.url, await request.clone().text());
    const response = await opened.sandbox.fetch(request);
    seen.push(await response.clone().text());
    return response;
  };
  const args = [...opened.args, "--record", folder];
  const { code, out } = await check({ ...opened.sandbox, fetch }, args);
  expect(code).toBe(0);
  for (const file of readdirSync(folder)) texts.set(file, readFileSync(join(folder, file), "utf8"));
  expect(out).toContain(`${texts.size} recordings in ${folder}. They contain shapes, no values.`);
  original = seen.join("\n");
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const find = (name: string) => endpoints.find((each) => each.name === name) as Endpoint;

describe("bursar check --record", () => {
  test("writes one file for each exchange, with its route", () => {
    expect(texts.size).toBeGreaterThanOrEqual(20);
    const file = [...texts.keys()].find((name) => name.includes("id-portfolio")) ?? "";
    expect(JSON.parse(texts.get(file) ?? "")).toMatchObject({
      method: "GET",
      path: "/api/v1/wallets/{walletAddress}/portfolio",
      status: 200,
    });
  });

  test("writes documented fields and words, and the form of every other value", () => {
    const file = [...texts.keys()].find((name) => name.includes("crypto-swap")) ?? "";
    const { request, response } = JSON.parse(texts.get(file) ?? "");
    expect(request).toMatchObject({
      amountIn: "<decimal>",
      chainIdIn: "<integer number>",
      gasFeePaymentMethod: "DEDUCT_FROM_AMOUNT",
      tokenIn: "<address>",
    });
    expect(response.quotes[0]).toMatchObject({
      minAmountOut: "<decimal>",
      userOperationHash: "<hash>",
      revertReason: null,
    });
  });

  test("writes no value of a request or a response", () => {
    const written = [...texts.values()].join("\n").toLowerCase();
    const values = original
      .toLowerCase()
      .match(/0x[\da-f]{8,}|[\w.]+@[\w.]+|\d{2,}\.\d+|\d{5,}|"[a-z]+ [a-z ]+"/g);
    expect(new Set(values).size).toBeGreaterThan(100);
    expect(values?.filter((value) => written.includes(value))).toEqual([]);
  });

  test("writes each shape of a list once, so that the number of items is not known", () => {
    const response = { tokens: [1, 2, 3].map((id) => ({ address: `0x${`${id}`.repeat(40)}` })) };
    const shape = toShape(response, find("tokens.list").response);
    expect(shape).toEqual({ tokens: [{ address: "<address>" }] });
  });

  test("writes neither the name nor the value of a field without documentation", () => {
    const shape = toShape({ ana: "Silva", tokens: [] }, find("tokens.list").response);
    expect(shape).toEqual({ "<field 1: 3 characters>": "<text: 5 characters>", tokens: [] });
  });

  test("keeps the id of a documented error, and nothing else of an error", () => {
    const body = { id: "SWAP_QUOTE", message: "no route for Ana", wallet: "0x1" };
    expect(toErrorShape(body)).toEqual({
      id: "SWAP_QUOTE",
      message: "<text: 16 characters>",
      "<field 1: 6 characters>": "<text: 3 characters>",
    });
    expect(toErrorShape({ ...body, id: "ANA_SILVA" })).toMatchObject({
      id: "<text: 9 characters>",
    });
    expect(toErrorShape("Ana")).toBe("<text: 3 characters>");
  });

  test("reports a response that is nested too deeply, and records the others", () => {
    const endpoint = find("tokens.list");
    const exchange = { endpoint, url: "https://service.example/", request: "", status: 200 };
    const deep = `${"[".repeat(100_000)}${"]".repeat(100_000)}`;
    const { recordings, failures } = createRecordings({
      exchanges: [
        { ...exchange, response: deep },
        { ...exchange, response: "<html>" },
      ],
    });
    expect(failures).toEqual([{ file: "01-get-crypto-tokens-200.json", reason: "RangeError" }]);
    expect(JSON.parse(recordings[0]?.text ?? "").response).toBe("<not JSON>");
  });
});
