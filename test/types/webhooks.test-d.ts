import express from "express";
import { describe, expectTypeOf, test } from "vitest";
import {
  createWebhookHandler,
  type PingEvent,
  type RampDepositEvent,
  type RampWithdrawEvent,
  type ReplayStore,
  toNodeHandler,
  type UnknownWebhookEvent,
  type verifyWebhook,
  type WebhookDelivery,
  type WebhookEvent,
  type WebhookHeaders,
} from "../../src/webhooks/index.js";

declare const event: WebhookEvent;

describe("an event is narrowed by its type", () => {
  test("in a switch, with a default case for unknown events", () => {
    switch (event.event_type) {
      case "ramp.deposit":
        expectTypeOf(event).toEqualTypeOf<RampDepositEvent>();
        expectTypeOf(event.orderId).toEqualTypeOf<string>();
        expectTypeOf(event.receivedCryptoAmount).toEqualTypeOf<string | null | undefined>();
        // @ts-expect-error a deposit sends no crypto
        void event.sendCryptoAmount;
        break;
      case "ramp.withdraw":
        expectTypeOf(event).toEqualTypeOf<RampWithdrawEvent>();
        break;
      case "ping":
        expectTypeOf(event).toEqualTypeOf<PingEvent>();
        break;
      default:
        expectTypeOf<UnknownWebhookEvent>().toExtend<typeof event>();
        expectTypeOf<
          Extract<typeof event, RampDepositEvent | RampWithdrawEvent | PingEvent>
        >().toBeNever();
        expectTypeOf<UnknownWebhookEvent["anything"]>().toEqualTypeOf<unknown>();
        expectTypeOf(event.event_type).toExtend<string | undefined>();
        expectTypeOf<string>().not.toExtend<typeof event.event_type>();
    }
  });

  test("in an if, where an amount may be null or absent", () => {
    if (event.event_type !== "ramp.withdraw") return;
    expectTypeOf(event.status).toExtend<string>();
    // @ts-expect-error it may be null or absent
    event.receivedFiatAmount satisfies string;
  });

  test("with known and unknown statuses", () => {
    expectTypeOf<"COMPLETED">().toExtend<RampDepositEvent["status"]>();
    expectTypeOf<"OF_TOMORROW">().toExtend<RampDepositEvent["status"]>();
    expectTypeOf<1>().not.toExtend<RampDepositEvent["status"]>();
  });
});

test("headers of servers are accepted, and a body only as raw bytes or text", () => {
  expectTypeOf<Headers>().toExtend<WebhookHeaders>();
  expectTypeOf<Record<string, string | string[] | undefined>>().toExtend<WebhookHeaders>();
  expectTypeOf<import("node:http").IncomingHttpHeaders>().toExtend<WebhookHeaders>();
  expectTypeOf<Map<string, string>>().toExtend<WebhookHeaders>();
  expectTypeOf<[string, string][]>().toExtend<WebhookHeaders>();
  type Body = Parameters<typeof verifyWebhook>[1];
  expectTypeOf<string | Uint8Array | ArrayBuffer | Buffer>().toExtend<Body>();
  expectTypeOf<{ event_type: string }>().not.toExtend<Body>();
  expectTypeOf<undefined>().not.toExtend<Parameters<typeof verifyWebhook>[2]>();
  expectTypeOf<ReturnType<typeof verifyWebhook>>().toEqualTypeOf<Promise<WebhookDelivery>>();
});

test("a handler accepts environment variables as they are, and fits Express and a Next.js route", () => {
  const onEvent = () => {};
  createWebhookHandler({ secret: [process.env.NEW, process.env.OLD], onEvent });
  const handle = createWebhookHandler({ secret: process.env.NAME, onEvent });
  expectTypeOf(handle).toEqualTypeOf<(request: Request) => Promise<Response>>();
  express().post("/webhooks", express.raw(), toNodeHandler(handle));
  // @ts-expect-error the secret is required
  void (() => createWebhookHandler({ onEvent }));
});

test("a store returns a promise of a state, not a boolean", () => {
  expectTypeOf<{ claim(id: string): Promise<"done"> }>().toExtend<ReplayStore>();
  expectTypeOf<{ claim(id: string): boolean }>().not.toExtend<ReplayStore>();
});
