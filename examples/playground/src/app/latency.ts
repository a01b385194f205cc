const settingName = "bursar-playground-latency";
const defaultLatency = 180;

/** The response time of the sandbox in milliseconds. It makes loading states visible. */
export function sandboxLatency(): number {
  const saved = Number(localStorage.getItem(settingName) ?? defaultLatency);
  return Number.isFinite(saved) && saved >= 0 ? saved : defaultLatency;
}

/** Sets the response time from the next call on. */
export function setSandboxLatency(milliseconds: number): void {
  localStorage.setItem(settingName, String(milliseconds));
}

/** Delays every call by the latency. An abort ends the delay. */
export function withLatency(
  fetch: (request: Request) => Promise<Response>,
): (request: Request) => Promise<Response> {
  return async (request) => {
    const { signal } = request;
    await new Promise<void>((resolve, reject) => {
      const abort = () => reject(signal.reason);
      const timer = setTimeout(() => {
        signal.removeEventListener("abort", abort);
        resolve();
      }, sandboxLatency());
      signal.addEventListener(
        "abort",
        () => {
          clearTimeout(timer);
          abort();
        },
        { once: true },
      );
    });
    return fetch(request);
  };
}
