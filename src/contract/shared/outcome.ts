/**
 * Whether what a failed call was to bring about has happened. `none`: certainly not by this call,
 * and always for reads and quotes. `unknown`: perhaps, so look before you repeat it. `done`: it
 * has, but the response cannot be used.
 */
export type Outcome = "none" | "unknown" | "done";
