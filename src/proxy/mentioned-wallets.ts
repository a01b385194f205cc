import { bitcoinAddressPattern } from "../contract/shared/bitcoin-address.js";
import type { ProxyInput } from "./types.js";

/** An address in a request, and the names of the fields that lead to it. */
interface FoundAddress {
  readonly path: readonly string[];
  readonly address: string;
}

/** In more spellings than the contract takes: where fields are unpublished, nobody knows what the service takes. */
const evmAddress = /^0x[0-9a-f]{40}$/i;
/** What is no account, by the name of its field: a token. An object of that name may hold one all the same. */
const token = /(?:^t|T)oken(?:In|Out|[01]|Address|sAddresses)?$/;
/** And whatever is in there: the contract that makes wallets, and a user's own notes. */
const noAccount = /^factory$|^metadata(?:Key|Value)?$/;

/** Everything in an input that has the form of an address, but for tokens and the like. It goes by form, so that no field can be forgotten. */
export function findAddresses({ params, query, body }: ProxyInput): FoundAddress[] {
  const found: FoundAddress[] = [];
  const todo: { value: unknown; path: readonly string[] }[] = [
    { value: { params, query, body }, path: [] },
  ];
  const note = (text: string, path: readonly string[]) => {
    const value = text.trim();
    const isEvm = evmAddress.test(value);
    if (isEvm || bitcoinAddressPattern.test(value))
      found.push({ path, address: isEvm ? value.toLowerCase() : value });
  };
  for (let next = todo.pop(); next !== undefined; next = todo.pop()) {
    const { value, path } = next;
    if (typeof value === "string") {
      // The items of a list are named as the list is.
      if (!token.test(path.filter((name) => !/^\d+$/.test(name)).at(-1) ?? "")) note(value, path);
    } else if (typeof value === "object" && value !== null) {
      for (const [name, inner] of Object.entries(value)) {
        note(name, [...path, name]);
        if (!noAccount.test(name)) todo.push({ value: inner, path: [...path, name] });
      }
    }
  }
  return found;
}
