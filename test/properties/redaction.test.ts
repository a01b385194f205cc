import { tracingChannel } from "node:diagnostics_channel";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { type EndpointName, endpoints } from "../../src/contract/endpoints.js";
import type { Endpoint } from "../../src/contract/shared/endpoint.js";
import { createTools } from "../../src/tools/index.js";
import { runMain } from "../cli/run-main.js";
import { changedArgs, refusalOf } from "../contract/rules/refuse.js";
import { hash, signature } from "../http/test-client.js";
import { openProxy } from "../proxy/proxy-kit.js";
import { fixtureOf, fixtures } from "../support/fixtures/index.js";
import { flatten } from "../support/flatten.js";
import { chooseSeed } from "../support/random-runs.js";
import { clientOn, recorder } from "../support/recorder.js";
import { BranchCounter } from "./branches.js";
import { printAll } from "./outputs.js";
import { createRandom } from "./random.js";
import { createKey, type Echo, listEchoes, spell, spellings } from "./redaction-cases.js";
import { findSecret, textsOf } from "./redaction-judge.js";

const seed = chooseSeed();
const random = createRandom(seed);
const branches = new BranchCounter();
const channel = tracingChannel<object, object>("bursar:call");

const respond = ({ status, body, headers = {} }: Echo) =>
  new Response(body, { status, headers: { "content-type": "application/json", ...headers } });

/** A client whose log lines, events and drift are collected. */
function observe(fetch: (request: Request) => Promise<Response>, apiKey: string) {
  const events: unknown[] = [];
  const note = (...args: unknown[]) => {
    events.push(args);
  };
  const names = ["start", "end", "asyncStart", "asyncEnd", "error"] as const;
  const traced = Object.fromEntries(names.map((name) => [name, note]));
  channel.subscribe(traced as never);
  onTestFinished(() => void channel.unsubscribe(traced as never));
  const client = clientOn(fetch as never, {
    apiKey,
    retry: { limit: 1, baseDelay: 1, maxDelay: 1 },
    logger: { error: note, warn: note, info: note, debug: note },
    logLevel: "debug",
    onDrift: note,
    hooks: {
      onRequest: note,
      onResponse: note,
      onRetry: note,
      onError: note,
      onEnd: note,
      onRetryQuotaEmpty: note,
    },
  });
  return { client, events };
}

/** What each part of the package shows of calls that receive one response. */
const outputs: Readonly<Record<string, (key: string, echo: Echo) => Promise<unknown[]>>> = {
  "errors, events and log lines": async (key, echo) => {
    const { client, events } = observe(async () => respond(echo), key);
    const settled = await Promise.allSettled([
      client.kyc.financialLimits("a"),
      client.operations.execute({ userOperationHash: hash, signature }),
      client.kyc.individual.standard.process("s_1"),
      client.tokens.list().firstPage(),
    ]);
    const errors = settled.flatMap((each) => (each.status === "rejected" ? [each.reason] : []));
    expect(errors).not.toHaveLength(0);
    expect(events.length).toBeGreaterThan(9);
    return [...errors, events];
  },
  "the results of tools": async (key, echo) => {
    if (echo.status < 400) return [];
    const { client } = observe(async () => respond(echo), key);
    const allow = ["kyc.financialLimits", "tokens.list"] as const;
    const [limits, tokens] = createTools(client, { allow });
    return [await limits?.execute({ identityId: "a" }), await tokens?.execute({})];
  },
  "the command line": async (key, echo) => {
    if (echo.status < 400) return [];
    const environment = { fetch: async () => respond(echo) };
    const { code, out, err } = await runMain(["call", "tokens.chains"], environment, key);
    expect(code).not.toBe(0);
    return [out, err];
  },
  "responses and events of the proxy": async (key, echo) => {
    const { send, events } = openProxy({ apiKey: key }, () => respond(echo));
    const response = await send("/api/v1/crypto/tokens");
    return [await response.text(), [...response.headers], response.statusText, events];
  },
};

