import type { LendingQuoteRequest } from "../../contract/lending/types.js";
import { Decimal } from "../../contract/shared/primitives.js";
import type { Given } from "../../contract/shared/schema.js";
import { type BadRequestError, createFieldError } from "../shared/service-error.js";
import { getWhitelistedTokens } from "../shared/whitelist.js";
import { toUnits } from "../world/amounts.js";
import type { KnownToken } from "../world/catalogue.js";
import type { LendingPartName, Project } from "../world/world.js";

export const lendingPartNames: readonly LendingPartName[] = [
  "supply",
  "borrow",
  "repay",
  "withdraw",
];

export interface ParsedPart {
  name: LendingPartName;
  token: KnownToken;
  /** Undefined if the request has no amount. */
  units: bigint | undefined;
}

/** The fields of the parts are undocumented. These are the sandbox's own. */
interface PartFields {
  tokenAddress: string;
  chainId: number;
  amount?: string | null | undefined;
}

function readPart(name: LendingPartName, part: object): PartFields & { name: LendingPartName } {
  const { tokenAddress, chainId, amount } = part as Partial<PartFields>;
  if (typeof tokenAddress !== "string") throw createTypeError(name, "tokenAddress", "string");
  if (typeof chainId !== "number") throw createTypeError(name, "chainId", "number");
  if (amount != null && !Decimal.safeParse(amount).success) {
    const issue = { code: "invalid_string", validation: "regex" };
    throw createFieldError([name, "amount"], "Invalid amount", issue);
  }
  return { name, tokenAddress, chainId, amount };
}

function createTypeError(name: LendingPartName, field: string, expected: string): BadRequestError {
  return createFieldError([name, field], `Expected ${expected}`, {
    code: "invalid_type",
    expected,
  });
}

/**
 * Parses the parts of a request. All of them are on one chain, and their tokens are whitelisted.
 */
export function parseParts(
  request: Given<LendingQuoteRequest>,
  project: Project,
): { parts: ParsedPart[]; gasToken: KnownToken } {
  const given = lendingPartNames.flatMap((name) =>
    request[name] === undefined ? [] : [readPart(name, request[name])],
  );
  const chainId = given[0]?.chainId as number;
  const other = given.find((part) => part.chainId !== chainId);
  if (other) {
    const message = `All parts of a quote are on one chain, here ${chainId}`;
    throw createFieldError([other.name, "chainId"], message);
  }
  const addresses = given.map(({ tokenAddress }) => tokenAddress);
  const [gasToken, ...tokens] = getWhitelistedTokens(project, chainId, [
    request.gas.tokenAddress,
    ...addresses,
  ]);
  const parts = given.map(({ name, amount }, i) => {
    const token = tokens[i] as KnownToken;
    return { name, token, units: amount == null ? undefined : toUnits(amount, token.decimals) };
  });
  return { parts, gasToken: gasToken as KnownToken };
}
