/** Only some engines can shorten a stack. */
const errorClass: ErrorConstructor & { captureStackTrace?(error: Error, caller: unknown): void } =
  Error;

/**
 * Adds the hint of an error to its stack, after the message: many loggers show only the stack. The
 * stack of some engines has no message. If `below` is given, the stack begins with its caller.
 */
export function explainStack(
  error: Error & { readonly hint: string | undefined },
  below?: unknown,
) {
  if (below) errorClass.captureStackTrace?.(error, below);
  const { message, hint } = error;
  // Reading a stack formats it, so that of an error without a hint is not read.
  if (hint === undefined || message === "") return;
  const { stack } = error;
  const explained = `${message}\n${hint}`;
  if (typeof stack !== "string" || stack.includes(explained)) return;
  error.stack = stack.replace(message, () => explained);
}
