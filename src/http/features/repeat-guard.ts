import { PaginationError } from "../../errors/data.js";

interface SeenPage {
  readonly items: readonly unknown[];
  readonly cursor: object | undefined;
}

/** The consumer sees no empty page, so it could not stop the iteration. */
const maxEmptyPages = 100;

/** Throws if a listing repeats itself, because its iteration would never end. */
export class RepeatGuard {
  readonly #operation: string;
  readonly #cursors = new Set<unknown>();
  #last: SeenPage | undefined;
  #repeats = 0;
  #emptyPages = 0;

  constructor(operation: string) {
    this.#operation = operation;
  }

  /** `start` is the cursor of this page. */
  check(start: unknown, page: SeenPage): void {
    this.#cursors.add(start);
    const next = page.cursor && Object.values(page.cursor)[0];
    if (next !== undefined && this.#cursors.has(next)) {
      this.#fail(`the service repeated the cursor ${JSON.stringify(next)}`, next);
    }
    // A service that ignores the page number or offset always returns the same page.
    this.#repeats = this.#last && isSamePage(page, this.#last) ? this.#repeats + 1 : 0;
    this.#last = page;
    // A page with one item may legitimately repeat if the list changed between the requests.
    if (this.#repeats > (page.items.length > 1 ? 0 : 2)) {
      this.#fail("the service repeated a page", next);
    }
    this.#emptyPages = page.items.length === 0 ? this.#emptyPages + 1 : 0;
    if (this.#emptyPages > maxEmptyPages && page.cursor) {
      this.#fail(`the service returned ${this.#emptyPages} empty pages in a row`, next);
    }
  }

  #fail(problem: string, cursor: unknown): never {
    throw new PaginationError(`${this.#operation}: ${problem}, so the listing would never end`, {
      operation: this.#operation,
      cursor,
      hint: "All items so far are valid. Report the trace id to the service.",
    });
  }
}

/** Compares only the first and the last item. */
function isSamePage(a: SeenPage, b: SeenPage): boolean {
  const { length } = a.items;
  return (
    length > 0 &&
    length === b.items.length &&
    isSameJson(a.items[0], b.items[0]) &&
    isSameJson(a.items[length - 1], b.items[length - 1])
  );
}

/** Uses a loop, because an item may be nested more deeply than the call stack allows. */
function isSameJson(first: unknown, second: unknown): boolean {
  const pending: [unknown, unknown][] = [[first, second]];
  for (let pair = pending.pop(); pair !== undefined; pair = pending.pop()) {
    const [a, b] = pair;
    if (Object.is(a, b)) continue;
    if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return false;
    const names = Object.keys(a);
    if (names.length !== Object.keys(b).length) return false;
    // JSON has no value undefined, which a missing field has.
    for (const name of names) pending.push([(a as Fields)[name], (b as Fields)[name]]);
  }
  return true;
}

type Fields = Readonly<Record<string, unknown>>;
