import type { LendingQuoteRequest } from "../../contract/lending/types.js";
import type { Given } from "../../contract/shared/schema.js";
import { createFieldError } from "../shared/service-error.js";
import { getWhitelistedTokens } from "../shared/whitelist.js";
import { toUnits } from "../world/amounts.js";
import { evmChains, findToken, type KnownToken } from "../world/catalogue.js";
import type { Project } from "../world/world.js";

export const lendingPartNames = ["supply", "borrow", "repay", "withdraw"] as const;
export type LendingPartName = (typeof lendingPartNames)[number];

export interface ParsedPart {
  name: LendingPartName;
  token: KnownToken;
  /** Undefined if the request has no amount. */
  units: bigint | undefined;
}

type UnknownFields = Readonly<Record<string, unknown>>;

/**
 * The fields of the parts are undocumented. The names of the response fields are accepted, at the
 * top level or one level down.
 */
function findField(part: UnknownFields, names: readonly string[]): unknown {
  const places = [part, part.token, part.tokenIn, part.tokenOut].filter(
    (place) => typeof place === "object" && place !== null,
  ) as UnknownFields[];
  const values = places.flatMap((place) => names.map((name) => place[name]));
  return values.find(
    (value) => typeof value === "string" || typeof value === "number" || hasValue(value),
  );
}

function hasValue(value: unknown): value is { value: unknown } {
  return typeof value === "object" && value !== null && "value" in value;
}

function parseAmount(
  name: LendingPartName,
  part: UnknownFields,
  decimals: number,
): bigint | undefined {
  const given = findField(part, ["amount"]);
  const text = hasValue(given) ? given.value : given;
  if (text === undefined || text === null) return undefined;
  if (typeof text === "string" && /^\d+(?:\.\d+)?$/.test(text)) return toUnits(text, decimals);
  const issue = { code: "invalid_string", validation: "regex" };
  throw createFieldError([name, "amount"], "Invalid amount", issue);
}

/**
 * Parses the parts of a request. All of them are on one chain, and their tokens are whitelisted.
 */
export function parseParts(
  request: Given<LendingQuoteRequest>,
  project: Project,
): { parts: ParsedPart[]; gasToken: KnownToken } {
  const given = lendingPartNames.flatMap((name) =>
    request[name] === undefined ? [] : [{ name, part: request[name] }],
  );
  const named = given.map(({ name, part }) => {
    // Fall back to the gas token if no token is found.
    const address = String(
      findField(part, ["tokenAddress", "token", "address"]) ?? request.gas.tokenAddress,
    ).toLowerCase();
    const chainId = findField(part, ["chainId"]);
    return { name, part, address, chainId: chainId === undefined ? undefined : Number(chainId) };
  });
  const chainId =
    named.find((part) => part.chainId !== undefined)?.chainId ??
    findCommonChain(named[0]?.address, request.gas.tokenAddress);
  const other = named.find((part) => part.chainId !== undefined && part.chainId !== chainId);
  if (other) {
    const message = `All parts of a quote are on one chain, here ${chainId}`;
    throw createFieldError([other.name, "chainId"], message);
  }
  const addresses = [request.gas.tokenAddress, ...named.map(({ address }) => address)] as const;
  const [gasToken, ...tokens] = getWhitelistedTokens(project, chainId, addresses);
  const parts = named.map(({ name, part }, i) => {
    const token = tokens[i] as KnownToken;
    return { name, token, units: parseAmount(name, part, token.decimals) };
  });
  return { parts, gasToken };
}

function findCommonChain(...addresses: (string | undefined)[]): number {
  const known = evmChains.find((id) =>
    addresses.every((address) => address === undefined || findToken(id, address)),
  );
  return known ?? 137;
}
