/** The name of a thrown value. Use it if the message may contain request data. */
export function nameOf(thrown: unknown): string {
  try {
    return thrown instanceof Error ? String(thrown.name) : typeof thrown;
  } catch {
    return "Error";
  }
}

/** The message of a thrown value, or its type. */
export function messageOf(thrown: unknown): string {
  try {
    return thrown instanceof Error ? String(thrown.message) : typeof thrown;
  } catch {
    return nameOf(thrown);
  }
}
