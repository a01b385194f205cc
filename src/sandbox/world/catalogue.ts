import { type ChainId, chainIds, nativeToken } from "../../contract/shared/chains/chain-ids.js";
import type { Chain, Token } from "../../contract/shared/records.js";
import type { Address } from "../../shared/patterns.js";
import { createRandom, hashSeed } from "./random.js";
import type { SandboxWords } from "./words.js";

export interface KnownToken {
  /** `chain:token`. */
  asset: string;
  chainId: ChainId;
  address: Address;
  name: string;
  symbol: string;
  decimals: number;
  /** US dollars, as a decimal string. */
  price: string;
  marketCap: number;
  rwaProvider?: SandboxWords["rwaProvider"];
}

/** The names in recordings of the service. They differ from the names in the contract. */
const chainNames: Record<ChainId, string> = {
  0: "Bitcoin",
  1: "Ethereum",
  10: "Optimism",
  56: "BNB",
  100: "Gnosis Chain",
  137: "Polygon",
  196: "X Layer Mainnet",
  8453: "BASE",
  42161: "Arbitrum",
  43114: "Avalanche",
};

export const evmChains = Object.values(chainIds).filter((id) => id !== 0);

export function describeChain(id: number): Chain {
  return {
    // A test may fund an unknown chain.
    id: id as ChainId,
    name: chainNames[id as ChainId] ?? `CHAIN_${id}`,
    logo: drawLogo(chainNames[id as ChainId] ?? String(id)),
  };
}

export function describeToken(token: KnownToken): Token {
  const { name, symbol, decimals, address } = token;
  return { name, symbol, decimals, address, logoURL: getLogoUrl(token) };
}

export const getLogoUrl = (token: KnownToken): string => drawLogo(token.symbol);

/** A coloured circle with letters, which needs no network. */
function drawLogo(name: string): string {
  const colour = `hsl(${Math.abs(hashSeed(name)) % 360} 60%25 40%25)`;
  const circle = `%3Ccircle cx='9' cy='9' r='9' fill='${colour}'/%3E`;
  const text = `%3Ctext x='9' y='11' font-size='5' text-anchor='middle' fill='white'%3E${name.slice(0, 4)}%3C/text%3E`;
  return `data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 18 18'%3E${circle}${text}%3C/svg%3E`;
}

export function getMarketDataId(token: KnownToken): string {
  return token.name.toLowerCase().replaceAll(" ", "-");
}

const wethAddress = "0x7ceb23fd6bc0add59e62ac25578270cff1b9f619";
const brzAddress = "0x4ed141110f6eeeaba9a1df36d8c26f684d2475dc";
const wbtcAddress = "0x1bfd67037b42cf73acf2047067bd4f2c47d9bfd6";
const usdyAddress = "0x96f6ef951840721adbf46ac996b59e0235cb985c";

/** The tokens that the examples use, at their real addresses. */
const wellKnownTokens: KnownToken[] = [
  createUsdc(137, "0x3c499c542cef5e3811e1192ce70d8cc03d5c3359"),
  createUsdc(8453, "0x833589fcd6edb6e08f4c7c32d4f71b54bda02913"),
  createUsdc(42161, "0xaf88d065e77c8cc2239327c5edb3a432268e5831"),
  createUsdc(1, "0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48"),
  createUsdc(10, "0x0b2c639c533813f4aa9d7837caf62653d097ff85"),
  createToken(137, wethAddress, "WETH", "Wrapped Ether", 18, "2500", 9_000_000_000),
  createToken(137, brzAddress, "BRZ", "Brazilian Digital", 18, "0.2", 40_000_000),
  createToken(137, wbtcAddress, "WBTC", "Wrapped BTC", 8, "60000", 8_000_000_000),
  {
    ...createToken(1, usdyAddress, "USDY", "Dollar Yield", 18, "1.05", 500_000_000),
    rwaProvider: "ISSUER_A",
  },
  createToken(0, "btc" as Address, "BTC", "Bitcoin", 8, "60000", 1_200_000_000_000),
];

const nativePrices: Record<number, [symbol: string, price: string]> = {
  42161: ["ETH", "2500"],
  43114: ["AVAX", "30"],
  8453: ["ETH", "2500"],
  56: ["BNB", "500"],
  1: ["ETH", "2500"],
  100: ["XDAI", "1"],
  10: ["ETH", "2500"],
  137: ["POL", "0.5"],
  196: ["OKB", "40"],
};

function createToken(
  chainId: ChainId,
  address: Address,
  symbol: string,
  name: string,
  decimals: number,
  price: string,
  marketCap: number,
): KnownToken {
  const asset = `${chainId}:${address}`;
  return { asset, chainId, address, name, symbol, decimals, price, marketCap };
}

function createUsdc(chainId: ChainId, address: Address): KnownToken {
  return createToken(chainId, address, "USDC", "USD Coin", 6, "1", 30_000_000_000);
}

function createNativeTokens(): KnownToken[] {
  return evmChains.map((chainId) => {
    const [symbol, price] = nativePrices[chainId] as [string, string];
    return createToken(chainId, nativeToken, symbol, symbol, 18, price, 100_000_000_000);
  });
}

/** Generated tokens, so that lists have several pages. */
function createTestTokens(): KnownToken[] {
  const random = createRandom({ random: hashSeed("tokens") });
  return Array.from({ length: 2_000 }, (_, i) =>
    createToken(
      random.pick(evmChains),
      `0x${random.hex(20)}`,
      `T${String(i).padStart(4, "0")}`,
      `Test Token ${i}`,
      random.pick([6, 8, 18]),
      (random.next() * 10 + 0.01).toFixed(4),
      1_000 + random.below(50_000_000),
    ),
  );
}

let catalogue: Map<string, KnownToken> | undefined;

/** Every token by `chain:token`. Built on first use. */
export function getCatalogue(): Map<string, KnownToken> {
  if (catalogue) return catalogue;
  const tokens = [...wellKnownTokens, ...createNativeTokens(), ...createTestTokens()];
  catalogue = new Map(tokens.map((token) => [token.asset, token]));
  return catalogue;
}

export function findToken(chainId: number, address: string): KnownToken | undefined {
  return getCatalogue().get(`${chainId}:${address.toLowerCase()}`);
}

export function findTokenBySymbol(chainId: number, symbol: string): KnownToken | undefined {
  const tokens = [...getCatalogue().values()];
  return tokens.find((token) => token.symbol === symbol && token.chainId === chainId);
}
