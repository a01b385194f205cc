import { readdirSync, readFileSync } from "node:fs";

/** A code example in a TSDoc comment or on a page. */
export interface Example {
  /** File and line. */
  readonly where: string;
  readonly code: string;
}

const root = new URL("../../", import.meta.url);

/** Finds every example in the sources. Other tests cover README.md and docs. */
export function findExamples(): Example[] {
  const sources = readdirSync(new URL("src", root), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts"))
    .map((name) => `src/${name}`);
  return sources.flatMap((file) => examplesOf(file));
}

function examplesOf(file: string): Example[] {
  const text = readFileSync(new URL(file, root), "utf8");
  const isSource = file.endsWith(".ts");
  const pattern = isSource ? /^ *\* ```ts\n([\s\S]*?)^ *\* ```$/gm : /^```ts\n([\s\S]*?)^```$/gm;
  return [...text.matchAll(pattern)].map((match) => ({
    where: `${file}:${text.slice(0, match.index).split("\n").length}`,
    code: isSource ? (match[1] as string).replace(/^ *\* ?/gm, "") : (match[1] as string),
  }));
}

/** The variables that examples may use without a declaration. */
export const ambient = `
import type { Authorization, Client, CreatedIndividualSession, CreateLiquidityRequest, Hex, SwapQuote, SwapQuoteRequest, TypedData } from "bursar";
import type { SettlementNode, Signer } from "bursar/signing";
declare global {
  const client: Client;
  const walletAddress: "0x1111111111111111111111111111111111111111";
  const request: SwapQuoteRequest;
  const position: CreateLiquidityRequest;
  const quotes: SwapQuote[];
  const created: CreatedIndividualSession;
  const bytes: Uint8Array<ArrayBuffer>;
  const userOperationHash: Hex;
  const transactionHash: Hex;
  const node: SettlementNode;
  const signature: Hex;
  const transactionId: string;
  const tokenId: string;
  const quoteId: string;
  const sessionId: string;
  const signer: Signer;
  const typedData: TypedData;
  const authorization: Authorization;
}
`;
