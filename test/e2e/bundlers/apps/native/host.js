// Adds to a bare engine what React Native adds: its own files, and the timers, console and
// TextEncoder of its engine and native code. There is no TextDecoder, structuredClone, crypto,
// Intl, Buffer, process, ReadableStream or DOMException.
const scope = globalThis;
scope.hostPrint ??= scope.print;
const print = scope.hostPrint;
scope.window = scope;
scope.self = scope;
scope.navigator = { product: "ReactNative" };
// React Native's files find no native module.
scope.nativeModuleProxy = {};
for (const name of ["debug", "info", "log", "warn", "error"])
  scope.console = { ...scope.console, [name]: (...parts) => print(`[${name}] ${parts.join(" ")}`) };

// A virtual clock that advances only when no other work is left. A timeout therefore fires only for
// work that never ends.
const nextTurn = scope.setTimeout;
let timers = [];
let now = 0;
let last = 0;
let isIdle = true;
function runNextTimer() {
  const [first] = timers.sort((a, b) => a.at - b.at || a.id - b.id);
  if (!first) {
    isIdle = true;
    return;
  }
  timers = timers.filter((timer) => timer !== first);
  now = first.at;
  nextTurn(runNextTimer, 0);
  first.run(...first.rest);
}
scope.setTimeout = (run, after = 0, ...rest) => {
  last++;
  timers.push({ id: last, at: now + after, run, rest });
  if (isIdle) {
    isIdle = false;
    nextTurn(runNextTimer, 0);
  }
  return last;
};
scope.clearTimeout = (id) => {
  timers = timers.filter((timer) => timer.id !== id);
};

scope.performance = { now: () => now };

scope.TextEncoder = class TextEncoder {
  encode(text = "") {
    const bytes = [];
    for (const character of unescape(encodeURIComponent(text))) bytes.push(character.charCodeAt(0));
    return new Uint8Array(bytes);
  }
};

/** The simulated network. The app sets the function that responds. */
export const network = { requests: [], respond: undefined };

/** React Native's XMLHttpRequest needs native code, so this replaces it. */
scope.XMLHttpRequest = class XMLHttpRequest {
  status = 0;
  headers = {};
  open(method, url) {
    this.method = method;
    this.url = url;
  }
  setRequestHeader(name, value) {
    this.headers[name] = value;
  }
  getAllResponseHeaders() {
    return this.given;
  }
  abort() {
    this.onabort?.();
  }
  send(body) {
    network.requests.push({ method: this.method, url: this.url, headers: this.headers });
    network.respond(this.method, this.url, this.headers, body ?? undefined).then(
      ({ status, text }) => {
        this.status = status;
        this.responseURL = this.url;
        this.given = "content-type: application/json\r\n";
        this.response = text;
        this.onload();
      },
      () => this.onerror(),
    );
  }
};
scope.FormData = class FormData {};
scope.Blob = class Blob {};

// These read the globals above when they load.
const { URL, URLSearchParams } = require("react-native-url");
const { AbortController } = require("react-native-abort-controller");
const { AbortSignal_public: AbortSignal } = require("react-native-abort-signal");
Object.assign(scope, { URL, URLSearchParams, AbortController, AbortSignal });
require("whatwg-fetch");
