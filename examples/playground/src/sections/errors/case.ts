import type { Kit } from "./kit";

/** A case of the error gallery. */
export interface ErrorCase {
  /** An error id, or a short title. */
  title: string;
  group: string;
  /** The cause of the error. */
  cause: string;
  /** The code of the call that fails. */
  call: string;
  /** Throws the error. */
  trigger(kit: Kit): unknown;
}
