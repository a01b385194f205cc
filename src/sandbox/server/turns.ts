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

async function isReadSoon(reading: Promise<unknown>): Promise<boolean> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), maxWait);
  });
  const settled = () => true;
  try {
    return await Promise.race([reading.then(settled, settled), late]);
  } finally {
    clearTimeout(timer);
  }
}
