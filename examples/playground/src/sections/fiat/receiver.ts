import type { Sandbox } from "bursar/sandbox";
import {
  checkRampEvent,
  createWebhookHandler,
  type ExpectedRampOrder,
  type RampDepositEvent,
  type RampWithdrawEvent,
  signWebhook,
} from "bursar/webhooks";
import type { Session } from "../../app/AppContext";

/** One request to the endpoint, and what became of it. */
export interface Delivery {
  /** Unique in the list. */
  key: number;
  at: number;
  /** The id in the headers. A repetition has the same one. */
  id: string;
  event: string;
  orderId: string;
  /** The status of the response. */
  response: number;
  result: string;
  tone: "good" | "bad" | "warn" | "info" | "neutral";
}

/** What the endpoint has received and credited. */
export interface Received {
  /** Newest first. */
  deliveries: readonly Delivery[];
  /** The amount and currency of each credited order. */
  credits: ReadonlyMap<string, string>;
}

/** The part of an app that is on its server: it verifies deliveries and credits each order once. */
export interface Receiver {
  /** Stores an order, so that its events can be compared with it. */
  expect(order: ExpectedRampOrder): void;
  /** Sends a delivery again, as the service does after a failed one. */
  redeliver(id: string): Promise<void>;
  /** Sends a delivery that an attacker has signed, with another secret. */
  forge(): Promise<void>;
  subscribe(listener: () => void): () => void;
  snapshot(): Received;
}

type RampEvent = RampDepositEvent | RampWithdrawEvent;
type Judgement = Pick<Delivery, "event" | "orderId" | "result" | "tone">;

const receivers = new WeakMap<Session, Receiver>();

/** Returns the receiver of a session. It goes on while another section is open. */
export function receiverOf(sandbox: Sandbox, session: Session): Receiver {
  const receiver = receivers.get(session) ?? createReceiver(sandbox);
  receivers.set(session, receiver);
  return receiver;
}

const url = "https://app.example/webhooks";

function createSecret(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(24));
  return `whsec_${btoa(String.fromCharCode(...bytes))}`;
}

function createReceiver(sandbox: Sandbox): Receiver {
  const secret = createSecret();
  const orders = new Map<string, ExpectedRampOrder>();
  const judgements = new Map<string, Judgement>();
  const listeners = new Set<() => void>();
  let received: Received = { deliveries: [], credits: new Map() };
  const failures = new WeakMap<Request, string>();
  let lastEvent: RampEvent | undefined;

  const set = (changes: Partial<Received>) => {
    received = { ...received, ...changes };
    for (const listener of listeners) listener();
  };

  const judge = (event: RampEvent): Pick<Judgement, "result" | "tone"> => {
    const { orderId } = event;
    lastEvent = event;
    if (event.status === "PROCESSING")
      return { result: "In progress: a further event follows", tone: "info" };
    const expect = orders.get(orderId);
    // The response 500 makes the service deliver it again.
    if (!expect) throw new Error(`The order ${orderId} is not stored yet`);
    const problems = checkRampEvent(event, { expect });
    if (problems.length > 0)
      return { result: problems.map(({ code }) => code).join(", "), tone: "bad" };
    if (received.credits.has(orderId)) return { result: "Credited before", tone: "neutral" };
    const arrived =
      event.event_type === "ramp.deposit"
        ? `${event.receivedCryptoAmount} ${event.receivedCryptoCurrency}`
        : `${event.receivedFiatAmount} ${event.receivedFiatCurrency}`;
    set({ credits: new Map([...received.credits, [orderId, arrived]]) });
    return { result: `Credited ${arrived}`, tone: "good" };
  };
  const onEvent = (event: RampEvent, { id }: { id: string }) => {
    const { event_type, orderId, status } = event;
    const named = { event: `${event_type} ${status}`, orderId };
    judgements.set(id, { ...named, ...judge(event) });
  };
  const handle = createWebhookHandler({
    secret,
    on: { "ramp.deposit": onEvent, "ramp.withdraw": onEvent },
    onError: (error, request) =>
      void failures.set(request, error instanceof Error ? error.message : String(error)),
  });

  const receive = async (request: Request): Promise<Response> => {
    const id = request.headers.get("svix-id") ?? "";
    const earlier = judgements.get(id);
    const response = await handle(request);
    const failure = failures.get(request);
    const judgement: Judgement = failure
      ? { event: "Not processed", orderId: "–", result: failure, tone: "bad" }
      : earlier
        ? { ...earlier, result: "A repetition: not processed again", tone: "neutral" }
        : (judgements.get(id) as Judgement);
    const key = received.deliveries.length + 1;
    const delivery = { key, at: sandbox.now(), id, response: response.status, ...judgement };
    set({ deliveries: [delivery, ...received.deliveries] });
    return response;
  };
  sandbox.webhooks({ url, secret, fetch: receive });

  return {
    expect: (order) => void orders.set(order.orderId, order),
    async redeliver(id) {
      await sandbox.webhooks.redeliver(id);
    },
    async forge() {
      const order = lastEvent ?? { event_type: "ramp.deposit", orderId: "deposit_000001" };
      const event = { ...order, status: "COMPLETED" };
      const { headers, body } = await signWebhook(event, createSecret());
      await receive(new Request(url, { method: "POST", headers, body }));
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    snapshot: () => received,
  };
}
