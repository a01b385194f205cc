/** Takes the API key out of a text: a service or proxy may quote the key that it refuses. */
export function scrub(text: string, key: string | undefined): string {
  return key ? text.replaceAll(key, "[api key]") : text;
}
