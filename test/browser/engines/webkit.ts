import { findClosedPort } from "../../support/server.js";
import { type Engine, type Launched, launch } from "./engine.js";

/** WebKitGTK has no headless mode. */
async function launchDisplay(): Promise<Launched & { name: string }> {
  const args = ["-displayfd", "1", "-screen", "0", "1280x900x24", "-nolisten", "tcp"];
  const program = await launch("Xvfb", () => args);
  const [, number = ""] = await program.until(/^(\d+)\n/m);
  return { ...program, name: `:${number}` };
}

/** Starts WebKitGTK and controls it by its WebDriver. */
export async function launchWebKit(
  path = process.env.WEBKIT_DRIVER ?? "WebKitWebDriver",
): Promise<Engine> {
  const display = await launchDisplay();
  const port = await findClosedPort();
  const driver = await launch(path, () => [`--port=${port}`], {
    DISPLAY: display.name,
    GDK_BACKEND: "x11",
  });
  async function send<T>(method: "GET" | "POST" | "DELETE", path: string, body?: object) {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      ...(body && { body: JSON.stringify(body) }),
    });
    const { value } = (await response.json()) as { value: T & { error: string; message: string } };
    if (!response.ok) throw new TypeError(`${method} ${path}: ${value.error}: ${value.message}`);
    return value as T;
  }
  let isReady = false;
  while (!isReady)
    isReady = await send<{ ready: boolean }>("GET", "/status").then(
      ({ ready }) => ready,
      async () => {
        await new Promise((resolve) => setTimeout(resolve, 50));
        return false;
      },
    );
  const { sessionId, capabilities } = await send<{
    sessionId: string;
    capabilities: { browserVersion: string };
  }>("POST", "/session", {
    capabilities: { alwaysMatch: { timeouts: { script: 120_000 } } },
  });
  const session = `/session/${sessionId}`;
  return {
    version: capabilities.browserVersion,
    async navigate(url) {
      await send("POST", `${session}/url`, { url });
    },
    async evaluate(expression) {
      const script = `const done = arguments[0];
        (async () => JSON.stringify(await (${expression})))()
          .then((json) => done({ json }), (error) => done({ error: String(error) }));`;
      const { json, error } = await send<{ json?: string; error?: string }>(
        "POST",
        `${session}/execute/async`,
        { script, args: [] },
      );
      if (error !== undefined) throw new TypeError(error);
      return json === undefined ? undefined : JSON.parse(json);
    },
    async close() {
      await send("DELETE", session).catch(() => {});
      await driver.close();
      await display.close();
    },
  };
}
