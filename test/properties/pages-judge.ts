import { type Listing, type Served, styles } from "./pages-cases.js";

interface Walk {
  readonly listing: Listing;
  readonly seen: readonly string[];
  readonly served: readonly Served[];
  /** Those that were in the list all the time. */
  readonly always: readonly string[];
}

/** Compares what an iteration returned with the list. Returns what is wrong. */
export function judgeWalk({ listing, seen, served, always }: Walk): string[] {
  const { style, ids, size, changes, how, limit, total } = listing;
  const rules = styles[style];
  const wrong: string[] = [];
  const isChanging = changes.length > 0;
  const isLimited = how === "toArray";
  // What the service returned, in order, and nothing else.
  const returned = served.flatMap((page) => page.ids);
  const expected = isLimited ? returned.slice(0, limit) : returned;
  if (String(seen) !== String(expected)) wrong.push(`${seen} instead of the pages ${expected}`);
  const whole = isLimited ? ids.slice(0, limit) : ids;
  if (!isChanging && String(seen) !== String(whole)) wrong.push(`${seen} instead of ${whole}`);
  // A cursor names an item, so that no other change moves what follows it.
  if (style === "history" && !isLimited) {
    const found = seen.filter((id) => always.includes(id));
    if (String(found) !== String(always)) wrong.push(`${found} instead of ${always}`);
    if (new Set(seen).size < seen.length) wrong.push(`${seen} has an item twice`);
  }
  // The largest pages, except for the first page alone, which has the size of the service.
  const usual =
    how === "page" || how === "resume" ? null : isLimited ? Math.min(limit, rules.max) : rules.max;
  const first = served[0]?.query.get(rules.size) ?? null;
  if (size === undefined && first !== (usual === null ? null : String(usual)))
    wrong.push(`the size ${first} instead of ${usual}`);
  for (const [i, { query, ids: page }] of served.entries()) {
    const given = query.get(rules.size);
    const asked = Number(given ?? rules.default);
    if (!(Number.isInteger(asked) && asked >= 1 && asked <= rules.max))
      wrong.push(`the size ${given}`);
    if (size !== undefined && asked > size) wrong.push(`the size ${given} instead of ${size}`);
    const before = served[i - 1];
    if (!before) continue;
    const at = query.get(rules.position);
    const earlier = before.query.get(rules.position);
    const next = {
      history: before.next,
      tokens: String(Number(earlier ?? 1) + 1),
      pools: String(Number(earlier ?? 0) + before.ids.length),
    }[style];
    if (at !== next) wrong.push(`the position ${at} instead of ${next}`);
    // Only what the service states, or a full page, is a reason to ask once more.
    if (page.length === 0 && before.ids.length === 0) wrong.push("asks again after an empty page");
  }
  const pages = served.filter((page) => page.ids.length > 0).length;
  const isStated = style === "history" || (style === "tokens" && total === "all");
  const most = Math.max(1, pages) + (isStated && pages > 1 ? 0 : 1);
  if (!isChanging && served.length > most)
    wrong.push(`${served.length} requests for ${pages} pages`);
  return wrong;
}
