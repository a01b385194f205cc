export { createFileJournal } from "./file-journal.js";
export {
  createMemoryJournal,
  type IntentEntry,
  type Journal,
  type JournalFilter,
} from "./journal.js";
export type { LookingClient } from "./look-up-entry.js";
export { type IntentClient, type OnceResult, once } from "./once.js";
export type { OnceOptions } from "./once-options.js";
export { type RecoverOptions, recover } from "./recover.js";
export type { Prepared, PreparedCall, PreparedQuote } from "./sign-prepared.js";
