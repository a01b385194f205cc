// Turns the bodies of the fixtures into the examples of the OpenAPI document, for
// `npm run reference`.

/** Keeps the first item of each list, and two of the amounts in 62 currencies. */
export function shorten(value) {
  if (Array.isArray(value)) return value.slice(0, 1).map(shorten);
  if (typeof value !== "object" || value === null) return value;
  const fields = value.sats ? { usd: value.usd, eur: value.eur } : value;
  return Object.fromEntries(Object.entries(fields).map(([name, each]) => [name, shorten(each)]));
}

/**
 * Examples are copied, and the fixtures have the largest and smallest values. Leaves out the fee of
 * the project.
 */
export const toExample = (value) => JSON.parse(JSON.stringify(shorten(value), toUsual));

function toUsual(name, value) {
  if (value === "1.000000000000000001") return "1.5";
  if (value === "1000000000000000001") return "1500000000000000000";
  if (name === "transactionFeePercent") return undefined;
  if (name === "slippage" && typeof value === "number") return 0.5;
  return name === "amountToSendInFiatCurrency" && value === 0.01 ? 100 : value;
}

/** Writes a JSON value as source text, with the constants in place of the values they stand for. */
export function toSource(value, constants = new Map()) {
  const write = (each) => constants.get(JSON.stringify(each)) ?? toSource(each, constants);
  if (Array.isArray(value)) return `[${value.map(write).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const fields = Object.entries(value).map(([name, each]) => {
    const key = toKey(name);
    const text = write(each);
    return text === key ? key : `${key}:${text}`;
  });
  return `{${fields.join(",")}}`;
}

/** Writes the name of a property. */
export const toKey = (name) => (/^[a-z_$][\w$]*$/i.test(name) ? name : JSON.stringify(name));

/** Writes one line per example. A value that occurs more than once is a constant. */
export function writeShared(examples) {
  const shared = findShared(examples);
  const names = new Map();
  const used = new Map();
  for (const [json, place] of shared) {
    const number = (used.get(place) ?? 0) + 1;
    used.set(place, number);
    names.set(json, number === 1 ? place : `${place}${number}`);
  }
  const constants = [...names].map(
    ([json, name]) => `const ${name} = ${toSource(JSON.parse(json), names)};\n`,
  );
  const values = Object.entries(examples).map(
    ([name, pair]) => `  ${toKey(name)}: ${toSource(pair, names)},\n`,
  );
  return { constants: constants.join(""), values: values.join("") };
}

/** A shorter value would take no less space as a constant. */
const shortestShared = 40;

/**
 * The values that occur more than once, as JSON, each with the name of a field that has it. The
 * parts of a value come before it. A value of which all occurrences are in a shared value is none.
 */
function findShared(examples) {
  const places = new Map();
  function visit(value, name) {
    const json = JSON.stringify(value);
    if (json.length < shortestShared) return;
    const place = places.get(json);
    if (place) {
      place.count += 1;
      return;
    }
    if (typeof value === "object" && value !== null)
      for (const [key, each] of Object.entries(value))
        visit(each, Array.isArray(value) ? name : key);
    places.set(json, { name, count: 1 });
  }
  for (const [request, response] of Object.values(examples)) {
    visit(request, "request");
    visit(response, "response");
  }
  return [...places].filter(([, { count }]) => count > 1).map(([json, { name }]) => [json, name]);
}
