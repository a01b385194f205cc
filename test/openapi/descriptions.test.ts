import { readdir, readFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { createOpenApi } from "../../src/openapi/index.js";
import { listDescribed, listOperations } from "./walk-document.js";

const document = createOpenApi();
const described = listDescribed(document);

describe("the OpenAPI document", () => {
  it("describes every operation, parameter, component and field", () => {
    expect(described.length).toBeGreaterThan(1_000);
    const missing = described.filter(({ description }) => !description);
    expect(missing.map(({ place }) => place)).toEqual([]);
  });

  it("has descriptions that say more than the name, in whole sentences", () => {
    const words = (text: string) => text.toLowerCase().replace(/\b(?:an?|the|of)\b|[^a-z\d]/g, "");
    const empty = described.filter(
      ({ name, description = "" }) =>
        words(description) === words(name) || !/^\W*(?:[A-Z]|true\b).*[.)]\**$/.test(description),
    );
    expect(empty.map(({ place, description }) => `${place}: ${description}`)).toEqual([]);
  });

  it("says what each operation does, not only whether it can be repeated", () => {
    for (const { operationId, description } of listOperations(document)) {
      const [first = ""] = description.split(". ");
      expect(first, operationId).not.toMatch(/^Changes|^undefined/);
    }
  });

  it("names the operation to call after the uploads", () => {
    const created = described.find(({ place }) => place === "kyc_individual_standard_create");
    expect(created?.description).toContain("then call `kyc_individual_standard_process`.");
  });

  it("names no function, method or error of this package", () => {
    const texts = described.map(({ place, description }) => `${place}: ${description}`);
    const own = /bursar|\bclient\.|\{@|`(?:isExecutable|hasSomethingToSign|nativeToken|toUnits)`/;
    expect(texts.filter((text) => own.test(text))).toEqual([]);
  });

  it("refers only to operations that it has", () => {
    const ids = new Set(listOperations(document).map(({ operationId }) => operationId));
    const names = described.flatMap(({ description = "" }) =>
      [...description.matchAll(/`([a-z]+_\w+)`/g)].map(([, name = ""]) => name),
    );
    expect(names.length).toBeGreaterThan(30);
    expect(names.filter((name) => !ids.has(name) && name !== "event_type")).toEqual([]);
  });
});

it("has the comment of each field, word for word, if it is about the service", async () => {
  const folder = "src/contract";
  const files = (await readdir(folder, { recursive: true })).filter((name) =>
    // One record there is the merged forms of a response, whose comments differ.
    /(?<!liquidity.operation-)records\.ts$/.test(name),
  );
  const texts = await Promise.all(files.map((name) => readFile(`${folder}/${name}`, "utf8")));
  const source = texts.join("\n").replace(/\n\s*\* /g, " ");
  // Independent of the generator: the comments of one line, without tags and names of calls.
  const fields = [...source.matchAll(/\/\*\* ([^@`*]+\.) \*\/\n +(\w+): (?=\w+[,(])/g)];
  expect(fields.length).toBeGreaterThan(300);
  const known = new Set(described.map(({ name, description }) => `${name}: ${description}`));
  const lost = fields
    .map(([, text, name]) => `${name}: ${text}`)
    .filter((each) => !known.has(each));
  expect(lost.filter((each) => !/client|unchecked|`Date`/.test(each))).toEqual([]);
});
