/** What the page sends to the worker. */
export interface Task {
  /** The text of each file by its name. */
  readonly files: Record<string, string>;
  /** The file of each module. Only those that the code needs are in `files`. */
  readonly modules: Readonly<Record<string, string>>;
  /** The program, as JavaScript. */
  readonly code: string;
}

/** What the worker sends to the page. */
export type Message =
  | { readonly kind: "start" }
  | { readonly kind: "line"; readonly text: string }
  | { readonly kind: "end" }
  | { readonly kind: "fail"; readonly text: string };
