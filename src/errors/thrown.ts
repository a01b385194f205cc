/** The name of anything that was thrown. Its message may quote what was sent. */
export function nameOf(thrown: unknown): string {
  try {
    return thrown instanceof Error ? String(thrown.name) : typeof thrown;
  } catch {
    return "Error";
  }
}

/** The message of anything that was thrown, or its name where it has none. */
export function messageOf(thrown: unknown): string {
  try {
    return thrown instanceof Error ? String(thrown.message) : typeof thrown;
  } catch {
    return nameOf(thrown);
  }
}
