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
  // Reading a stack formats it, so that of an error without a hint is not read.
  if (error.hint === undefined || error.message === "") return;
  const [start, ...frames] = String(error.stack).split(error.message);
  const isExplained = frames[0]?.startsWith(`\n${error.hint}`);
  if (frames.length === 0 || isExplained) return;
  error.stack = `${start}${error.message}\n${error.hint}${frames.join(error.message)}`;
}
