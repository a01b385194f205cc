/** The only field of an object that stands for a bigint, which JSON does not have. */
const bigintField = "$bigint";

export function toJson(value: unknown): unknown {
  if (typeof value === "bigint") return { [bigintField]: String(value) };
  return mapItems(value, toJson);
}

export function fromJson(value: unknown): unknown {
  const text = (value as { [bigintField]?: unknown } | null)?.[bigintField];
  if (typeof text === "string" && /^-?\d+$/.test(text)) return BigInt(text);
  return mapItems(value, fromJson);
}

function mapItems(value: unknown, map: (item: unknown) => unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(map);
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, map(item)]));
}
