import { describe, expect, it } from "vitest";
import { checkerTimeout, compile, type SourceFile } from "../support/compiler/client.js";

const fields = `
  amountIn: "1", chainIdIn: 137, chainIdOut: 137, tokenIn: "0x01", tokenOut: "0x02",
  walletAddress: "0x03", toAddress: "0x03",`;

/** The programs that wait for the compiler, which checks the types once for several of them. */
let waiting: SourceFile[] = [];
let compiled: Promise<string[]>;
let count = 0;

async function findMessage(request: string, call: string): Promise<string> {
  const name = `test/types/message-${count++}.ts`;
  const text = `
import { type Client, defineRequest } from "../../src/index.js";
import { pickExecutable, runSwap, type RunSwapOptions } from "../../src/tasks/index.js";
declare const client: Client;
declare const options: RunSwapOptions;
declare const usdc: "0x3c499c542cef5e3811e1192ce70d8cc03d5c3359";
${request}
${call}
`;
  if (waiting.length === 0)
    compiled = new Promise((resolve) => setImmediate(resolve)).then(() => {
      const files = waiting;
      waiting = [];
      return compile(files);
    });
  waiting.push({ name, text });
  const problems = (await compiled).filter((problem) => problem.startsWith(`${name}:`));
  return problems.map((problem) => JSON.stringify(problem)).join("\n");
}

const gas = 'gasFeePaymentMethod: "ADD_TO_AMOUNT", payGasFeeToken: usdc,';

describe.concurrent("the compiler's message", { timeout: checkerTimeout }, () => {
  it.each([
    ["a market swap", gas],
    ["a limit order", `${gas} minAmountOut: "1",`],
    [
      "a limit order with all fields",
      `${gas} minAmountOut: "1", expiration: 60, partialFillable: true,`,
    ],
    [
      "a market swap with a literal gas mode",
      `${gas} gasFeePaymentMethod: "ADD_TO_AMOUNT" as const,`.replace(
        'gasFeePaymentMethod: "ADD_TO_AMOUNT",',
        "",
      ),
    ],
  ])(
    "names defineRequest, never minAmountOut, for %s that was declared before its call",
    async (_, more) => {
      const message = await findMessage(
        `const request = {${fields} ${more} };`,
        "client.swap.quote(request);\nrunSwap(client, request, options);",
      );
      const told = message.replace(/'\{.*?\}'/gs, "").split("\n");
      expect(told.filter((line) => line.includes("DefineRequest"))).toHaveLength(2);
      expect(told.join("\n")).not.toContain("minAmountOut");
    },
  );

  it("names response.quotes where the response is passed to pickExecutable", async () => {
    const response = `const response = await client.swap.quote({ ${fields} ${gas} });`;
    const message = await findMessage(response, "pickExecutable(response);");
    expect(message).toContain("pass response.quotes");
    expect(await findMessage(response, "pickExecutable(response.quotes);")).toBe("");
  });

  it("is none with defineRequest", async () => {
    const request = `const request = defineRequest("swap.quote", {${fields} ${gas} });`;
    expect(await findMessage(request, "client.swap.quote(request);")).toBe("");
  });

  it.each([
    ["an unsupported chain", "chainIdIn: 5,", "Type '5' is not assignable to type 'ChainId'"],
    [
      "a word that is not in the list",
      'routeProfile: "FAST",',
      "is not assignable to type 'Maybe<RouteProfile>'",
    ],
    ["a misspelt field", 'amountInn: "1",', "'amountInn' does not exist"],
  ])("is still about the field for %s in the call", async (_, wrong, expected) => {
    const call = `client.swap.quote({ ${fields.replace(/chainIdIn: 137,/, "")} ${gas}`;
    const chain = wrong.startsWith("chainIdIn") ? "" : "chainIdIn: 137,";
    expect(await findMessage("", `${call} ${chain} ${wrong} });`)).toContain(expected);
  });

  it.each(["", 'minAmountOut: "1",'])(
    "is about the wrong or missing field in the call with '%s'",
    async (more) => {
      const wrong = gas.replace("ADD_TO_AMOUNT", "DEDUCT");
      const message = await findMessage("", `client.swap.quote({ ${fields} ${wrong} ${more} });`);
      expect(message).toMatch(/'\\"DEDUCT\\"' is not assignable to type 'GasFeePaymentMethod/);
      const others = fields.replace('tokenOut: "0x02",', "");
      const missing = await findMessage("", `client.swap.quote({ ${others} ${gas} ${more} });`);
      expect(missing).toContain("Property 'tokenOut' is missing");
      for (const text of [message, missing]) expect(text).not.toContain("declareItWith");
    },
  );
});
