import { expect, test } from "vitest";
import { checkerTimeout, compile } from "../support/compiler/client.js";

const fields = `
  amountIn: "1", chainIdIn: 137, chainIdOut: 137, tokenIn: "0x01", tokenOut: "0x02",
  walletAddress: "0x03", toAddress: "0x03", gasFeePaymentMethod: "ADD_TO_AMOUNT",
  payGasFeeToken: usdc,`;
const start = `
import { type Client, defineRequest } from "../../src/index.js";
import { pickExecutable, runSwap, type RunSwapOptions } from "../../src/tasks/index.js";
declare const client: Client;
declare const options: RunSwapOptions;
declare const usdc: "0x3c499c542cef5e3811e1192ce70d8cc03d5c3359";
`;

/** Programs, each with what its messages must contain, and what they must not. */
const programs: readonly (readonly [code: string, contains: readonly string[], not?: string])[] = [
  // A request that is declared before its call, of a market swap and of limit orders.
  ...["", 'minAmountOut: "1",', 'minAmountOut: "1", expiration: 60, partialFillable: true,'].map(
    (more) =>
      [
        `const request = {${fields} ${more}};\nclient.swap.quote(request);\nrunSwap(client, request, options);`,
        ["DefineRequest"],
        "minAmountOut",
      ] as const,
  ),
  [
    `const response = await client.swap.quote({${fields}});\npickExecutable(response);`,
    ["pass response.quotes"],
  ],
  [`client.swap.quote({${fields} chainIdIn: 5 });`, ["is not assignable to type 'ChainId'"]],
  [
    `client.swap.quote({${fields} amountInn: "1" });`,
    ["'amountInn' does not exist"],
    "declareItWith",
  ],
];
const valid = `
client.swap.quote(defineRequest("swap.quote", {${fields}}));
pickExecutable((await client.swap.quote({${fields}})).quotes);`;

test(
  "the compiler names defineRequest or the wrong field, never a field that is not meant",
  async () => {
    const files = [valid, ...programs.map(([code]) => code)].map((code, i) => ({
      name: `test/types/message-${i}.ts`,
      text: `${start}${code}\nexport {};`,
    }));
    const problems = await compile(files);
    const messageOf = (i: number) =>
      problems
        .filter((problem) => problem.startsWith(`test/types/message-${i}.ts:`))
        .map((problem) => problem.replace(/'\{.*?\}'/gs, ""))
        .join("\n");
    expect(messageOf(0)).toBe("");
    for (const [i, [code, contains, not]] of programs.entries()) {
      for (const text of contains) expect(messageOf(i + 1), code).toContain(text);
      if (not) expect(messageOf(i + 1), code).not.toContain(not);
    }
  },
  checkerTimeout,
);
