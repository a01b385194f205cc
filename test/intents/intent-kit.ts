import { vi } from "vitest";
import {
  createMemoryJournal,
  type IntentEntry,
  type Journal,
  type OnceOptions,
  once,
  type Prepared,
} from "../../src/intents/index.js";
import { pickExecutable, type Signer } from "../../src/tasks/index.js";
import {
  createSandboxClient,
  interceptRequests,
  inWorld,
  openWallet,
  owner,
} from "../sandbox/open-sandbox.js";
import { positionOf } from "../sandbox/prepare.js";
import { createSwapRequest } from "../sandbox/swap/swap-requests.js";
import { moveClock } from "../support/moved-clock.js";

/** The options of a wait that soon ends. */
export const brief = { timeout: 30, interval: 10 };

/** A sandbox with a journal, a counted signer, and a client whose requests can be replaced. */
export async function openIntents(journal: Journal = createMemoryJournal()) {
  const opened = await openWallet({ now: undefined });
  const { sandbox, address } = opened;
  const sent: string[] = [];
  const replace: {
    execute?: (request: Request) => unknown;
    history?: (request: Request) => unknown;
  } = {};
  const client = createSandboxClient(sandbox, {
    fetch: interceptRequests((request) => {
      const name = new URL(request.url).pathname.split("/").at(-1) as string;
      sent.push(name);
      if (name === "execute-user-op") return replace.execute?.(request);
      return name === "history" ? replace.history?.(request) : undefined;
    }, sandbox),
  });
  const signMessage = vi.fn(owner.signMessage);
  const signer: Signer = { ...owner, signMessage };
  const settings: OnceOptions = {
    intent: "order 17",
    journal,
    walletAddress: address,
    chainId: 137,
    signer,
    owner: owner.address,
    wait: { interval: 1, maxInterval: 1, onProgress: () => moveClock(5_000) },
  };
  const prepareSwap = async (metadata: { intent: string }): Promise<Prepared> => {
    const expect = createSwapRequest(address, { metadata });
    const { quotes } = await client.swap.quote(expect);
    return { quote: pickExecutable(quotes), expect };
  };
  const preparePosition = async (metadata: { intent: string }): Promise<Prepared> =>
    (await client.liquidity.create({ ...positionOf(opened), metadata })).operation;
  const start = (more: Partial<OnceOptions> = {}, prepare = prepareSwap) =>
    once(client, { ...settings, ...more }, prepare);
  return {
    ...opened,
    advance: moveClock,
    client,
    sent,
    replace,
    signMessage,
    settings,
    journal,
    prepareSwap,
    preparePosition,
    start,
    /** How many operations of the intent the service has executed. */
    paid: (intent = "order 17") =>
      inWorld(sandbox, (world) =>
        Object.values(world.history)
          .flat()
          .filter(({ metadata, status }) => metadata?.intent === intent && status !== "FAILED"),
      ).length,
    /** The entry in the journal. */
    stored: async (intent = "order 17") =>
      journal.begin({
        intent,
        version: 1,
        revision: 1,
        state: "begun",
        walletAddress: address,
        chainId: 137,
      }),
  };
}

export const crash = new Error("crash");

/** A journal that stops the process before or after its nth call. */
export function crashAt(journal: Journal, step: number, when: "before" | "after"): Journal {
  let calls = 0;
  const count = async <T>(call: () => Promise<T>): Promise<T> => {
    calls += 1;
    if (calls === step && when === "before") throw crash;
    const result = await call();
    if (calls === step) throw crash;
    return result;
  };
  return {
    begin: (entry) => count(() => journal.begin(entry)),
    update: (entry, from) => count(() => journal.update(entry, from)),
    open: () => journal.open(),
    list: (filter) => journal.list(filter),
  };
}

/** Collects what `recover` yields. */
export async function toList(entries: AsyncIterable<IntentEntry>): Promise<IntentEntry[]> {
  const list: IntentEntry[] = [];
  for await (const entry of entries) list.push(entry);
  return list;
}
