/**
 * Adds the hint of an error to its stack, after the message: many loggers show only the stack. The
 * stack of some engines has no message.
 */
export function explainStack(error: Error & { readonly hint: string | undefined }): void {
  const { message, hint } = error;
  // Reading a stack formats it, so that of an error without a hint is not read.
  const stack: unknown = hint && error.stack;
  if (typeof stack === "string") error.stack = stack.replace(message, (it) => `${it}\n${hint}`);
}
