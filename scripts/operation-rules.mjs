// Writes the rules between the fields of a request. A rule is a function: it is run with requests
// that break it, and reports what it expects in place of a field.
import { writeCode } from "./write-code.mjs";

const evm = `0x${"1".repeat(40)}`;
const bitcoin = "bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq";

const salt = [{ eip7702: true, salt: "1" }];
const range = [{ minPrice: 2, maxPrice: 1 }];

/** Requests that break a rule, by the name of the record. The other fields do not matter. */
export const cases = {
  BatchRequest: [
    { walletAddress: "0x11…", operations: [{ params: { walletAddress: "0x22…" } }] },
    { chainId: 137, operations: [{ params: { chainId: 8453 } }] },
    { chainId: 137, operations: [{ params: { chainIdIn: 8453 } }] },
  ],
  CreateLiquidityRequest: range,
  ExecuteOperationRequest: [{}, { quoteId: "quote-1" }],
  FiatDepositQuoteRequest: [{ receiveCryptoCurrency: "BRZ", chainId: 8453 }],
  FiatWithdrawalQuoteRequest: [{ cryptoCurrencyToSend: "BRZ", chainId: 8453 }],
  HistoryQuery: [
    { metadataKey: "order" },
    { metadataValue: "7" },
    { createdAtOldest: "2026-02-01T00:00:00Z", createdAtLatest: "2026-01-01T00:00:00Z" },
  ],
  LendingQuoteRequest: [{}, { supply: {}, repay: {} }, { repay: {}, borrow: {} }],
  LiquidityAmountsQuery: range,
  LiquidityChange: [
    {},
    { percentage: 50, token0: "0x11…" },
    { token0: "0x11…", token1: "0x22…", token0Amount: "1" },
  ],
  PaymentMethod: [{ type: "" }, { type: "pix" }, { type: "ach" }, { type: "PIX" }, { type: "ACH" }],
  PriceRange: range,
  RegisterWalletRequest: salt,
  SwapQuoteRequest: [
    { expiration: 600 },
    { partialFillable: false },
    { chainIdIn: 137, tokenIn: "USDC" },
    { chainIdIn: 137, tokenIn: "USD Coin" },
    { chainIdOut: 137, tokenOut: "USDC" },
    { chainIdIn: 0, walletAddress: evm },
    { chainIdIn: 137, walletAddress: bitcoin },
    { chainIdOut: 0, toAddress: evm },
    { chainIdOut: 137, toAddress: bitcoin },
  ],
  WalletIdentity: salt,
};

/** Writes the rules between the fields of a record. Returns "" if it has none. */
export function writeRules(name, { rule }) {
  if (!rule) return "";
  const lines = (cases[name] ?? []).flatMap((request) => {
    const found = [];
    rule(request, (path, expected) => found.push({ path, expected }));
    if (found.length === 0) throw new Error(`${name}: breaks no rule: ${writeObject(request)}`);
    return found.map(
      ({ path, expected }) =>
        `- ${writePath(path)}: ${writeCode(expected)}. Rejected: \`${writeObject(request)}\`\n`,
    );
  });
  if (lines.length === 0) throw new Error(`${name}: scripts/operation-rules.mjs has no case of it`);
  return `\nThe client rejects some combinations of these fields. Each line has a field, what the client
expects in it, and an example that it rejects:\n\n${lines.join("")}`;
}

function writePath(path) {
  if (path.length === 0) return "the object";
  const names = path.map((name) => (typeof name === "number" ? `[${name}]` : `.${name}`));
  return `\`${names.join("").slice(1)}\``;
}

/** As in a program: names without quotes. */
function writeObject(value) {
  if (Array.isArray(value)) return `[${value.map(writeObject).join(", ")}]`;
  if (typeof value !== "object") return JSON.stringify(value);
  const fields = Object.entries(value).map(([name, each]) => `${name}: ${writeObject(each)}`);
  return fields.length > 0 ? `{ ${fields.join(", ")} }` : "{}";
}
