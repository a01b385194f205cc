import { pick, type Random } from "./paid-once-cases.js";

/** The endpoints that list: their parameters, and the sizes of a page by the contract. */
export const styles = {
  history: { size: "take", position: "lastId", default: 100, max: 100 },
  tokens: { size: "perPage", position: "page", default: 10, max: 100 },
  pools: { size: "take", position: "offset", default: 10, max: 50 },
} as const;
export type Style = keyof typeof styles;

export interface Listing {
  readonly style: Style;
  /** The ids, in order, before the first request. */
  readonly ids: readonly string[];
  /** The size that the caller gives. */
  readonly size: number | undefined;
  /** The most items of a page. */
  readonly cap: number;
  /** What the service sends as the cursor after the last page. */
  readonly end: null | undefined | "";
  /** What it states as the number of items. */
  readonly total: "all" | "page" | "none";
  /** What happens to the list after each request. */
  readonly changes: readonly ("nothing" | "appears first" | "appears last" | "vanishes")[];
  readonly how: "for await" | "pages" | "page" | "resume" | "readers" | "toArray";
  readonly limit: number;
  readonly prefetch: boolean;
}

export function drawListing(random: Random): Listing {
  const style = pick(random, ["history", "tokens", "pools"] as const);
  const { max, default: usual } = styles[style];
  const size = pick(random, [undefined, 1, 2, 3, 10, max - 1, max]);
  const total = pick(random, ["all", "page", "none"] as const);
  // Without a total, a short page is only recognised if it is shorter than a usual one. A total
  // that is that of the page does not differ from the total of all.
  const least = style === "history" || (style === "tokens" && total === "all") ? 1 : usual;
  const isWhole = random(2) === 0 || (style === "tokens" && total === "page");
  const cap = isWhole ? max : pick(random, [least, least + 1, 25, 49]);
  const page = Math.min(size ?? max, cap);
  const around = [0, 1, page - 1, page, page + 1, 2 * page - 1, 2 * page, 3 * page + 1];
  const count = random(4) === 0 ? random(120) : Math.max(0, pick(random, around));
  const changes = ["appears first", "appears last", "vanishes"] as const;
  return {
    style,
    ids: Array.from({ length: Math.min(count, 9 * page) }, (_, i) => `id${i}`),
    size,
    cap,
    end: pick(random, [null, undefined, ""]),
    total,
    changes:
      random(2) === 0
        ? []
        : // With pages of one item, some more would look like a service that repeats a page.
          Array.from({ length: page > 1 ? 6 : 2 }, () => pick(random, ["nothing", ...changes])),
    how: pick(random, ["for await", "pages", "page", "resume", "readers", "toArray"]),
    limit: 1 + random(2 * page + 2),
    prefetch: random(3) === 0,
  };
}

/** A request, and the ids of its page. */
export interface Served {
  readonly query: URLSearchParams;
  readonly ids: readonly string[];
  /** The cursor or the number of items that the service stated. */
  readonly next: string | null | undefined;
}

/** A service with a list that changes between the requests. */
export function createLister(listing: Listing, random: Random) {
  const { style, cap, end, total, changes } = listing;
  const { size: sizeName, position, default: usual } = styles[style];
  const served: Served[] = [];
  /** With the place of each, by which a cursor finds it although it has vanished. */
  let list = listing.ids.map((id, i) => ({ id, place: i }));
  let [first, last] = [-1, list.length];
  const always = new Set(listing.ids);

  function change(): void {
    const what = changes[served.length - 1] ?? "nothing";
    if (what === "appears first") list = [{ id: `new${first}`, place: first-- }, ...list];
    if (what === "appears last") list = [...list, { id: `new${last}`, place: last++ }];
    const victim = list[random(list.length)];
    if (what !== "vanishes" || !victim) return;
    list = list.filter((one) => one !== victim);
    always.delete(victim.id);
  }

  return {
    served,
    /** Those that were in the list at each request, in order. */
    always: () => listing.ids.filter((id) => always.has(id)),
    /** The page as the service sends it, without the form of its items. */
    serve(query: URLSearchParams) {
      const size = Math.min(Number(query.get(sizeName) ?? usual), cap);
      const at = query.get(position);
      const start =
        style === "history"
          ? list.filter(({ place }) => at !== null && place <= Number(at)).length
          : style === "tokens"
            ? (Number(at ?? 1) - 1) * size
            : Number(at ?? 0);
      const page = list.slice(start, start + size);
      const isLast = start + size >= list.length;
      const next = isLast ? end : String(page.at(-1)?.place);
      const ids = page.map(({ id }) => id);
      const stated = { all: list.length, page: page.length, none: undefined }[total];
      served.push({ query, ids, next });
      change();
      return { ids, next, stated };
    },
  };
}
