import { ConfigurationError } from "../../errors/data.js";
import { quoteValue } from "../../shared/hide-secrets.js";
import type { Clock } from "../world/clock.js";
import type { World } from "../world/world.js";
import { createSampleEvent } from "./sample-events.js";
import {
  createWebhookEndpoint,
  type SandboxDelivery,
  type SandboxWebhookOptions,
  type SandboxWebhooks,
  type WebhookEndpoint,
} from "./webhook-endpoint.js";

export interface WebhookSender {
  /** An endpoint with the same URL is replaced: it gets no further event. */
  add(options: SandboxWebhookOptions): SandboxWebhooks;
  /** Sends the events of the world. Called after everything that can cause some. */
  flush(): void;
  trigger(type: string, overrides?: object): Promise<SandboxDelivery[]>;
  redeliver(id?: string): Promise<SandboxDelivery[]>;
  /** How often each event is delivered. */
  copies: number;
  /** Resolves with the number of deliveries so far, when all have been attempted. */
  idle(): Promise<number>;
  stopAll(): void;
}

const eventTasks = ["fiat.arrive", "operation.settle"];

export function createWebhookSender(clock: Clock, getWorld: () => World): WebhookSender {
  let endpoints: WebhookEndpoint[] = [];
  /** Replaced endpoints that still deliver earlier events. */
  const replaced = new Set<WebhookEndpoint>();
  let lastId: string | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function remove(endpoint: WebhookEndpoint): void {
    endpoint.stop();
    endpoints = endpoints.filter((other) => other !== endpoint);
    if (endpoints.length === 0) clearTimeout(timer);
  }

  function retire(endpoint: WebhookEndpoint): void {
    replaced.add(endpoint);
    void endpoint.idle().then(() => replaced.delete(endpoint));
  }

  function flush(): void {
    const events = getWorld().events.splice(0);
    // Without an endpoint, the sandbox must run where `crypto.randomUUID` is missing.
    if (endpoints.length === 0) return;
    for (const event of events) {
      const id = nextId();
      for (const endpoint of endpoints)
        for (let i = 0; i < sender.copies; i++) void endpoint.send(id, event);
    }
    scheduleFlush();
  }

  /** With the real clock, an event must not wait for the next request. */
  function scheduleFlush(): void {
    clearTimeout(timer);
    if (!clock.isReal || endpoints.length === 0) return;
    const due = findNextEventTime(getWorld());
    if (due === undefined) return;
    const from = clock.getTime(getWorld());
    timer = setTimeout(
      () => {
        clock.update(getWorld());
        // Fake timers may leave the date as it is. Setting the timer again would be endless.
        const isStuck = getWorld().time <= from && findNextEventTime(getWorld()) === due;
        if (!isStuck) flush();
      },
      Math.max(0, due - from),
    );
    // The timer alone must not keep a Node process running.
    (timer as { unref?: () => void }).unref?.();
  }

  function nextId(): string {
    lastId = createDeliveryId();
    return lastId;
  }

  const sender: WebhookSender = {
    copies: 1,
    flush,
    add(options) {
      const endpoint = createWebhookEndpoint(options);
      for (const other of endpoints) if (other.url === endpoint.url) retire(other);
      endpoints = [...endpoints.filter((other) => !replaced.has(other)), endpoint];
      scheduleFlush();
      const { deliveries, idle } = endpoint;
      return { deliveries, idle, stop: () => remove(endpoint) };
    },
    async trigger(type, overrides) {
      const event = createSampleEvent(type, overrides);
      if (endpoints.length === 0)
        throw new ConfigurationError("trigger: the sandbox has no webhook endpoint", {
          hint: "Call sandbox.webhooks({ url, secret }) first.",
        });
      const id = nextId();
      return Promise.all(endpoints.map((endpoint) => endpoint.send(id, event)));
    },
    async redeliver(given) {
      await Promise.all(endpoints.map((endpoint) => endpoint.idle()));
      const id = given ?? lastId;
      const sent = endpoints.flatMap((endpoint) => {
        const delivery = endpoint.deliveries.find((other) => other.id === id);
        return delivery ? [endpoint.send(delivery.id, delivery.event)] : [];
      });
      if (sent.length > 0) return Promise.all(sent);
      const what =
        given === undefined ? "no event was delivered" : `no event has the id ${quoteValue(given)}`;
      throw new ConfigurationError(`webhooks.redeliver: ${what}`, {
        hint: "The ids are in the deliveries of sandbox.webhooks({ url, secret }).",
      });
    },
    async idle() {
      await Promise.all(endpoints.map((endpoint) => endpoint.idle()));
      return endpoints.flatMap(({ deliveries }) => deliveries).length;
    },
    stopAll() {
      for (const endpoint of [...endpoints, ...replaced]) remove(endpoint);
    },
  };
  return sender;
}

function findNextEventTime({ schedule }: World): number | undefined {
  const times = schedule.flatMap(({ name, at }) => (eventTasks.includes(name) ? [at] : []));
  return times.length === 0 ? undefined : Math.min(...times);
}

/** Random, not seeded: a receiver ignores an id that it has seen before a restart or reset. */
function createDeliveryId(): string {
  return `msg_${crypto.randomUUID().replaceAll("-", "")}`;
}
