import { type Kind, operations, type Role, type Sent, type Target } from "./proxy-cases.js";

/** The response of a proxy whose `authorize` is that of docs/proxy.md. */
export interface Verdict {
  /** The status of a refusal, or undefined if the request is forwarded. */
  readonly refusal?: 401 | 403;
  readonly id?: string;
}

const forwarded: Verdict = {};
const login: Verdict = { refusal: 401 };
const forbidden: Verdict = { refusal: 403, id: "PROXY_FORBIDDEN" };

/** Whether a user may, by what the operation names: the user's own, or something else. */
const mayUser: Readonly<Record<Kind, (isOwn: boolean) => boolean>> = {
  anything: () => true,
  wallet: (isOwn) => isOwn,
  owner: (isOwn) => isOwn,
  id: () => false,
  server: () => false,
};

/** What must become of a request. `isListed` is whether the list of the proxy has the operation. */
export function judge(name: string, role: Role, target: Target, isListed: boolean): Verdict {
  if (!isListed) return { refusal: 403, id: "PROXY_OPERATION_NOT_ALLOWED" };
  if (role === "guest") return login;
  const [kind] = operations[name] as [Kind];
  if (role === "staff") return forwarded;
  return mayUser[kind](target !== "foreign") ? forwarded : forbidden;
}

/** The accounts that a request names: its wallet, and those in the listed fields. */
export function accountsOf(name: string, { body, query }: Sent, wallet: string): string[] {
  const [kind, fields] = operations[name] as (typeof operations)[string];
  const given = body ?? Object.fromEntries(new URLSearchParams(query));
  const read = (path: string) =>
    path.split(".").reduce<unknown>((at, key) => Object(at)[key], given) as string;
  const named = fields?.split(" ").map(read) ?? [];
  const all = kind === "wallet" ? [wallet, ...named] : named;
  return [...new Set(all.map((account) => account.toLowerCase()))].sort();
}
