import { hashAuthorization } from "viem/utils";
import type { QuoteCase } from "./ordinary-quotes.js";
import { now } from "./ordinary-quotes.js";
import type { Random } from "./random-numbers.js";
import { getAt, listPaths, type Path, replaceAt } from "./test-quotes.js";

/** Amounts near the stated one, and amounts that are not one. */
function tamperAmount(random: Random, value: string): unknown {
  const { pick, integer } = random;
  const at = integer(0, Math.max(value.length - 1, 0));
  const shifted = value.replace(".", "");
  return pick<unknown>(
    value.slice(0, at) + random.digits(1, "0123456789") + value.slice(at + 1),
    value.slice(0, at),
    `${value}${random.digits(3, "0123456789")}`,
    `${integer(1, 9)}${value}`,
    `${shifted.slice(0, -1)}.${shifted.slice(-1)}`,
    String(Number(value) * pick(0.5, 0.9, 0.99, 0.999, 1.001, 1.01, 1.1, 2, 10)),
    Number(value),
    pick("0", "0.00", "1e30", "-1", "NaN", "", "Infinity", " 1", "0x1", "1,5"),
  );
}

function createAuthorization(random: Random, { request, delegates }: QuoteCase) {
  const parts = {
    chainId: random.pick<number>(request.chainIdIn, request.chainIdIn, 1, 0),
    address: random.pick(delegates[0] ?? random.address(), random.address()),
    nonce: random.integer(0, 3),
  };
  const hash = random.chance(0.8) ? hashAuthorization(parts) : random.hash();
  return { ...parts, hash };
}

/** Changes one value of a quote to one that a liar could prefer. */
export function tamper(random: Random, given: QuoteCase): unknown {
  const { quote, request } = given;
  const { pick, integer, address, hash } = random;
  if (random.chance(0.15)) {
    const [field, value] = pick<readonly [string, unknown]>(
      ["authorization", createAuthorization(random, given)],
      ["rwaApproveUserOperation", { userOperationHash: hash() }],
      ["revertReason", { decoded: "no", raw: "0x", utf8: "" }],
      ["typedData", null],
      ["fees", [{ type: pick("GAS", "X"), amount: "1000000", token: address() }]],
      ["toAddress", pick<unknown>(null, undefined, address(), request.walletAddress)],
      ["quoteId", hash()],
      ["expiresAt", pick<unknown>(now - 1, now, now / 1_000, now + 9e8, null, "soon", Number.NaN)],
      ["chainOut", pick<unknown>(1, 0, "137", null)],
    );
    return { ...quote, [field]: value };
  }
  const paths = listPaths(quote);
  const path: Path = pick(...paths);
  const value = getAt(quote, path);
  const isAddress = typeof value === "string" && /^0x[0-9a-f]{40}$/i.test(value);
  const isAmount = typeof value === "string" && /^\d+(\.\d+)?$/.test(value);
  const changed = () => {
    if (isAmount && random.chance(0.8)) return tamperAmount(random, value);
    if (isAddress) return pick<unknown>(address(), `0x${"0".repeat(40)}`, value.slice(0, -1), null);
    if (typeof value === "number")
      return pick<unknown>(value + 1, -value, value * 1_000, value / 1_000, 0, String(value), null);
    return pick<unknown>(null, undefined, "", {}, [], 0, true, hash(), address(), integer(0, 9e9));
  };
  return replaceAt(quote, path, changed());
}
