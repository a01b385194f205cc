import { describe, expect, test } from "vitest";
import type { EndpointName } from "../../src/contract/endpoints.js";
import { ConfigurationError } from "../../src/index.js";
import { type ProxyCall, walletOf, walletsOf } from "../../src/proxy/index.js";
import { openProxy, readError } from "../proxy/proxy-kit.js";
import { fixtures } from "../support/fixtures/index.js";
import { bitcoin, owner, wallet } from "../support/fixtures/values.js";
import { BranchCounter } from "./branches.js";
import { aimAt, operations, type Role, roles, type Sent, targets } from "./proxy-cases.js";
import { accountsOf, judge } from "./proxy-judge.js";

const foreign = "0x2222222222222222222222222222222222222222";
/** A portfolio and a history can be of a Bitcoin wallet. */
const own = [wallet, owner, bitcoin.segwit];
const session = { wallets: [wallet, bitcoin.segwit], owner: owner.toLowerCase() };

/** The policy of docs/proxy.md: a session first, then the wallet or the owner of the call. */
function authorize(request: Request, call: ProxyCall): boolean | Response {
  const role = request.headers.get("cookie");
  if (role === "guest") return new Response(null, { status: 401 });
  const [kind] = operations[call.operation] as (typeof operations)[string];
  if (role === "staff" || kind === "anything") return true;
  const accounts = walletsOf(call);
  if (kind === "owner") return accounts.every((account) => account === session.owner);
  const acting = walletOf(call);
  return acting !== undefined && session.wallets.includes(acting);
}

const forwardable = fixtures
  .filter(({ name }) => operations[name]?.[0] !== "server")
  // An encoded slash is an unsafe path, in every operation.
  .map((each) => ({ ...each, sent: { ...each.sent, path: each.sent.path.replace("%2F", "-") } }));
const branches = new BranchCounter();

/** Sends a request to a proxy. Returns the response, and what the service received. */
async function send(
  { name, method, status, full }: (typeof fixtures)[number],
  { path, query, body, headers }: Sent,
  role: Role,
  allow: readonly EndpointName[],
) {
  const calls: ProxyCall[] = [];
  const reply = () =>
    full === undefined
      ? new Response(null, { status: 204 })
      : Response.json(full, { status: status ?? 200 });
  const observe = (request: Request, call: ProxyCall) => {
    calls.push(call);
    return authorize(request, call);
  };
  const opened = openProxy({ allow: [...allow], authorize: observe }, reply);
  const type = body === undefined ? {} : { "content-type": "application/json" };
  const response = opened.send(query ? `${path}?${query}` : path, {
    method,
    headers: { ...headers, ...type, cookie: role },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return { name, response: await response, calls, forwarded: opened.forwarded };
}

describe("the proxy forwards only what its list, the contract and your authorize allow", () => {
  test("the table has every operation", () => {
    expect(Object.keys(operations).sort()).toEqual(fixtures.map(({ name }) => name).sort());
  });

  describe.each(forwardable)("$name", (fixture) => {
    const { name, sent } = fixture;

    test.each(roles)("by each wallet, with and without the list, as %s", async (role) => {
      for (const target of targets) {
        for (const isListed of [true, false]) {
          const aimed = aimAt(target, sent, own, foreign);
          // The response to staff would be about another wallet.
          if (role === "staff" && target !== "own") continue;
          const allow = isListed ? [name] : forwardable.map((each) => each.name);
          const others = allow.filter((each) => isListed || each !== name);
          const { response, forwarded } = await send(fixture, aimed, role, others);
          const verdict = judge(name, role, target, isListed);
          const what = `${role}, ${target}, ${isListed ? "listed" : "not listed"}`;
          branches.add([verdict.id ?? String(verdict.refusal ?? "forwarded")]);
          if (verdict.refusal === undefined) {
            expect(response.status, what).toBe(fixture.status ?? (fixture.full ? 200 : 204));
            const [arrived, ...more] = forwarded;
            expect(more).toEqual([]);
            const query = aimed.query ? `?${aimed.query}` : "";
            expect(arrived?.url).toBe(`https://service.test/base${aimed.path}${query}`);
            expect(arrived?.method).toBe(fixture.method);
            const body = arrived?.body ? JSON.parse(arrived.body) : undefined;
            expect(body).toEqual(aimed.body);
            continue;
          }
          expect([response.status, forwarded], what).toEqual([verdict.refusal, []]);
          if (verdict.id) expect((await readError(response)).id, what).toBe(verdict.id);
        }
      }
    });

    test("names its wallet and its accounts to authorize", async () => {
      const { calls } = await send(fixture, sent, "staff", [name]);
      const [call] = calls as [ProxyCall];
      const acting = session.wallets.find((each) => JSON.stringify(sent).includes(each)) ?? "";
      const [kind] = operations[name] as (typeof operations)[string];
      expect(walletOf(call)).toBe(kind === "wallet" ? acting : undefined);
      expect(walletsOf(call).sort()).toEqual(accountsOf(name, sent, acting));
    });
  });

  test.each(Object.entries(operations).filter(([, [kind]]) => kind === "server"))(
    "%s cannot be allowed",
    (name) => {
      const allow = [name as EndpointName];
      expect(() => openProxy({ allow })).toThrow(ConfigurationError);
    },
  );

  test("every verdict was reached", () => {
    const ids = ["PROXY_FORBIDDEN", "PROXY_OPERATION_NOT_ALLOWED"];
    expect(branches.findRare(["forwarded", "401", ...ids], 5), branches.print("proxy")).toEqual([]);
  });
});
