import type { LendingQuoteRequest } from "../../contract/lending/types.js";
import { BadRequest, Refusal } from "../shared/service-error.js";
import { toUnits } from "../world/amounts.js";
import { evmChains, findToken, type KnownToken } from "../world/catalogue.js";
import { assetOf } from "../world/ledger.js";
import type { Project } from "../world/world.js";

export const lendingParts = ["supply", "borrow", "repay", "withdraw"] as const;
export type LendingPartName = (typeof lendingParts)[number];

/** One part of a lending request, as far as it can be read. */
export interface ReadPart {
  name: LendingPartName;
  token: KnownToken;
  /** Undefined where no amount was found. */
  units: bigint | undefined;
}

type Open = Readonly<Record<string, unknown>>;

/** Nobody has published the fields of the parts: the names that answers use are read, at the top or one level down. */
function readField(part: Open, names: readonly string[]): unknown {
  const places = [part, part.token, part.tokenIn, part.tokenOut].filter(
    (place) => typeof place === "object" && place !== null,
  ) as Open[];
  const values = places.flatMap((place) => names.map((name) => place[name]));
  return values.find(
    (value) => typeof value === "string" || typeof value === "number" || hasValue(value),
  );
}

function hasValue(value: unknown): value is { value: unknown } {
  return typeof value === "object" && value !== null && "value" in value;
}

function readAmount(name: LendingPartName, part: Open, decimals: number): bigint | undefined {
  const given = readField(part, ["amount"]);
  const text = hasValue(given) ? given.value : given;
  if (text === undefined || text === null) return undefined;
  if (typeof text === "string" && /^\d+(?:\.\d+)?$/.test(text)) return toUnits(text, decimals);
  throw new BadRequest([
    {
      code: "invalid_string",
      validation: "regex",
      path: [name, "amount"],
      message: "Invalid amount",
    },
  ]);
}

/** Reads the parts of a request. They are all on one chain, and their tokens and the gas token are whitelisted there. */
export function readParts(
  request: LendingQuoteRequest,
  project: Project,
): { parts: ReadPart[]; gasToken: KnownToken } {
  const given = lendingParts.flatMap((name) =>
    request[name] === undefined ? [] : [{ name, part: request[name] }],
  );
  const named = given.map(({ name, part }) => {
    // Where no token can be read, the gas token is meant: an answer is of more use than a refusal nobody can put right.
    const address = String(
      readField(part, ["tokenAddress", "token", "address"]) ?? request.gas.tokenAddress,
    ).toLowerCase();
    const chainId = readField(part, ["chainId"]);
    return { name, part, address, chainId: chainId === undefined ? undefined : Number(chainId) };
  });
  const chainId =
    named.find((one) => one.chainId !== undefined)?.chainId ??
    chainWith(named[0]?.address, request.gas.tokenAddress);
  const strange = named.find((one) => one.chainId !== undefined && one.chainId !== chainId);
  if (strange) {
    const message = `All parts of a quote are on one chain, here ${chainId}`;
    throw new BadRequest([{ code: "custom", path: [strange.name, "chainId"], message }]);
  }
  const gasToken = allowed(project, chainId, request.gas.tokenAddress);
  const tokens = named.map(({ address }) => allowed(project, chainId, address));
  const refused = [...named.map(({ address }) => address), request.gas.tokenAddress].filter(
    (address) => !allowed(project, chainId, address),
  );
  if (!gasToken || refused.length > 0) {
    throw new Refusal(
      "NOT_AUTHORIZED_TOKENS",
      `Tokens not authorized: ${[...new Set(refused)].join(", ")}`,
    );
  }
  const parts = named.map(({ name, part }, i) => {
    const token = tokens[i] as KnownToken;
    return { name, token, units: readAmount(name, part, token.decimals) };
  });
  return { parts, gasToken };
}

function chainWith(...addresses: (string | undefined)[]): number {
  const known = evmChains.find((id) =>
    addresses.every((address) => address === undefined || findToken(id, address)),
  );
  return known ?? 137;
}

function allowed(project: Project, chainId: number, address: string): KnownToken | undefined {
  const asset = assetOf(chainId, address);
  return project.whitelist.some((listed) => listed.toLowerCase() === asset)
    ? findToken(chainId, address)
    : undefined;
}