describe("the key is in no error, log line, event or inspect output, even if the service repeats it", () => {
  describe.each(Object.entries(outputs))("%s", (name, show) => {
    test.each(spellings)(`it is in none if it is sent %s, seed ${seed}`, async (spelling) => {
      const key = createKey(random);
      const spelled = spell(key, spelling, random);
      const quoted = JSON.stringify(spelled).slice(1, -1);
      const inJson = spelling === "JSON-escaped" ? spelled : quoted;
      for (const echo of listEchoes(key, spelled, inJson)) {
        const shown = await show(key, echo);
        for (const each of shown)
          expect(findSecret(printAll(each), key), `${echo.name}: ${key} as ${spelled}`).toEqual([]);
        branches.add(shown.length > 0 ? [name, spelling, echo.name] : []);
      }
    });
  });

  test("the judge finds a key in each form", () => {
    const key = createKey(random);
    const escaped = spell(key, "JSON-escaped", random);
    for (const text of [key, escaped, encodeURIComponent(key), btoa(`a${key}`), btoa(key)])
      expect(findSecret(`before ${JSON.stringify({ text })} after`, key), text).not.toEqual([]);
  });

  test("every output saw every response and every spelling", () => {
    const names = listEchoes("k", "k", "k").map((echo) => echo.name);
    expect(
      branches.findRare([...Object.keys(outputs), ...spellings, ...names], 1),
      branches.print(`redaction, seed ${seed}`),
    ).toEqual([]);
  });
});

describe("events contain no body and no address", () => {
  test.each(fixtures)("of $name", async ({ name, sent, full, status, call, path }) => {
    const texts = [
      ...textsOf(sent.body),
      ...textsOf([...new URLSearchParams(sent.query).values()]),
    ];
    const addresses = [...sent.path.matchAll(/0x[\da-f]{40}|bc1\w+/gi)].map(([text]) => text);
    const reply = full === undefined ? { status: 204 } : { json: full, status: status ?? 200 };
    for (const response of [reply, { status: 400, json: { id: "BAD_REQUEST" } }]) {
      const { client, events } = observe(recorder([response]), "sk_live_0123456789");
      await Promise.resolve(call(client)).catch(() => {});
      // The message of an error may quote the request.
      const shown = JSON.stringify(events, (field, value) =>
        field === "error" || value instanceof Error ? undefined : value,
      );
      expect(shown).toContain(name);
      const others = texts.filter((text) => !path.includes(text) && !name.includes(text));
      expect([...others, ...addresses].filter((text) => shown.includes(text))).toEqual([]);
    }
  });
});

describe("an error of a request with personal data names the field, and quotes no value", () => {
  const secret = "4111-1111-1111-1111";
  const personal = fixtures.filter((fixture) => fixture.personal);
  // The enhanced session accepts any field.
  const closed = personal.filter(({ name }) => name !== "kyc.individual.enhanced.create");

  test("is marked in its endpoint value", () => {
    const marked = (endpoints as readonly Endpoint[]).filter((each) => each.personal && each.body);
    expect(marked.map(({ name }) => name).sort()).toEqual(personal.map(({ name }) => name).sort());
  });

  test.each(closed)("$name, by the client, a tool and the proxy", async (fixture) => {
    const { name, minimalArgs, sent, method } = fixture;
    const request = minimalArgs.find((argument) => typeof argument === "object") as object;
    const isText = /email|country|birth|currency/i;
    for (const [field, value] of Object.entries(request)) {
      const wrong = typeof value === "string" && !isText.test(field) ? [secret] : secret;
      const change = { [field]: wrong };
      const shown: unknown[] = [await refusalOf(name, changedArgs(name, change))];
      shown.push(await refuseByTool(name, change));
      if (!fixture.serverOnly) {
        const { send, events } = openProxy();
        const body = JSON.stringify({ ...request, ...change });
        const headers = { "content-type": "application/json" };
        const response = await send(sent.path, { method, headers, body });
        expect(response.status).toBe(400);
        shown.push(await response.text(), events);
      }
      for (const each of shown) {
        const text = printAll(each);
        expect(findSecret(text, secret), field).toEqual([]);
        expect(text, field).toContain(field);
      }
    }
  });

  async function refuseByTool(name: EndpointName, change: object) {
    const [tool] = createTools(clientOn(recorder()), { allow: [name], confirm: vi.fn(() => true) });
    const endpoint = endpoints.find((each) => each.name === name) as Endpoint;
    const result = await tool?.execute({ ...flatten(endpoint, fixtureOf(name).args), ...change });
    expect(result?.ok).toBe(false);
    return result;
  }
});
