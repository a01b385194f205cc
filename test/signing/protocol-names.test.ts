import { describe, expect, test } from "vitest";
// @ts-expect-error A script without types.
import { findWords } from "../../scripts/check-words.mjs";

const find = (line: string, file = "src/signing/quote/x.ts"): string[] =>
  findWords(file, `const a = 1;\n${line}`);

describe("a name of a protocol in src/signing is a lint error:", () => {
  test.each([
    ["// The pools of Aave.", "Aave"],
    ["const aavePool = 1;", "aave"],
    ["const topicOfCompoundSupply = 1;", "Compound"],
    ["// A market of compound.", "compound"],
    ["const eulerVaults = 1;", "euler"],
    ["class EulerV2 {}", "Euler"],
    ["const MORPHO_BLUE = 1;", "MORPHO"],
    ["// An order of CoW Protocol.", "CoW"],
    ["// An order of CoWSwap.", "CoWSwap"],
    ["const isCowOrder = true;", "Cow"],
    ["// Of Seaport 1.6.", "Seaport"],
    ["// An order of the 0x Protocol.", "0x Protocol"],
    ["// An order of 0xProtocol.", "0xProtocol"],
    ["const zeroExOrder = 1;", "zeroEx"],
    ["const balancerVault = 1;", "balancer"],
    ["// A position of Uniswap v3.", "Uniswap"],
    ["const uniswapx = 1;", "uniswap"],
    ["const sushiswap = 1;", "sushi"],
    ["const algebraPool = 1;", "algebra"],
    ["// By Bebop.", "Bebop"],
    ["// A pool of Curve.", "Curve"],
    ["const curvePool = 1;", "curve"],
    ["// The router of 1inch.", "1inch"],
    ["const oneInchRouter = 1;", "oneInch"],
  ])("%s", (line, name) => {
    const problem = `src/signing/quote/x.ts:2: "${name}": a rule of signing may not know a protocol`;
    expect(find(line)).toContain(problem);
  });

  test("as the name of a file", () => {
    expect(find("", "src/signing/quote/aave.ts")).toEqual([
      'src/signing/quote/aave.ts: "aave": a rule of signing may not know a protocol',
    ]);
  });
});

test.each([
  "const balanceReader = readBalances(); // balanceReaderCode",
  "const zeroExpiry = 0; // 0x and 40 hex digits, protocol version 1",
  "// LightAccount, Kernel, EntryPoint v0.8, Permit2, ERC-20, ERC-4494 and EIP-7702.",
  "const scowl = coward; // A curved line, compounded, of an algebraic group.",
])("other words are allowed: %s", (line) => {
  expect(find(line)).toEqual([]);
});

test("names of protocols are allowed in other folders, and the phrases of the style are not", () => {
  expect(find("// A position of Uniswap v3.", "src/contract/liquidity/types.ts")).toEqual([]);
  const phrase = `// What${"ever"} is found.`;
  expect(find(phrase, "src/contract/liquidity/types.ts")).toHaveLength(1);
  expect(find(phrase)).toHaveLength(1);
});
