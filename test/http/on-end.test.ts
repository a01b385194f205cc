import { describe, expect, test } from "vitest";
import type { EndEvent } from "../../src/index.js";
import { drained } from "../support/drained.js";
import { after, html, json, reset, serve, stall, takeTurn, until } from "../support/loopback.js";
import { clientFor, envelope, failure, hash, limits, signature, wallet } from "./test-client.js";

const signed = { userOperationHash: hash, signature };
const duration = expect.any(Number);
const read = { operation: "kyc.financialLimits", effect: "read", duration };
const write = { operation: "operations.execute", effect: "write", duration };

function recordEnds() {
  const events: EndEvent[] = [];
  return { events, hooks: { onEnd: (event: EndEvent) => void events.push(event) } };
}

describe("onEnd is called once per call", () => {
  test("for a success, with its number of attempts", async () => {
    const { events, hooks } = recordEnds();
    const server = await serve([html(503), json(limits)]);
    await clientFor(server, { hooks }).kyc.financialLimits("a");
    expect(events).toEqual([{ ...read, attempts: 2, outcome: "success", error: undefined }]);
  });

  test("for an error, which is the one that the caller gets", async () => {
    const { events, hooks } = recordEnds();
    const server = await serve(json(envelope("A"), 400));
    const error = await failure(clientFor(server, { hooks }).operations.execute(signed));
    expect(events).toEqual([{ ...write, attempts: 1, outcome: "none", error }]);
    expect(events[0]?.error).toBe(error);
  });

  test("for a write whose response is lost", async () => {
    const { events, hooks } = recordEnds();
    const server = await serve(reset);
    const error = await failure(clientFor(server, { hooks }).operations.execute(signed));
    expect(events).toEqual([{ ...write, attempts: 1, outcome: "unknown", error }]);
  });

  test("for a write that was executed, and whose response cannot be used", async () => {
    const { events, hooks } = recordEnds();
    const request = { externallyOwnedAccount: wallet, factory: wallet };
    const server = await serve(json({ wallet: { ...request, salt: 0, walletAddress: "?" } }));
    const error = await failure(clientFor(server, { hooks }).wallets.register(request));
    const operation = "wallets.register";
    expect(events).toEqual([{ ...write, operation, attempts: 1, outcome: "done", error }]);
  });

  test("for an invalid request, which was not sent", async () => {
    const { events, hooks } = recordEnds();
    const server = await serve(json({}));
    const client = clientFor(server, { hooks });
    const error = await failure(client.operations.execute({} as never));
    expect(events).toEqual([{ ...write, attempts: 0, outcome: "none", error }]);
    expect(error).toMatchObject({ name: "RequestValidationError" });
  });

  test("for an invalid option, before and after the first call", async () => {
    const { events, hooks } = recordEnds();
    const client = clientFor(await serve(json(limits)), { hooks });
    const call = () => client.kyc.financialLimits("a", { timeout: -1 });
    const early = await failure(call());
    await client.kyc.financialLimits("a");
    const late = await failure(call());
    expect(events).toEqual([
      { ...read, attempts: 0, outcome: "none", error: early },
      { ...read, attempts: 1, outcome: "success", error: undefined },
      { ...read, attempts: 0, outcome: "none", error: late },
    ]);
  });

  test("for a call that was aborted before it was sent, and for one after that", async () => {
    const { events, hooks } = recordEnds();
    const server = await serve(stall);
    const client = clientFor(server, { hooks });
    const controller = new AbortController();
    const call = failure(client.operations.execute(signed, { signal: controller.signal }));
    await until(() => server.requests.length === 1, "the request");
    controller.abort();
    const sent = await call;
    const unsent = await failure(client.operations.execute(signed, { signal: controller.signal }));
    expect(events).toEqual([
      { ...write, attempts: 1, outcome: "unknown", error: sent },
      { ...write, attempts: 0, outcome: "none", error: unsent },
    ]);
  });

  test("for each caller of a shared read, with the attempts of the one that sent it", async () => {
    const { events, hooks } = recordEnds();
    const server = await serve(after(10, json(limits)));
    const client = clientFor(server, { hooks, dedupe: true });
    await Promise.all([1, 2, 3].map(() => client.kyc.financialLimits("a")));
    expect(await drained(server)).toHaveLength(1);
    expect(events.map(({ attempts, outcome }) => [attempts, outcome]).sort()).toEqual([
      [0, "success"],
      [0, "success"],
      [1, "success"],
    ]);
  });

  test("for a listing, once per page", async () => {
    const { events, hooks } = recordEnds();
    const client = clientFor(await serve(json({ tokens: [], total: 0 })), { hooks });
    await client.tokens.list();
    expect(events).toMatchObject([{ operation: "tokens.list", attempts: 1, outcome: "success" }]);
  });

  test("for a custom request", async () => {
    const { events, hooks } = recordEnds();
    const client = clientFor(await serve(json({})), { hooks });
    await client.request({ method: "GET", path: "/api/v1/x" });
    await failure(client.request({ method: "GET", path: "no path" as never }));
    expect(events).toMatchObject([
      { operation: "GET /api/v1/x", effect: "read", outcome: "success" },
      { operation: "request", effect: undefined, outcome: "none" },
    ]);
  });

  test("for an upload", async () => {
    const { events, hooks } = recordEnds();
    const storage = await serve(html(403));
    const client = clientFor(storage, { hooks });
    const target = { url: storage.url, fields: { key: "k" } };
    const rejected = await failure(client.kyc.uploadDocument(target, new Blob(["x"])));
    const invalid = await failure(client.kyc.uploadDocument(target, new Blob([])));
    const upload = { operation: "kyc.uploadDocument", effect: "write", duration, outcome: "none" };
    expect(events).toEqual([
      { ...upload, attempts: 1, error: rejected },
      { ...upload, attempts: 0, error: invalid },
    ]);
  });

  test("for an upload that is aborted before it starts", async () => {
    const { events, hooks } = recordEnds();
    const client = clientFor({ url: "https://api.example.com" }, { hooks });
    const target = { url: "https://storage.example.com", fields: { key: "k" } };
    const options = { signal: AbortSignal.abort() };
    const error = await failure(client.kyc.uploadDocument(target, new Blob(["x"]), options));
    expect(events).toEqual([
      {
        operation: "kyc.uploadDocument",
        effect: "write",
        attempts: 0,
        duration,
        outcome: "none",
        error,
      },
    ]);
  });
});

test("onEnd does not affect a call if it throws or rejects", async () => {
  const server = await serve([json(limits), json(limits), json(envelope("A"), 400)]);
  const logged: string[] = [];
  const ignore = () => {};
  const logger = {
    warn: ignore,
    info: ignore,
    debug: ignore,
    error: (message: string) => logged.push(message),
  };
  const broken = [
    () => {
      throw new Error("broken");
    },
    () => Promise.reject(new Error("broken")),
  ];
  for (const onEnd of broken) {
    const client = clientFor(server, { hooks: { onEnd }, logger, logLevel: "error" });
    expect(await client.kyc.financialLimits("a")).toEqual(limits);
  }
  const onEnd = broken[0] as () => void;
  const client = clientFor(server, { hooks: { onEnd }, logger, logLevel: "error" });
  expect(await failure(client.kyc.financialLimits("a"))).toMatchObject({ id: "A" });
  await takeTurn();
  expect(logged).toEqual(Array(3).fill("[bursar] hook onEnd threw"));
});
