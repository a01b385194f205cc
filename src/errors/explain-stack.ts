/**
 * Adds the hint of an error to its stack, after the message: many loggers show only the stack. The
 * stack of some engines has no message, and stays as it is.
 */
export function explainStack(error: Error & { readonly hint: string | undefined }): void {
  const { message, hint, stack } = error;
  // Reading a stack formats it, so that of an error without a hint is not read.
  if (hint === undefined || message === "" || typeof stack !== "string") return;
  const start = stack.indexOf(message);
  if (start < 0) return;
  const end = start + message.length;
  error.stack = `${stack.slice(0, end)}\n${hint}${stack.slice(end)}`;
}
