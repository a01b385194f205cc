import { describe, expect, expectTypeOf, test, vi } from "vitest";
import { ConfigurationError, WebhookVerificationError } from "../../src/errors/index.js";
import {
  createWebhookHandler,
  parseWebhookEvent,
  type RampDepositEvent,
  type ReceivedWebhook,
  signWebhook,
  type WebhookEvent,
  type WebhookHandlerOptions,
} from "../../src/webhooks/index.js";
import { deposit, testVector } from "./sample-deliveries.js";

const { secret } = testVector;

/** Sends an event to a new handler. Returns the status. */
async function send(event: object, options: Partial<WebhookHandlerOptions>): Promise<number> {
  const handle = createWebhookHandler({ secret, ...options });
  const { headers, body } = await signWebhook(event, secret);
  return (await handle(new Request("https://a.test", { method: "POST", headers, body }))).status;
}

describe("on", () => {
  test("gets the events of its types, typed, and otherwise the others", async () => {
    const onDeposit = vi.fn((event: RampDepositEvent, delivery: ReceivedWebhook) => {
      expectTypeOf(event.receivedCryptoAmount).toEqualTypeOf<string | null | undefined>();
      return delivery.id;
    });
    const otherwise = vi.fn((_event: WebhookEvent, _delivery: ReceivedWebhook) => {});
    const options = { on: { "ramp.deposit": onDeposit }, otherwise };
    expect(await send(deposit, options)).toBe(204);
    expect(onDeposit).toHaveBeenCalledWith(deposit, {
      id: expect.stringMatching(/^msg_/),
      sentAt: expect.any(Number),
      drift: [],
      request: expect.any(Request),
    });
    expect(otherwise).not.toHaveBeenCalled();
    for (const event of [{ event_type: "ping" }, { event_type: "ramp.refund" }, {}]) {
      expect(await send(event, options)).toBe(204);
      expect(otherwise).toHaveBeenLastCalledWith(event, expect.anything());
    }
    expect(onDeposit).toHaveBeenCalledTimes(1);
    expect(await send(deposit, { on: {}, otherwise })).toBe(204);
    expect(otherwise).toHaveBeenLastCalledWith(deposit, expect.anything());
  });

  test("infers the event of a function in place", () => {
    createWebhookHandler({
      secret,
      on: {
        "ramp.deposit": (event) => expectTypeOf(event).toEqualTypeOf<RampDepositEvent>(),
        // @ts-expect-error: a withdrawal has no such field.
        "ramp.withdraw": (event) => event.receivedCryptoAmount,
      },
    });
  });

  test("ignores other events without otherwise, also types with the names of members", async () => {
    const ping = vi.fn();
    for (const event_type of ["ramp.refund", "constructor", "toString", "__proto__", ["ping"]])
      expect(await send({ event_type }, { on: { ping } })).toBe(204);
    expect(ping).not.toHaveBeenCalled();
  });

  test("responds with 500 if the function throws, and processes the redelivery", async () => {
    let calls = 0;
    const onError = vi.fn();
    const handle = createWebhookHandler({
      secret,
      on: {
        "ramp.deposit": async () => {
          if (calls++ === 0) throw new TypeError("the ledger is down");
        },
      },
      onError,
    });
    const deliver = async () => {
      const { headers, body } = await signWebhook(deposit, secret, { id: "msg_1" });
      const request = new Request("https://a.test", { method: "POST", headers, body });
      return (await handle(request)).status;
    };
    expect([await deliver(), await deliver(), await deliver()]).toEqual([500, 204, 204]);
    expect(calls).toBe(2);
    expect(onError).toHaveBeenCalledTimes(1);
  });

  test("is not changed by a later change of the object", async () => {
    const on: WebhookHandlerOptions["on"] = { "ramp.deposit": () => {} };
    const handle = createWebhookHandler({ secret, on });
    on["ramp.deposit"] = () => {
      throw new TypeError("changed");
    };
    const { headers, body } = await signWebhook(deposit, secret);
    const request = new Request("https://a.test", { method: "POST", headers, body });
    expect((await handle(request)).status).toBe(204);
  });

  const ignore = () => {};
  test.each<[string, object, string]>([
    ["neither", {}, "expected onEvent or on"],
    ["both", { onEvent: ignore, on: { ping: ignore } }, "pass onEvent or on, not both"],
    ["onEvent and otherwise", { onEvent: ignore, otherwise: ignore }, "otherwise"],
    ["only otherwise", { otherwise: ignore }, "expected onEvent or on"],
    ["no function", { on: {} }, "expected a function in on, or otherwise"],
    ["a function that is undefined", { on: { ping: undefined } }, "expected a function in on"],
    ["a misspelt type", { on: { "ramp.deposits": ignore } }, 'unknown option "ramp.deposits"'],
    [
      "a text in on",
      { on: { ping: "x" } },
      'createWebhookHandler: on.ping: expected a function, got "x"',
    ],
    ["a text in place of on", { on: "ping" }, "createWebhookHandler: on: expected an object"],
    ["null in place of on", { on: null }, "createWebhookHandler: on: expected an object"],
    [
      "a text in otherwise",
      { on: { ping: ignore }, otherwise: "x" },
      "otherwise: expected a function",
    ],
    ["a text in onEvent", { onEvent: "x" }, "onEvent: expected a function"],
  ])("is rejected when the handler is created: %s", (_, options, message) => {
    const create = () => createWebhookHandler({ secret, ...options });
    expect(create).toThrow(ConfigurationError);
    expect(create).toThrow(message);
  });

  test("names the type that is meant by a misspelt one", () => {
    const create = () =>
      createWebhookHandler({ secret, on: { "ramp.deposits": () => {} } as never });
    expect(create).toThrow(expect.objectContaining({ hint: "Did you mean ramp.deposit?" }));
  });
});

describe("parseWebhookEvent", () => {
  test("reads the text or the value that was queued, also of an unknown type", () => {
    expect(parseWebhookEvent(JSON.stringify(deposit))).toEqual(deposit);
    expect(parseWebhookEvent({ ...deposit })).toEqual(deposit);
    expect(parseWebhookEvent('{"event_type":"ramp.refund"}')).toEqual({
      event_type: "ramp.refund",
    });
  });

  test.each([
    ["", null, undefined, 7, "[]", "null", "7", '"text"', "{", [deposit], () => {}],
    [new TextEncoder().encode(JSON.stringify(deposit)), new Map(Object.entries(deposit))],
  ])("rejects a value that is not an event: %o", (...values) => {
    for (const value of values) {
      const parse = () => parseWebhookEvent(value);
      expect(parse).toThrow(WebhookVerificationError);
      expect(parse).toThrow(expect.objectContaining({ code: "bad_body" }));
    }
  });

  test("rejects a ramp event without a field that money depends on, like verifyWebhook", () => {
    const event = { ...deposit, receivedCryptoAmount: 247.5 };
    const parse = () => parseWebhookEvent(JSON.stringify(event));
    expect(parse).toThrow(
      expect.objectContaining({
        code: "unexpected_body",
        event,
        issues: [expect.objectContaining({ path: "receivedCryptoAmount" })],
      }),
    );
  });
});
