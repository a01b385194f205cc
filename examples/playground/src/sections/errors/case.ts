import type { Kit } from "./kit";

/** One way in which something fails. */
export interface ErrorCase {
  /** What it is found by: an error id, or a few words. */
  title: string;
  group: string;
  /** How it is brought about. */
  cause: string;
  /** The call that fails, as one writes it. */
  call: string;
  /** Ends in the error. */
  provoke(kit: Kit): unknown;
}
