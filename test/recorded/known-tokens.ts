import { getCatalogue } from "../../src/sandbox/world/catalogue.js";

type Fields = Readonly<Record<string, unknown>>;

/** A token of the sandbox. */
export interface KnownToken {
  readonly chainId: number;
  readonly address: string;
}

/** Returns the token of the sandbox that stands for a recorded one, always the same. */
export type FindToken = (chainId: number, address: string) => string;

/** Masked addresses are no tokens of the sandbox: others of the same chain take their place. */
export function createFindToken(): FindToken {
  const replacements = new Map<string, string>();
  return (chainId, address) => {
    const asset = `${chainId}:${address.toLowerCase()}`;
    if (getCatalogue().has(asset)) return address;
    const taken = [...replacements.values()];
    const free = [...getCatalogue().values()].find(
      (token) => token.chainId === chainId && !taken.includes(token.address),
    );
    const replacement = replacements.get(asset) ?? free?.address ?? address;
    replacements.set(asset, replacement);
    return replacement;
  };
}

/** Replaces the tokens of a request by tokens of the sandbox, and lists them. */
export function replaceTokens(body: unknown, findToken: FindToken) {
  const tokens: KnownToken[] = [];
  const defaultChain = findChain(body) ?? 137;

  function replace(value: unknown, chain: number): unknown {
    if (Array.isArray(value)) return value.map((item) => replace(item, chain));
    if (typeof value !== "object" || value === null) return value;
    const fields = value as Fields;
    const own = chainOf(fields) ?? chain;
    return Object.fromEntries(
      Object.entries(fields).map(([name, field]) => {
        if (typeof field !== "string" || !/token/i.test(name)) return [name, replace(field, own)];
        const isOutput = name === "tokenOut" && typeof fields.chainIdOut === "number";
        const chainId = isOutput ? (fields.chainIdOut as number) : own;
        const address = findToken(chainId, field);
        tokens.push({ chainId, address });
        return [name, address];
      }),
    );
  }

  return { body: replace(body, defaultChain), tokens };
}

function chainOf({ chainIdIn, chainId }: Fields): number | undefined {
  const chain = chainIdIn ?? chainId;
  return typeof chain === "number" ? chain : undefined;
}

/** The first chain anywhere in a request. */
function findChain(value: unknown): number | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const inner = Object.values(value).map(findChain);
  return chainOf(value as Fields) ?? inner.find((chain) => chain !== undefined);
}
