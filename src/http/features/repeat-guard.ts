import { PaginationError } from "../../errors/data.js";

/** What it compares of a page. */
interface SeenPage {
  readonly items: readonly unknown[];
  readonly cursor: object | undefined;
}

/** Throws when a listing repeats itself, because it would never end. */
export class RepeatGuard {
  readonly #operation: string;
  readonly #cursors = new Set<unknown>();
  #last: SeenPage | undefined;
  #repeats = 0;

  constructor(operation: string) {
    this.#operation = operation;
  }

  check(start: unknown, page: SeenPage): void {
    this.#cursors.add(start);
    const next = page.cursor && Object.values(page.cursor)[0];
    if (next !== undefined && this.#cursors.has(next)) {
      this.#fail(`the cursor ${JSON.stringify(next)} was returned before`, next);
    }
    // A service that ignores the page number or offset returns the same page forever.
    this.#repeats = this.#last && isSamePage(page, this.#last) ? this.#repeats + 1 : 0;
    this.#last = page;
    // A page of one item may repeat honestly, if something moved in between.
    if (this.#repeats > (page.items.length > 1 ? 0 : 2)) {
      this.#fail("the same page was returned again", next);
    }
  }

  #fail(what: string, cursor: unknown): never {
    throw new PaginationError(`${this.#operation}: ${what}, so this listing would never end`, {
      operation: this.#operation,
      cursor,
      hint: "Everything read so far is complete. Report the trace id to the service.",
    });
  }
}

/** The first and the last item tell pages apart. */
function isSamePage(a: SeenPage, b: SeenPage): boolean {
  const { length } = a.items;
  return (
    length > 0 &&
    length === b.items.length &&
    isSameJson(a.items[0], b.items[0]) &&
    isSameJson(a.items.at(-1), b.items.at(-1))
  );
}

/** A loop instead of recursion: an item may be nested deeper than the call stack. */
function isSameJson(first: unknown, second: unknown): boolean {
  const pending: [unknown, unknown][] = [[first, second]];
  for (let pair = pending.pop(); pair !== undefined; pair = pending.pop()) {
    const [a, b] = pair;
    if (Object.is(a, b)) continue;
    if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return false;
    const names = Object.keys(a);
    if (names.length !== Object.keys(b).length) return false;
    for (const name of names) {
      if (!Object.hasOwn(b, name)) return false;
      pending.push([(a as Fields)[name], (b as Fields)[name]]);
    }
  }
  return true;
}

type Fields = Readonly<Record<string, unknown>>;
