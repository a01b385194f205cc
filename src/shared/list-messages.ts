/** The messages as lines: one per cause, with the number of places in which it occurs. */
export function listMessages(found: readonly { readonly message: string }[]): string[] {
  const lines = new Map<string, [first: string, count: number]>();
  for (const { message } of found) {
    const cause = message.replace(/\[\d+\]/g, "[]");
    const [first, count] = lines.get(cause) ?? [message, 0];
    lines.set(cause, [first, count + 1]);
  }
  return Array.from(lines.values(), ([first, count]) =>
    count > 1 ? `\n  ${first} (×${count})` : `\n  ${first}`,
  );
}
