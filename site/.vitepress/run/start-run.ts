import type { Message, Task } from "./messages.js";

/** The files of the library by module. `npm run docs` writes them: see scripts/run-modules.mjs. */
interface Manifest {
  /** What every program needs. */
  readonly core: string;
  /** The entry file of each module, and the pack that has its other files. */
  readonly modules: Readonly<Record<string, { readonly file: string; readonly pack?: string }>>;
}

export interface RunOptions {
  /** The folder of the packs, as a URL. */
  readonly base: string;
  /** TypeScript. */
  readonly code: string;
  /** Milliseconds of the program, without loading. */
  readonly timeout: number;
  readonly onStart: () => void;
  readonly onLine: (text: string) => void;
  /** Called once, except after `stop`. */
  readonly onEnd: (end: { readonly failure?: string }) => void;
}

const loaded = new Map<string, Promise<unknown>>();

async function fetchJson<T>(url: string, cache: RequestCache): Promise<T> {
  const response = await fetch(url, { cache });
  if (!response.ok) throw new TypeError(`${url} responded with ${response.status}`);
  return response.json();
}

/**
 * Loads a file once. After a failure, the next run loads all again: a new deployment has other
 * files.
 */
function load<T>(url: string, cache: RequestCache = "default"): Promise<T> {
  const known = loaded.get(url) ?? fetchJson<T>(url, cache);
  loaded.set(url, known);
  known.catch(() => loaded.clear());
  return known as Promise<T>;
}

/** The modules that a program names. A name in a text or comment only loads too much. */
const findNames = (code: string) =>
  new Set([...code.matchAll(/["']([\w@/-]+)["']/g)].map(([, name]) => name as string));

async function createTask({ base, code: source }: RunOptions): Promise<Task> {
  const { transform } = await import("sucrase");
  const { code } = transform(source, { transforms: ["typescript"], disableESTransforms: true });
  const { core, modules: known } = await load<Manifest>(`${base}packs.json`, "no-cache");
  const names = findNames(source);
  const used = Object.entries(known).filter(([name]) => names.has(name));
  const packs = new Set([core, ...used.flatMap(([, { pack }]) => pack ?? [])]);
  const files = await Promise.all(
    Array.from(packs, (pack) => load<Task["files"]>(`${base}${pack}`)),
  );
  const modules = Object.fromEntries(Object.entries(known).map(([name, { file }]) => [name, file]));
  return { files: Object.assign({}, ...files), modules, code };
}

/**
 * The program runs in a worker, so that an endless one does not stop the page. The frame has no
 * origin and no network. Without the frame, the worker ends.
 */
const frameSource = `<!doctype html>
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; connect-src 'none'; script-src 'unsafe-inline' blob:; worker-src blob:">
<script>
onmessage = ({ data }) => {
  const program = new Blob([data.files["worker.js"]], { type: "text/javascript" });
  const worker = new Worker(URL.createObjectURL(program));
  const send = (message) => parent.postMessage(message, "*");
  worker.onmessage = (event) => send(event.data);
  worker.onerror = ({ message }) => send({ kind: "fail", text: message || "the program could not be started" });
  worker.postMessage(data);
};
</script>`;

/** Runs TypeScript against a new sandbox in the page. Returns a function that stops it. */
export function startRun(options: RunOptions): () => void {
  const { timeout, onStart, onLine, onEnd } = options;
  const frame = document.createElement("iframe");
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isOver = false;
  const stop = () => {
    isOver = true;
    clearTimeout(timer);
    frame.remove();
    removeEventListener("message", receive);
  };
  const end = (failure?: string) => {
    if (isOver) return;
    stop();
    onEnd(failure === undefined ? {} : { failure });
  };
  function receive({ source, data }: MessageEvent<Message | null>): void {
    if (source !== frame.contentWindow) return;
    if (data?.kind === "start") onStart();
    if (data?.kind === "line") onLine(String(data.text));
    if (data?.kind === "end") end();
    if (data?.kind === "fail") end(String(data.text));
  }
  async function start(): Promise<void> {
    const task = await createTask(options);
    if (isOver) return;
    addEventListener("message", receive);
    frame.setAttribute("sandbox", "allow-scripts");
    frame.hidden = true;
    frame.title = "The program";
    frame.srcdoc = frameSource;
    frame.onload = () => frame.contentWindow?.postMessage(task, "*");
    timer = setTimeout(() => end(`The time limit of ${timeout / 1_000} s is over.`), timeout);
    document.body.append(frame);
  }
  start().catch((error: unknown) => end(String(error)));
  return stop;
}
