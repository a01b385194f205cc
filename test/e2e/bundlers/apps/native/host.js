// What React Native adds to a bare engine, from its own files; and clocks, a console and TextEncoder, which its engine or native code gives it.
// Nothing else: no TextDecoder, structuredClone, crypto, Intl, Buffer, process, ReadableStream or DOMException.
const scope = globalThis;
scope.hostPrint ??= scope.print;
const print = scope.hostPrint;
scope.window = scope;
scope.self = scope;
scope.navigator = { product: "ReactNative" };
// There is no native module behind any of its files.
scope.nativeModuleProxy = {};
for (const name of ["debug", "info", "log", "warn", "error"])
  scope.console = { ...scope.console, [name]: (...parts) => print(`[${name}] ${parts.join(" ")}`) };

// Time that passes only when nothing else is left to do, so that a limit is reached only by what never ends.
const nextTurn = scope.setTimeout;
let timers = [];
let now = 0;
let last = 0;
let asleep = true;
function wake() {
  const [first] = timers.sort((a, b) => a.at - b.at || a.id - b.id);
  if (!first) {
    asleep = true;
    return;
  }
  timers = timers.filter((timer) => timer !== first);
  now = first.at;
  nextTurn(wake, 0);
  first.run(...first.rest);
}
scope.setTimeout = (run, after = 0, ...rest) => {
  last++;
  timers.push({ id: last, at: now + after, run, rest });
  if (asleep) {
    asleep = false;
    nextTurn(wake, 0);
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

/** Who answers what goes to the network. Set by the app. */
export const network = { asked: [], answer: undefined };

/** React Native's own needs native code beneath it. */
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
    network.asked.push({ method: this.method, url: this.url, headers: this.headers });
    network.answer(this.method, this.url, this.headers, body ?? undefined).then(
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

// These read the globals above, so they come after them.
const { URL, URLSearchParams } = require("react-native-url");
const { AbortController } = require("react-native-abort-controller");
const { AbortSignal_public: AbortSignal } = require("react-native-abort-signal");
Object.assign(scope, { URL, URLSearchParams, AbortController, AbortSignal });
require("whatwg-fetch");
