import { now, type QuoteCase } from "./ordinary-quotes.js";
import type { Random } from "./random-numbers.js";
import type { Fields } from "./read-stated.js";
import { tamperData } from "./tamper-data.js";
import { tamperFees } from "./tamper-fees.js";
import { tamperWorth } from "./tamper-worth.js";
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
    `${random.digits(integer(20, 80), "0123456789")}.${random.digits(40, "0123456789")}`,
    pick("0", "0.00", "1e30", "-1", "NaN", "", "Infinity", " 1", "0x1", "1,5"),
  );
}

/** A time near now, and near the latest one that the request allows. */
function tamperExpiry(random: Random, { request }: QuoteCase): unknown {
  const { pick, integer } = random;
  const asked = (request.expiration ?? 3_600) * 1_000 + (request.expiration == null ? 0 : 120_000);
  const late = asked + pick(-1, 0, 1, 60_000, 3_600_000);
  const time = now + pick(-1, 0, 5_000, 5_001, late, late, late, integer(-1e6, 1e7), 9e8);
  return pick<unknown>(
    ...[time, time, Math.floor(time / 1_000), String(time), new Date(time).toISOString()],
    pick<unknown>(null, undefined, "soon", Number.NaN, "2027-01-01", -time, time * 1_000, {}),
  );
}

function tamperStated(random: Random, given: QuoteCase): Fields {
  const { quote, request } = given;
  const { pick, address } = random;
  const [field, value] = pick<readonly [string, unknown]>(
    ["revertReason", { decoded: "no", raw: "0x", utf8: "" }],
    ["toAddress", pick<unknown>(null, undefined, address(), request.walletAddress)],
    ["walletAddress", pick<unknown>(address(), null, request.toAddress)],
    ["tokenOut", pick<unknown>(address(), request.tokenIn, null)],
    ["tokenIn", pick<unknown>(address(), request.tokenOut, null)],
    ["expiresAt", tamperExpiry(random, given)],
    ["expiresAt", tamperExpiry(random, given)],
    ["chainOut", pick<unknown>(1, 0, "137", null)],
    ["chainIn", pick<unknown>(1, 0, String(request.chainIdIn), null)],
    ["amountIn", tamperAmountIn(random, request.amountIn)],
    ["amountIn", tamperAmountIn(random, request.amountIn)],
  );
  return { ...quote, [field]: value };
}

/** Amounts near the requested one, with few and with many digits. */
function tamperAmountIn({ pick }: Random, asked: string): string {
  const factor = pick(0, 0.98, 0.999, 1, 1.0005, 1.0015, 1.01, 1.03, 1.5);
  return (Number(asked) * factor).toFixed(pick(0, 1, 2, 4, 8, 18));
}

function tamperField(random: Random, { quote }: QuoteCase): Fields {
  const { pick, integer, address, hash } = random;
  const path: Path = pick(...listPaths(quote));
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
  return replaceAt(quote, path, changed()) as unknown as Fields;
}

/** Changes a quote to one that a dishonest service could prefer. */
export function tamper(random: Random, given: QuoteCase): QuoteCase {
  const kinds = [tamperField, tamperField, tamperStated, tamperData, tamperFees, tamperWorth];
  return { ...given, quote: random.pick(...kinds)(random, given) as never };
}
