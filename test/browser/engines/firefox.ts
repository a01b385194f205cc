import { writeFileSync } from "node:fs";
import { type Engine, launch } from "./engine.js";

interface BidiMessage {
  id?: number;
  type: "success" | "error" | "event";
  result?: unknown;
  error?: string;
  message?: string;
}

interface Evaluated {
  type: "success" | "exception";
  result?: { type: string; value?: string };
  exceptionDetails?: { text: string };
}

/** Firefox would otherwise connect to other hosts, or throttle the page. */
const preferences = {
  "app.normandy.enabled": false,
  "app.update.enabled": false,
  "browser.shell.checkDefaultBrowser": false,
  "datareporting.policy.dataSubmissionEnabled": false,
  "dom.min_background_timeout_value": 4,
  "dom.timeout.enable_budget_timer_throttling": false,
  "network.captive-portal-service.enabled": false,
  "network.connectivity-service.enabled": false,
  "remote.active-protocols": 1,
  "toolkit.telemetry.enabled": false,
};

/** Starts Firefox and controls it by WebDriver BiDi, which it speaks without a driver. */
export async function launchFirefox(path = process.env.FIREFOX ?? "firefox-esr"): Promise<Engine> {
  if (typeof WebSocket === "undefined")
    throw new TypeError("Node 20 needs NODE_OPTIONS=--experimental-websocket to control Firefox");
  const program = await launch(path, (folder) => {
    const lines = Object.entries(preferences).map(
      ([name, value]) => `user_pref(${JSON.stringify(name)}, ${value});\n`,
    );
    writeFileSync(`${folder}/user.js`, lines.join(""));
    return ["--headless", "--no-remote", "--profile", folder, "--remote-debugging-port", "0"];
  });
  const [, address = ""] = await program.until(/BiDi listening on (ws:\S+)/);
  const socket = new WebSocket(`${address}/session`);
  await new Promise((resolve, reject) => {
    socket.onopen = resolve;
    socket.onerror = () => reject(new TypeError(`could not connect to ${address}`));
  });
  const pending = new Map<number, (message: BidiMessage) => void>();
  socket.onmessage = ({ data }) => {
    const message: BidiMessage = JSON.parse(data);
    pending.get(message.id ?? -1)?.(message);
    pending.delete(message.id ?? -1);
  };
  let commands = 0;
  async function send<T>(method: string, params: object): Promise<T> {
    const id = ++commands;
    const reply = new Promise<BidiMessage>((resolve) => pending.set(id, resolve));
    socket.send(JSON.stringify({ id, method, params }));
    const { type, result, error, message } = await reply;
    if (type === "error") throw new TypeError(`${method}: ${error}: ${message}`);
    return result as T;
  }

  const session = await send<{ capabilities: { browserVersion: string } }>("session.new", {
    capabilities: {},
  });
  const { contexts } = await send<{ contexts: { context: string }[] }>(
    "browsingContext.getTree",
    {},
  );
  const context = contexts[0]?.context;
  return {
    version: session.capabilities.browserVersion,
    async navigate(url) {
      await send("browsingContext.navigate", { context, url, wait: "complete" });
    },
    async evaluate(expression) {
      const { result, exceptionDetails } = await send<Evaluated>("script.evaluate", {
        expression: `(async () => JSON.stringify(await (${expression})))()`,
        target: { context },
        awaitPromise: true,
      });
      if (exceptionDetails) throw new TypeError(exceptionDetails.text);
      return result?.value === undefined ? undefined : JSON.parse(result.value);
    },
    async close() {
      socket.close();
      await program.close();
    },
  };
}
