import { runWithin } from "../../shared/time/run-within.js";

/** In milliseconds. A body that takes longer after its turn has come is served after the others. */
const maxWait = 100;

/**
 * Serves one request at a time, in the order of their arrival, so that responses depend only on
 * that order. A request with a body would otherwise come after all requests without one.
 */
export function createTurns() {
  let last: Promise<unknown> = Promise.resolve();
  return async function inTurn<Input, Result>(
    { body }: Request,
    arrival: Promise<unknown>,
    reading: Promise<Input>,
    serve: (input: Input) => Promise<Result>,
  ): Promise<Result> {
    // Both are awaited at the turn of the request, and may reject before it.
    for (const promise of [arrival, reading]) promise.catch(() => {});
    const takeTurn = () => {
      const turn = last.then(async () => {
        await arrival;
        const isReady = !body || (await isReadSoon(reading));
        return isReady ? { result: await serve(await reading) } : undefined;
      });
      last = turn.catch(() => {});
      return turn;
    };
    const served = (await takeTurn()) ?? (await reading.then(takeTurn));
    return (served as { result: Result }).result;
  };
}

function isReadSoon(reading: Promise<unknown>): Promise<boolean> {
  const settled = () => true;
  return runWithin({ timeout: maxWait, onTimeout: () => false }, () =>
    reading.then(settled, settled),
  );
}
