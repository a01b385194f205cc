import { hasClientTimer } from "./client-timers.js";
import { takeTurn, until } from "./waiting.js";

/** What receives requests: a server, a `fetch` in memory, or a sandbox. */
interface Source<Requests> {
  readonly requests: Requests;
  /** Requests without a complete response. */
  readonly busy?: number;
  idle?(): Promise<void>;
}

/** After as many turns of the event loop, a request that was sent before has arrived. */
const turns = 10;

/** Much faster than a timer, but not in a page. A test may replace it. */
const { setImmediate: startImmediate } = globalThis;

const takeShortTurn = (): Promise<void> =>
  startImmediate ? new Promise((resolve) => startImmediate(resolve)) : takeTurn();

/** Connections that are being opened. A page cannot see them. */
const isConnecting = () =>
  (globalThis.process?.getActiveResourcesInfo?.() ?? []).some((name) =>
    /^(TCPConnectWrap|GetAddrInfoReqWrap)$/.test(name),
  );

/**
 * Waits until nothing can send another request: no request is under way, no connection is being
 * opened and no timer of the client is pending. Then returns the requests. Use it to count
 * requests, because a second one may be under way when the call resolves.
 */
export async function drained<Requests>(source: Source<Requests>): Promise<Requests> {
  const isBusy = () => (source.busy ?? 0) > 0 || isConnecting() || hasClientTimer();
  await source.idle?.();
  await until(async () => {
    for (let turn = 0; turn < turns; turn++) {
      if (isBusy()) return false;
      await takeShortTurn();
    }
    return !isBusy();
  }, "the client and the server to be drained");
  return source.requests;
}
