import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

interface Field {
  readonly record: string;
  readonly name: string;
  readonly type: string;
  readonly comment: string;
}

/** The records of the contract, and the events of webhooks. */
const files = [
  ...readdirSync("src/contract", { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith("records.ts"))
    .map((file) => `src/contract/${file}`),
  "src/webhooks/events.ts",
];

/** The fields of interfaces, and of functions such as `const swapQuoteFields = () => ({ … })`. */
function listFields(file: string): Field[] {
  const source = readFileSync(file, "utf8");
  const interfaces = source.matchAll(/^export interface (\w+)[^{]*\{\n([\s\S]*?)^\}/gm);
  const functions = source.matchAll(
    /^(?:export )?const (\w+)Fields = \(\) => \(\{([\s\S]*?)\}\);/gm,
  );
  const requests = new Set(
    [...source.matchAll(/kind: "(?:open )?request",\s+fields: (\w+)Fields/g)].map(
      ([, name]) => name,
    ),
  );
  return [...interfaces, ...functions].flatMap(([, found = "", body = ""]) => {
    const record = requests.has(found) ? `${found}Request` : found;
    const field = /(?:\/\*\*([\s\S]*?)\*\/\s+)?(?:readonly )?\b(\w+)\??: ([^;,\n]+)[;,\n ]/g;
    return [...body.matchAll(field)].map(([, comment = "", name = "", type = ""]) => ({
      record,
      name,
      type,
      comment,
    }));
  });
}

const fields = files.flatMap(listFields);
const isRequest = ({ record }: Field) =>
  /[rR]equest(?:Base)?$|Query$|PaymentMethod$|^LiquidityChange|^limitOrder$|^range$/.test(record);
const isAmount = ({ name, type }: Field) =>
  /amount|fee|cost|price|usd|balance|^value$|limit|^used$|remaining|apr$|roi|flow|cap$|percent|share$|slippage/i.test(
    name,
  ) &&
  /\b(?:string|number|Decimal|SignedDecimal|WholeAmount|Num|numberFrom)\b/.test(type) &&
  !/Token$/.test(name.replace(/maxGasFeeToken$/, ""));
const unit =
  /whole (?:tokens|native coins|units)|smallest unit|US dollars|[Pp]ercent|[Tt]oken1 per token0|[Ii]n the (?:fiat )?currency|@unverified/;

test("every amount that is received states its unit, or that the unit is unverified", () => {
  const amounts = fields.filter((field) => !isRequest(field) && isAmount(field));
  expect(amounts.length).toBeGreaterThan(70);
  const without = amounts.filter(({ comment }) => !unit.test(comment.replace(/\s+\*?\s*/g, " ")));
  expect(without.map(({ record, name }) => `${record}.${name}`)).toEqual([]);
});

test("a tag @unverified has at most six words", () => {
  const tags = fields.flatMap(({ record, name, comment }) =>
    [...comment.matchAll(/@unverified ([^@*]*)/g)].map(([, words = ""]) => ({
      field: `${record}.${name}`,
      words: words.trim().split(/\s+/),
    })),
  );
  expect(tags.length).toBeGreaterThan(20);
  expect(tags.filter(({ words }) => words.length > 6)).toEqual([]);
});
