const settingName = "bursar-playground-latency";
const usual = 180;

/** How long the sandbox in the page takes for an answer, in milliseconds, so that waiting can be seen. */
export function sandboxLatency(): number {
  const saved = Number(localStorage.getItem(settingName) ?? usual);
  return Number.isFinite(saved) && saved >= 0 ? saved : usual;
}

/** Holds from the next call on. */
export function setSandboxLatency(milliseconds: number): void {
  localStorage.setItem(settingName, String(milliseconds));
}

/** Lets every call wait first. Who gives up while waiting is not kept. */
export function slowed(
  fetch: (request: Request) => Promise<Response>,
): (request: Request) => Promise<Response> {
  return async (request) => {
    const { signal } = request;
    await new Promise<void>((resolve, reject) => {
      const end = () => reject(signal.reason);
      const timer = setTimeout(() => {
        signal.removeEventListener("abort", end);
        resolve();
      }, sandboxLatency());
      signal.addEventListener(
        "abort",
        () => {
          clearTimeout(timer);
          end();
        },
        { once: true },
      );
    });
    return fetch(request);
  };
}
