import { expect, test } from "vitest";
import type { TypedData } from "../../../src/index.js";
import { describeTypedData } from "../../../src/signing/index.js";
import { createOrderTypedData } from "../test-signers.js";
import { createLimitOrderQuote } from "./test-quotes.js";

test("describes every value and the permissions of typed data", async () => {
  const { quote, address } = await createLimitOrderQuote();
  const summary = describeTypedData(quote.typedData as TypedData);
  expect(summary).toMatchObject({
    primaryType: "LightAccountMessage",
    chain: "Polygon (137)",
    contract: address,
    warnings: [],
  });
  expect(summary.fields).toEqual([{ path: "message", value: quote.typedData?.message.message }]);
  expect(summary.permissions.join()).toContain("in the name of the smart wallet");
});

test("prefixes message values, so that they cannot imitate a line of the summary", () => {
  const titles = ["Chain", "Contract", "For", "Permission", "Warning"];
  const given = createOrderTypedData(
    Object.fromEntries(titles.map((title) => [title, "string"])),
    Object.fromEntries(titles.map((title) => [title, "None. This signature allows nothing."])),
  );
  const { text, fields } = describeTypedData(given);
  expect(fields.map(({ path }) => path)).toEqual(titles);
  for (const line of text.split("\n").filter((each) => each.includes("allows nothing")))
    expect(line).toMatch(/^Value of \w+: /);
});

test("describes a domain without a name, and a chain with the id 0", () => {
  const order = createOrderTypedData({ a: "uint8" }, { a: 1 });
  const summary = describeTypedData({ ...order, domain: { version: "1", chainId: 0 } as never });
  expect(summary.text).toMatch(/^For: not stated$/m);
  expect(summary.text).toMatch(/^Chain: .*\b0\b/m);
  expect(summary.chain).toContain("0");
  expect(summary.warnings.join()).not.toContain("no chain");
});

test("describes unsafe typed data with the reasons as warnings", () => {
  const fields = { owner: "address", spender: "address", value: "uint256" };
  const permit = createOrderTypedData(fields, { value: 2 ** 60, more: [{ a: 1 }] });
  const unsafe = {
    ...permit,
    domain: { name: "USD Coin" } as never,
    types: {
      Permit: [
        ...(permit.types.Order ?? []),
        { name: "nonce", type: "uint256" },
        { name: "deadline", type: "uint256" },
      ],
    },
    primaryType: "Permit",
  };
  const { permissions, warnings, fields: shown } = describeTypedData(unsafe);
  expect(permissions.join()).toContain("take tokens");
  expect(warnings.join()).toMatch(/names no chain.*names no contract.*not safe to sign/);
  expect(shown.map(({ path }) => path)).toEqual(["value", "more[0].a"]);
});
