import { ConfigurationError } from "../../errors/data.js";
import type { SigningProblem, SigningProblemCode } from "../../errors/signing.js";
import type { Hex } from "../../shared/patterns.js";
import type { StatedOperation } from "../statement/statement.js";
import type { MandateOption } from "./mandate.js";
import type { PartsToSign } from "./parts.js";

/** What is to be signed, as it was checked. */
export interface SigningStatement extends MandateOption {
  parts: PartsToSign;
  /** Undefined if only bytes are known, such as a bare hash. */
  operation?: StatedOperation | undefined;
  /** The problems that were found, which `accept` or `confirm` may lift. */
  problems?: readonly SigningProblem[] | undefined;
  /** Set by `once`, whose journal signs an intent again only if nothing was executed. */
  intent?: string | undefined;
}

/** Amounts that count until their windows end, or until they are released. */
export interface Reservation {
  /** Why nothing may be signed. Nothing is reserved then. */
  problems: readonly SigningProblem[];
  /** The mandate that allowed it: its digest, and the problems that it accepts. */
  mandate?: { digest: Hex; accept?: readonly SigningProblemCode[] | undefined } | undefined;
  /** Never rejects: what cannot be released stays reserved. */
  release(): Promise<void>;
}

/** What may be signed: see `createSigningPolicy` of `bursar/policy`. */
export interface SigningPolicy {
  /** Called by the sign functions, before the signer. */
  reserve(statement: SigningStatement): Promise<Reservation>;
  /** Called if an operation did something else than it stated. Nothing is signed from then on. */
  freeze?(reason: string): Promise<void>;
}

const reservations = new WeakMap<object, Reservation>();

/** Reserves before the signer is called, and releases what was not signed. */
export async function withinPolicy<Signed extends object>(
  policy: SigningPolicy | null | undefined,
  statement: SigningStatement,
  sign: (problems: readonly SigningProblem[], mandate?: Reservation["mandate"]) => Promise<Signed>,
): Promise<Signed> {
  // A limit that nothing applies must not seem to apply.
  if (!policy && statement.mandate)
    throw new ConfigurationError("mandate: expected the option policy beside it");
  if (!policy) return sign([]);
  const reservation = await policy.reserve(statement);
  try {
    if (statement.mandate && !reservation.mandate && reservation.problems.length === 0)
      throw new ConfigurationError("mandate: the policy does not apply it");
    const signed = await sign(reservation.problems, reservation.mandate);
    reservations.set(signed, reservation);
    return signed;
  } catch (error) {
    // Without a signature, nothing can be executed.
    await reservation.release();
    throw error;
  }
}

/** Releases what was reserved for a signed operation that was not sent. */
export async function releaseSigned(signed: object): Promise<void> {
  await reservations.get(signed)?.release();
}
