import { describe, expect, test } from "vitest";
import { signWebhook, verifyWebhook } from "../../src/webhooks/index.js";
import { catchRejection, deposit, samples, testVector } from "./sample-deliveries.js";

const { secret, now } = testVector;

async function deliver(event: object | string) {
  const { headers, body } = await signWebhook(event, secret, { now });
  return verifyWebhook(headers, body, secret, { now });
}

async function catchDeliveryError(event: object | string) {
  const { headers, body } = await signWebhook(event, secret, { now });
  return catchRejection(headers, body);
}

const casesOf = (check: "required" | "strict" | "lenient") =>
  samples.flatMap(({ event, [check]: fields }) => fields.map((field) => ({ event, field })));

describe("a known event", () => {
  test.each(samples)("is delivered unchanged: $event.event_type", async ({ event }) => {
    expect(await deliver(event)).toMatchObject({ event, drift: [] });
  });

  test.each(samples)(
    "has a check for every field: $event.event_type",
    ({ event, required, strict, lenient }) => {
      expect(["event_type", ...required, ...strict, ...lenient].sort()).toEqual(
        Object.keys(event).sort(),
      );
      const amounts = Object.keys(event).filter((field) => /Amount$|Currency$/.test(field));
      expect([...strict].sort()).toEqual(amounts.sort());
    },
  );

  test.each(samples)(
    "may lack all optional fields: $event.event_type",
    async ({ event, strict, lenient }) => {
      for (const absent of [undefined, null, ""]) {
        const optional = [...strict, ...lenient].map((field) => [field, absent]);
        const sparse = { ...event, ...Object.fromEntries(optional) };
        const delivered = JSON.parse(JSON.stringify(sparse));
        expect(await deliver(sparse)).toMatchObject({ event: delivered, drift: [] });
      }
    },
  );

  test.each(casesOf("required"))(
    "is rejected without $field, and the error contains the event: $event.event_type",
    async ({ event, field }) => {
      for (const value of [undefined, null, "", 7, {}]) {
        const changed = { ...event, [field]: value };
        const error = await catchDeliveryError(changed);
        const delivered = JSON.parse(JSON.stringify(changed));
        expect(error).toMatchObject({ code: "unexpected_body", event: delivered });
        expect(error.issues.map(({ path }) => path)).toEqual([field]);
        expect(error.webhookId).toMatch(/^msg_/);
      }
    },
  );

  test.each(casesOf("strict"))(
    "is rejected if $field is not a string: $event.event_type",
    async ({ event, field }) => {
      for (const value of [0.1, 0, true, ["1"], { value: "1" }]) {
        expect(await catchDeliveryError({ ...event, [field]: value })).toMatchObject({
          code: "unexpected_body",
          issues: [{ path: field }],
        });
      }
    },
  );

  test.each(casesOf("lenient"))(
    "is accepted with another type of $field, and reports it: $event.event_type",
    async ({ event, field }) => {
      const changed = { ...event, [field]: ["other"] };
      const expected = typeof (event as Record<string, unknown>)[field];
      expect(await deliver(changed)).toMatchObject({
        event: changed,
        drift: [
          {
            path: field,
            expected,
            received: "array",
            code: "invalid_type",
            message: `${field}: expected ${expected}, got array`,
          },
        ],
      });
    },
  );

  test("may have unknown enum values and fields", async () => {
    const event = { ...deposit, status: "ON_HOLD", type: "SIDE_RAMP", fee: { amount: "1" } };
    expect(await deliver(event)).toMatchObject({ event, drift: [] });
  });

  test("is rejected with all issues in one error, which quotes no value", async () => {
    const error = await catchDeliveryError({
      ...deposit,
      orderId: null,
      status: 4711,
      sendFiatAmount: 4711,
    });
    expect(error.message).toMatch(
      /\n {2}orderId: .*null\n {2}status: .*number\n {2}sendFiatAmount: .*number$/,
    );
    expect(error.message).not.toContain("4711");
  });
});

describe("an unknown event", () => {
  test.each(["swap.completed", "RAMP.DEPOSIT", "ramp.deposit ", "constructor", "__proto__", ""])(
    "is delivered unchanged: %j",
    async (event_type) => {
      const event = { event_type, orderId: 1, sendFiatAmount: 2 };
      expect(await deliver(event)).toMatchObject({ event, drift: [] });
    },
  );

  test.each([{}, { type: "of.tomorrow" }, { event_type: null }, { event_type: ["ramp.deposit"] }])(
    "is delivered unchanged and reported if its type is not a string: %j",
    async (event) => {
      expect(await deliver(event)).toMatchObject({
        event,
        drift: [{ path: "event_type", expected: "string" }],
      });
    },
  );

  test("does not inherit fields from a __proto__ field", async () => {
    const { event, drift } = await deliver(
      `{"__proto__":{"event_type":"ramp.deposit","polluted":true},"a":1}`,
    );
    expect(event.event_type).toBeUndefined();
    expect(Object.getPrototypeOf(event)).toBe(Object.prototype);
    expect(Object.keys(event)).toEqual(["__proto__", "a"]);
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
    expect(drift).toHaveLength(1);
  });
});

test("ignores an order id that is inherited from a prototype", async () => {
  const without = '{"event_type":"ramp.deposit","status":"COMPLETED"}';
  Object.assign(Object.prototype, { orderId: "order_1" });
  try {
    for (const text of [without, without.replace("}", ',"__proto__":{"orderId":"order_1"}}')]) {
      const error = await catchDeliveryError(text);
      expect(error.issues).toMatchObject([{ path: "orderId", received: "undefined" }]);
    }
  } finally {
    Reflect.deleteProperty(Object.prototype, "orderId");
  }
});

test("uses the last of two fields with the same name, like JSON.parse", async () => {
  expect((await deliver('{"event_type":"ping","event_type":"of.tomorrow"}')).event).toEqual({
    event_type: "of.tomorrow",
  });
});

test("keeps every digit of an amount", async () => {
  const receivedCryptoAmount = "0.100000000000000000000000000000000001";
  expect((await deliver({ ...deposit, receivedCryptoAmount })).event).toMatchObject({
    receivedCryptoAmount,
  });
});
