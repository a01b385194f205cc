import { describe, expect, test } from "vitest";
import { signWebhook, verifyWebhook } from "../../src/webhooks/index.js";
import { catchRejection, deposit, testVector, withdrawal } from "./sample-deliveries.js";

const { secret, now } = testVector;

async function deliver(event: object | string) {
  const { headers, body } = await signWebhook(event, secret, { now });
  return verifyWebhook(headers, body, secret, { now });
}

async function refused(event: object | string) {
  const { headers, body } = await signWebhook(event, secret, { now });
  return catchRejection(headers, body);
}

describe("a known event", () => {
  test.each([deposit, withdrawal, { event_type: "ping", data: { success: true } }])(
    "of the published form comes as it is: $event_type",
    async (event) => {
      expect(await deliver(event)).toMatchObject({ event, drift: [] });
    },
  );

  test("may have words and fields that nobody knows yet", async () => {
    const event = { ...deposit, status: "ON_HOLD", type: "SIDE_RAMP", fee: { amount: "1" } };
    expect(await deliver(event)).toMatchObject({ event, drift: [] });
  });

  test.each([deposit, withdrawal])(
    "may lack all but its order and status: $event_type",
    async ({ event_type, orderId, status }) => {
      const event = { event_type, orderId, status };
      expect(await deliver(event)).toMatchObject({ event, drift: [] });
      const absent = {
        ...event,
        walletAddress: null,
        receivedCryptoAmount: null,
        sendCryptoAmount: null,
      };
      expect(await deliver(absent)).toMatchObject({ event: absent, drift: [] });
    },
  );

  test.each(["orderId", "status"])(
    "without %s is refused, and handed over with the refusal",
    async (field) => {
      for (const event of [deposit, withdrawal]) {
        for (const value of [undefined, null, "", 7, {}]) {
          const changed = { ...event, [field]: value };
          const error = await refused(changed);
          expect(error).toMatchObject({
            code: "unexpected_body",
            event: JSON.parse(JSON.stringify(changed)),
          });
          expect(error.issues.map(({ path }) => path)).toEqual([[field]]);
          expect(error.webhookId).toMatch(/^msg_/);
        }
      }
    },
  );

  const money = [deposit, withdrawal].flatMap((event) =>
    Object.keys(event)
      .filter((field) => /Amount$|Currency$/.test(field))
      .map((field) => ({ event, field })),
  );
  test.each(money)(
    "with a $field that is no string is refused: it may be rounded",
    async ({ event, field }) => {
      for (const value of [0.1, 0, true, ["1"], { value: "1" }]) {
        expect(await refused({ ...event, [field]: value })).toMatchObject({
          code: "unexpected_body",
          issues: [{ path: [field] }],
        });
      }
    },
  );

  test.each(["chainId", "walletAddress", "transactionHash", "type"])(
    "with another %s comes all the same, and that is reported",
    async (field) => {
      const event = { ...deposit, [field]: ["other"] };
      const expected = field === "chainId" ? "number" : "string";
      expect(await deliver(event)).toMatchObject({
        event,
        drift: [
          {
            path: [field],
            expected,
            received: "array",
            code: "invalid_type",
            message: `${field}: expected ${expected}, got array`,
          },
        ],
      });
    },
  );

  test("names every field that does not fit at once, and quotes no value", async () => {
    const error = await refused({ ...deposit, orderId: null, status: 4711, sendFiatAmount: 4711 });
    expect(error.message).toMatch(
      /\n {2}orderId: .*null\n {2}status: .*number\n {2}sendFiatAmount: .*number$/,
    );
    expect(error.message).not.toContain("4711");
  });
});

describe("an unknown event", () => {
  test.each(["swap.completed", "RAMP.DEPOSIT", "ramp.deposit ", "constructor", "__proto__", ""])(
    "comes as it is: %j",
    async (event_type) => {
      const event = { event_type, orderId: 1, sendFiatAmount: 2 };
      expect(await deliver(event)).toMatchObject({ event, drift: [] });
    },
  );

  test.each([{}, { type: "of.tomorrow" }, { event_type: null }, { event_type: ["ramp.deposit"] }])(
    "without a word for it comes as it is, and that is reported: %j",
    async (event) => {
      expect(await deliver(event)).toMatchObject({
        event,
        drift: [{ path: ["event_type"], expected: "string" }],
      });
    },
  );

  test("inherits no field from what calls itself __proto__", async () => {
    const { event, drift } = await deliver(
      `{"__proto__":{"event_type":"ramp.deposit","polluted":true},"a":1}`,
    );
    expect(event.event_type).toBeUndefined();
    expect(Object.getPrototypeOf(event)).toBe(Object.prototype);
    expect(Object.keys(event)).toEqual(["__proto__", "a"]);
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
    expect(drift).toHaveLength(1);
  });

  test("an order that only a prototype has is no order", async () => {
    const without = '{"event_type":"ramp.deposit","status":"COMPLETED"}';
    Object.assign(Object.prototype, { orderId: "order_1" });
    try {
      for (const text of [without, without.replace("}", ',"__proto__":{"orderId":"order_1"}}')]) {
        const error = await refused(text);
        expect(error.issues).toMatchObject([{ path: ["orderId"], received: "undefined" }]);
      }
    } finally {
      Reflect.deleteProperty(Object.prototype, "orderId");
    }
  });

  test("of two fields of one name the last counts, as everywhere in JavaScript", async () => {
    expect((await deliver('{"event_type":"ping","event_type":"of.tomorrow"}')).event).toEqual({
      event_type: "of.tomorrow",
    });
  });

  test("amounts keep every digit, as strings", async () => {
    const receivedCryptoAmount = "0.100000000000000000000000000000000001";
    expect((await deliver({ ...deposit, receivedCryptoAmount })).event).toMatchObject({
      receivedCryptoAmount,
    });
  });
});
