import { PaginationError } from "../errors/data.js";

/** What it looks at of a page. */
interface PageSeen {
  readonly items: readonly unknown[];
  readonly cursor: object | undefined;
}

/** Turns a listing that runs in a circle into an error. */
export class LoopGuard {
  readonly #operation: string;
  readonly #cursors = new Set<unknown>();
  #last: string | undefined;
  #repeats = 0;

  constructor(operation: string) {
    this.#operation = operation;
  }

  pass(begun: unknown, page: PageSeen): void {
    this.#cursors.add(begun);
    const next = page.cursor && Object.values(page.cursor)[0];
    if (next !== undefined && this.#cursors.has(next)) this.#fail(`the cursor ${JSON.stringify(next)} came back`, next);
    // A service that ignores the page number or offset sends the same page for ever.
    const face = page.items.length ? JSON.stringify([page.items.length, page.items[0], page.items.at(-1)]) : undefined;
    this.#repeats = face !== undefined && face === this.#last ? this.#repeats + 1 : 0;
    this.#last = face;
    // A page of one item may truly come twice, when something moved meanwhile.
    if (this.#repeats > (page.items.length > 1 ? 0 : 2)) this.#fail("the same page came again and again", next);
  }

  #fail(what: string, cursor: unknown): never {
    throw new PaginationError(`${this.#operation}: ${what}, so this listing would never end`, {
      operation: this.#operation,
      cursor,
      hint: "What was read so far is complete up to here. Report the trace id to the service.",
    });
  }
}
