// Prints the addresses of common tokens on which two token lists agree, as the content of
// src/contract/shared/token-addresses.ts. Each argument is a file in the format of
// https://tokenlists.org:
//   npm pack @uniswap/default-token-list @aave-dao/aave-address-book   # and unpack both
//   node scripts/token-addresses.mjs <list.json> <list.json>
import { readFileSync } from "node:fs";

const symbols = ["USDC", "USDT", "USDT0", "WETH", "WBTC", "DAI"];
const chains = [1, 10, 56, 100, 137, 196, 8453, 42161, 43114];

const files = process.argv.slice(2);
if (files.length !== 2) throw new Error("usage: token-addresses.mjs <list.json> <list.json>");
const [first, second] = files.map((file) => JSON.parse(readFileSync(file, "utf8")).tokens);

/** Some lists write USD₮0 and USDt. */
const normalizeSymbol = (symbol) => symbol.replaceAll("₮", "T").replace("USDt", "USDT");

function findTokens(list, chainId, symbol) {
  return list.filter(
    (token) => token.chainId === chainId && normalizeSymbol(token.symbol) === symbol,
  );
}

/** A list may have two tokens with one symbol, such as USDC and its bridged predecessor. */
function findAgreedAddress(chainId, symbol) {
  const others = findTokens(second, chainId, symbol);
  const agreed = findTokens(first, chainId, symbol).filter(({ address, decimals }) =>
    others.some(
      (other) =>
        other.address.toLowerCase() === address.toLowerCase() && other.decimals === decimals,
    ),
  );
  return agreed.length === 1 ? agreed[0].address : undefined;
}

for (const chainId of chains) {
  const found = symbols.flatMap((symbol) => {
    const address = findAgreedAddress(chainId, symbol);
    return address ? [`    ${symbol}: "${address}",`] : [];
  });
  if (found.length > 0) console.log(`  ${chainId}: {\n${found.join("\n")}\n  },`);
}
