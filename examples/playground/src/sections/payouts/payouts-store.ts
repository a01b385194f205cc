import type { Client } from "bursar";
import type { IntentEntry } from "bursar/intents";
import type { Session } from "../../app/AppContext";
import { createDisk, type Disk } from "./disk";
import { createPlan, type Limits, type Payee, type Payment } from "./plan";
import {
  type KillPoint,
  type KillStep,
  killSteps,
  type Progress,
  startWorker,
  type Worker,
} from "./worker";

/** What the page shows of the payouts. */
export interface Payouts extends Pick<Disk, "plan" | "entries" | "receipts"> {
  status: "ready" | "running" | "killed" | "ended";
  /** Where the worker will be killed. */
  end: KillPoint | undefined;
  /** Where the last worker was killed. */
  killed: { step: KillStep; payment: Payment } | undefined;
  /** What the last worker has found at its start. */
  recovered: readonly IntentEntry[];
  /** By intent. It is in the memory of the worker. */
  progress: ReadonlyMap<string, Progress>;
  error: unknown;
}

/** The payouts of a session. They go on while another section is open. */
export interface PayoutsStore {
  start(client: Client, payees: readonly Payee[], limits: Limits): void;
  /** Kills the worker at this step, or at a random one. */
  kill(step: KillStep | undefined): void;
  /** Forgets the plan. The journal and the receipts stay. */
  renew(): void;
  subscribe(listener: () => void): () => void;
  snapshot(): Payouts;
}

const stores = new WeakMap<Session, PayoutsStore>();

/** Returns the payouts of a session. */
export function payoutsOf(session: Session): PayoutsStore {
  const store = stores.get(session) ?? createStore(session);
  stores.set(session, store);
  return store;
}

function createStore(session: Session): PayoutsStore {
  const listeners = new Set<() => void>();
  const memory = {
    status: "ready",
    end: undefined,
    killed: undefined,
    recovered: [],
    progress: new Map(),
    error: undefined,
  } as const satisfies Partial<Payouts>;
  const disk = createDisk(() => set({}));
  let worker: Worker | undefined;
  let payouts: Payouts = { ...memory, plan: undefined, entries: [], receipts: [] };

  const set = (changes: Partial<Payouts>) => {
    const { plan, entries, receipts } = disk;
    payouts = { ...payouts, plan, entries, receipts, ...changes };
    for (const listener of listeners) listener();
  };

  return {
    start(client, payees, limits) {
      disk.plan ??= createPlan(crypto.randomUUID().slice(0, 8), payees, limits);
      const { end } = payouts;
      set({ ...memory, status: "running", end });
      worker = startWorker({
        client,
        session,
        disk,
        plan: disk.plan,
        end,
        onProgress: (intent, progress) =>
          set({ progress: new Map([...payouts.progress, [intent, progress]]) }),
        onReceipt(line) {
          disk.receipts = [...disk.receipts, line];
          set({});
        },
        onRecovered: (entry) => set({ recovered: [...payouts.recovered, entry] }),
        onKilled(step, payment) {
          worker = undefined;
          set({ ...memory, status: "killed", killed: { step, payment } });
        },
        onEnd(error) {
          worker = undefined;
          set({ status: "ended", end: undefined, error });
        },
      });
    },
    kill(chosen) {
      const steps = Object.keys(killSteps) as KillStep[];
      const random = steps[Math.floor(Math.random() * steps.length)] as KillStep;
      // Before the start, so that one payment is made first.
      const end = { step: chosen ?? random, after: worker ? 0 : 1 };
      worker?.killAt(end);
      set({ end });
    },
    renew() {
      disk.plan = undefined;
      set(memory);
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    snapshot: () => payouts,
  };
}
