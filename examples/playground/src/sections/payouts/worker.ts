import {
  type Address,
  type Client,
  isBursarError,
  type TransferRequest,
  UnsafeToSignError,
  WaitTimeoutError,
} from "bursar";
import {
  type IntentClient,
  type IntentEntry,
  type OnceOptions,
  once,
  recover,
} from "bursar/intents";
import { createSigningPolicy } from "bursar/policy";
import { createReceipts } from "bursar/receipts";
import type { Session } from "../../app/AppContext";
import { serviceNow } from "../../app/clock";
import { knownTokens } from "../../app/tokens";
import type { Disk } from "./disk";
import type { Payment, Plan } from "./plan";

/** Where the worker can be killed. */
export const killSteps = {
  begun: "The intent is stored, nothing is signed",
  signed: "The hash is stored, nothing is sent",
  sent: "It is sent, the response is lost",
  waiting: "It is accepted, the result is open",
} as const;
export type KillStep = keyof typeof killSteps;

/** What the worker knows of a payment. It is lost when the worker is killed. */
export interface Progress {
  text: string;
  tone: "info" | "good" | "bad" | "warn";
}

interface WorkerOptions {
  client: Client;
  session: Session;
  disk: Disk;
  plan: Plan;
  /** Where it is killed, if that is known before it starts. */
  end: KillPoint | undefined;
  onProgress(intent: string, progress: Progress): void;
  onReceipt(line: string): void;
  onRecovered(entry: IntentEntry): void;
  onKilled(step: KillStep, payment: Payment): void;
  onEnd(error?: unknown): void;
}

/** Where a worker is killed. */
export interface KillPoint {
  step: KillStep;
  /** How many payments pass this step first. */
  after: number;
}

type Guards = Pick<OnceOptions, "policy" | "receipts">;

/** A worker that runs. */
export interface Worker {
  killAt(point: KillPoint): void;
}

const { chainId, address: token } = knownTokens[0] as { chainId: 137; address: Address };

/** Only for the sandbox, which shows a record at once. Keep the default with the service. */
const settleAfter = 1_000;

/** A payment that is open must not block the others. */
const waitTimeout = 3_000;

const requestOf = (
  { address, amount }: Payment,
  walletAddress: Address,
  metadata: { intent: string },
): TransferRequest => ({
  walletAddress,
  toAddress: address,
  chainId,
  token,
  amount,
  payGasFeeToken: token,
  gasFeePaymentMethod: "ADD_TO_AMOUNT",
  metadata,
});

/**
 * Pays a plan. After a worker was killed, another one with the same disk continues. A killed worker
 * runs no further code, as if its process had ended.
 */
export function startWorker(options: WorkerOptions): Worker {
  const { client, session, disk, plan, onProgress, onRecovered, onKilled, onEnd } = options;
  const { walletAddress, owner, signer } = session;
  let end: KillPoint | undefined = options.end;
  let current: Payment | undefined;
  const waiting = new Set<string>();

  /** Never returns if the worker is killed here. */
  const reach = async (step: KillStep): Promise<void> => {
    if (step !== end?.step || !current) return;
    if (end.after > 0) {
      end = { step, after: end.after - 1 };
      return;
    }
    onKilled(step, current);
    await new Promise(() => {});
  };

  const gated: IntentClient = {
    wallets: {
      history: (...args) => client.wallets.history(...args),
      async waitForTransaction(...args) {
        await reach("waiting");
        return client.wallets.waitForTransaction(...args);
      },
    },
    operations: {
      async execute(...args) {
        await reach("signed");
        const queued = await client.operations.execute(...args);
        await reach("sent");
        return queued;
      },
    },
  };

  const pay = (payment: Payment, guards: Guards) =>
    once(
      gated,
      {
        intent: payment.intent,
        journal: disk.journal,
        walletAddress,
        chainId,
        signer,
        owner,
        ...guards,
        maxGasFee: "1",
        now: serviceNow(),
        settleAfter,
        wait: { interval: 300, maxInterval: 600, timeout: waitTimeout },
      },
      async (metadata) => {
        await reach("begun");
        const request = requestOf(payment, walletAddress, metadata);
        return (await client.operations.transfer(request)).transfer;
      },
    );

  /** Whether nothing is left to do for the payment in this run. */
  const settle = async (payment: Payment, guards: Guards): Promise<boolean> => {
    const { intent } = payment;
    current = payment;
    if (!waiting.has(intent)) onProgress(intent, { text: "Paying", tone: "info" });
    try {
      const { state, reason } = await pay(payment, guards);
      const isDone = state === "done";
      onProgress(intent, {
        text: isDone ? "Paid" : (reason ?? state),
        tone: isDone ? "good" : "bad",
      });
      return true;
    } catch (error) {
      const isOpen = error instanceof WaitTimeoutError;
      if (isOpen) waiting.add(intent);
      onProgress(
        intent,
        isOpen ? { text: "May be sent: looking again", tone: "warn" } : describe(error),
      );
      return !isOpen;
    } finally {
      current = undefined;
    }
  };

  const run = async () => {
    const policy = createSigningPolicy({
      name: "payouts",
      chains: [chainId],
      receivers: plan.payments.map(({ address }) => address),
      limits: [
        {
          token,
          perOperation: plan.limits.perPayment,
          windows: [{ hours: 24, max: plan.limits.perDay }],
        },
      ],
      store: disk.sums,
    });
    const receipts = createReceipts({ append: options.onReceipt, last: disk.receipts.at(-1) });
    for await (const entry of recover(client, disk.journal, { settleAfter })) onRecovered(entry);
    for (let left = plan.payments; left.length > 0; ) {
      const open: Payment[] = [];
      for (const payment of left)
        if (!(await settle(payment, { policy, receipts }))) open.push(payment);
      left = open;
    }
  };
  run().then(() => onEnd(), onEnd);

  return {
    killAt(point) {
      end = point;
    },
  };
}

function describe(error: unknown): Progress {
  const [problem] = error instanceof UnsafeToSignError ? error.problems : [];
  if (problem?.policy) {
    const { expected, received } = problem;
    return { text: `Refused by the policy: expected ${expected}, got ${received}`, tone: "bad" };
  }
  const message = error instanceof Error ? error.message : String(error);
  return {
    text: isBursarError(error) && error.hint ? `${message} ${error.hint}` : message,
    tone: "bad",
  };
}
