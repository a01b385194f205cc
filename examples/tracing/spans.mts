// Makes each call of a client a span of OpenTelemetry. The spans of fetch are below it.

import { AsyncLocalStorage } from "node:async_hooks";
import { tracingChannel } from "node:diagnostics_channel";
import * as api from "@opentelemetry/api";
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks";
import type { TracedCall } from "bursar";

/** The context manager of OpenTelemetry, with a store that a channel can bind. */
export class CallContexts extends AsyncLocalStorageContextManager {
  readonly store = new AsyncLocalStorage<api.Context>();

  override active(): api.Context {
    return this.store.getStore() ?? api.ROOT_CONTEXT;
  }

  override with<Args extends unknown[], Run extends (...args: Args) => ReturnType<Run>>(
    context: api.Context,
    run: Run,
    thisArg?: ThisParameterType<Run>,
    ...args: Args
  ): ReturnType<Run> {
    return this.store.run(context, () => run.call(thisArg, ...args));
  }
}

/** What the channel publishes, and what its store holds. */
type Bound = TracedCall | api.Context;

/** Call it once, with the context manager that OpenTelemetry uses. */
export function traceCalls({ store }: CallContexts): void {
  const tracer = api.trace.getTracer("bursar");
  // One type for both, because their order depends on the version of @types/node.
  const channel = tracingChannel<Bound, Bound>("bursar:call");
  const spans = new WeakMap<object, api.Span>();
  channel.start.bindStore(store, (call) => {
    if ("getValue" in call) return call;
    const span = tracer.startSpan(call.operation, { kind: api.SpanKind.CLIENT });
    spans.set(call, span);
    return api.trace.setSpan(api.context.active(), span);
  });
  const ignore = () => {};
  channel.subscribe({
    start: ignore,
    end: ignore,
    error: ignore,
    asyncStart: ignore,
    asyncEnd(call) {
      const span = spans.get(call);
      if (!span || "getValue" in call) return;
      const { operation, effect, outcome, traceId, error } = call;
      span.updateName(operation);
      span.setAttributes({
        "bursar.effect": effect,
        "bursar.outcome": outcome,
        "bursar.trace_id": traceId,
        "url.template": call["url.template"],
        "http.request.method": call["http.request.method"],
        "http.response.status_code": call["http.response.status_code"],
        "http.request.resend_count": call["http.request.resend_count"],
        "error.type": call["error.type"],
      });
      // Not the message, which may quote the request.
      if (error) span.setStatus({ code: api.SpanStatusCode.ERROR, message: error.kind });
      span.end();
    },
  });
}
