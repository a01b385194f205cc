// The program of the worker that runs a block. It loads only what the page has sent.
import { formatError, formatValues } from "./format.js";
import type { Message, Task } from "./messages.js";
import { shortenDelay } from "./shorten-delay.js";

const maxLines = 500;

const scope = globalThis as unknown as {
  importScripts: undefined;
  onmessage: ((event: MessageEvent<Task>) => void) | null;
  postMessage(message: Message): void;
};
const send = scope.postMessage.bind(globalThis);

// The blocks are programs for a server. A client with a key rejects a worker of a page, which it
// recognises by this function.
scope.importScripts = undefined;

// A worker of a frame without an origin lacks it.
crypto.randomUUID ??= () => {
  const bytes = Array.from(crypto.getRandomValues(new Uint8Array(16)));
  const digits = bytes.map((byte) => byte.toString(16).padStart(2, "0")).join("");
  const [a, b, c, d] = [8, 12, 16, 20].map((end, i) => digits.slice([0, 8, 13, 17][i], end));
  return `${a}-${b}-4${c}-8${d}-${digits.slice(20)}`;
};

// Firefox lacks it, and the handlers of servers read it.
if (!("body" in Request.prototype))
  Object.defineProperty(Request.prototype, "body", {
    get(this: Request) {
      if (this.method === "GET" || this.method === "HEAD") return null;
      const pull = async (controller: ReadableStreamDefaultController) => {
        controller.enqueue(new Uint8Array(await this.arrayBuffer()));
        controller.close();
      };
      // Not before it is read, so that looking at it uses nothing up.
      return new ReadableStream({ pull }, { highWaterMark: 0 });
    },
  });

const { setTimeout: wait } = globalThis;
globalThis.setTimeout = ((run: () => void, ms?: number) =>
  wait(run, shortenDelay(ms))) as typeof setTimeout;

let lines = 0;
function print(text: string): void {
  lines += 1;
  if (lines <= maxLines) send({ kind: "line", text });
  if (lines === maxLines) send({ kind: "line", text: "Further lines are not shown." });
}
const log = (...values: unknown[]) => print(formatValues(values));
Object.assign(console, { log, info: log, debug: log, warn: log, error: log });

/** Returns the URL of a module by its text. A file imports others by `./name`. */
function createLoader(files: Task["files"]): (text: string) => string {
  const urls = new Map<string, string>();
  return function toUrl(text: string): string {
    const known = urls.get(text);
    if (known) return known;
    const linked = text.replace(/(["'])\.\/([\w.-]+\.js)\1/g, (all, quote, name) => {
      const file = files[name];
      return file === undefined ? all : `${quote}${toUrl(file)}${quote}`;
    });
    const url = URL.createObjectURL(new Blob([linked], { type: "text/javascript" }));
    urls.set(text, url);
    return url;
  };
}

const importStart = /^(\s*(?:import|export)\b[^"';]*?\bfrom\s*|\s*import\s*)(["'])([^"'\n]+)\2/gm;

async function run({ files, modules, code }: Task): Promise<void> {
  const toUrl = createLoader(files);
  /** Returns the URL of a program, which imports modules by their names. */
  const link = (program: string) =>
    toUrl(
      program.replace(importStart, (_, start: string, quote: string, name: string) => {
        const text = files[modules[name] ?? ""];
        if (text === undefined) throw new TypeError(`this page has no module "${name}"`);
        return `${start}${quote}${toUrl(text)}${quote}`;
      }),
    );
  await import(link(files["ambient.js"] as string));
  send({ kind: "start" });
  await import(link(code));
}

globalThis.addEventListener("unhandledrejection", (event) => {
  event.preventDefault();
  print(formatError(event.reason));
});

scope.onmessage = async ({ data }) => {
  try {
    await run(data);
    send({ kind: "end" });
  } catch (error) {
    send({ kind: "fail", text: formatError(error) });
  }
};
