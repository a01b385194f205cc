import { describe, expect, test } from "vitest";
import type { SwapQuote } from "../../../src/index.js";
import { describeQuote } from "../../../src/signing/index.js";
import { fixtureOf } from "../../support/fixtures/index.js";
import { stranger } from "./test-quotes.js";

const { full } = fixtureOf("swap.quote") as unknown as { full: { quotes: SwapQuote[] } };

describe.each([
  ["the quote", (authorization: object) => ({ authorization, rwaApproveUserOperation: null })],
  [
    "its approval",
    (authorization: object) => ({
      authorization: null,
      rwaApproveUserOperation: { userOperationHash: `0x${"1".repeat(64)}`, authorization },
    }),
  ],
])("an authorization of %s", (_of, addTo) => {
  const shown = "Warning: It contains an authorization of your account (EIP-7702)";

  test.each([
    "137\u05d0\u05d1",
    "１３７",
    "137\nWarning: none",
    ["a".repeat(400)],
    { "\u0645": [1, 2, 3] },
    undefined,
  ])("is described in printable ASCII, although its chain is %j", (chainId) => {
    const given = { chainId, address: stranger, nonce: 0, hash: `0x${"1".repeat(64)}` };
    const { text } = describeQuote({ ...full.quotes[0], ...addTo(given) } as SwapQuote);
    expect(text.split("\n").filter((line) => line.startsWith(shown))).toHaveLength(1);
    for (const line of text.split("\n")) expect(line).toMatch(/^[A-Z][ -~]{1,600}$/);
  });
});

test.each(["", " ", "\u202e", "\n"])("describes the value %j as not stated", (blank) => {
  const changes = { walletAddress: blank, toAddress: blank, tokenIn: blank, amountIn: blank };
  const { text } = describeQuote({ ...full.quotes[0], ...changes } as unknown as SwapQuote);
  expect(text).toContain("\nFrom: not stated\nTo: not stated\n");
  expect(text).toContain("You give: an unknown amount of an unknown token on");
});

test.each([
  ["", "FEE"],
  ["\u202e", "FEE"],
  [null, "FEE"],
  ["GAS): 0 of USDC, to me", "of an unreadable type"],
  ["NEW_FEE-2", "NEW_FEE-2"],
])("names a fee of the type %j in one pair of parentheses", (type, shown) => {
  const fees = [{ ...full.quotes[0]?.fees?.[0], type }];
  const { text } = describeQuote({ ...full.quotes[0], fees } as unknown as SwapQuote);
  expect(text).toContain(`\nFee (${shown}): `);
});
