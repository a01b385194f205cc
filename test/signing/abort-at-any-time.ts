import fc from "fast-check";
import { expect, vi } from "vitest";
import { AbortedError } from "../../src/errors/connection.js";
import { type AccountSigner, type SignQuoteOptions, signQuote } from "../../src/signing/index.js";
import { chooseSeed } from "../support/random-runs.js";
import { takeTurn } from "../support/waiting.js";
import { createQuote, request, owner as walletOwner } from "./market-quotes.js";

/** A signal whose listeners are counted. */
export function createCountedSignal() {
  const controller = new AbortController();
  const { signal } = controller;
  const added = vi.spyOn(signal, "addEventListener");
  const removed = vi.spyOn(signal, "removeEventListener");
  const expectNoListener = () => {
    const listOf = (calls: readonly unknown[][]) =>
      calls.flatMap(([type, listener]) => (type === "abort" ? [listener] : []));
    const left = listOf(added.mock.calls);
    for (const listener of listOf(removed.mock.calls)) {
      const place = left.indexOf(listener);
      // It may be removed twice.
      if (place >= 0) left.splice(place, 1);
    }
    expect(left).toEqual([]);
  };
  return { controller, signal, added, expectNoListener };
}

/** Signs a quote about which the user is asked. */
export function signAsked(signer: AccountSigner, options: Partial<SignQuoteOptions>) {
  const quote = createQuote({ quoteId: `0x${"12".repeat(32)}` });
  return signQuote(quote, signer, { expect: request, owner: walletOwner.address, ...options });
}

/**
 * Asserts that an abort at any time ends in a signature or an AbortedError, and that nothing is
 * asked after it.
 */
export const abortAtAnyTime = (numRuns: number) =>
  fc.assert(
    fc.asyncProperty(fc.nat(60), fc.boolean(), async (steps, isAsked) => {
      const { controller, signal, expectNoListener } = createCountedSignal();
      let isAborted = false;
      const late: string[] = [];
      const note = (what: string) => {
        if (isAborted) late.push(what);
      };
      const confirm = async () => {
        note("confirm");
        await takeTurn();
        return true;
      };
      const signMessage: AccountSigner["signMessage"] = async (parameters) => {
        note("signer");
        await Promise.resolve();
        return walletOwner.signMessage(parameters);
      };
      const more = isAsked ? { confirm } : { accept: ["quote_id"] as const };
      const signed = signAsked(
        { address: walletOwner.address, signMessage },
        { ...more, signal },
      ).then(
        () => "signed",
        (error: unknown) => (error instanceof AbortedError ? "aborted" : error),
      );
      let outcome: unknown;
      signed.then((value) => {
        outcome = value;
      });
      for (let step = 0; step < steps; step++)
        await (step % 7 === 6 ? takeTurn() : Promise.resolve());
      const isEarly = outcome === undefined;
      controller.abort();
      isAborted = true;
      await signed;
      await takeTurn();
      await takeTurn();
      expect(outcome).toBe(isEarly ? "aborted" : "signed");
      expect(late).toEqual([]);
      expectNoListener();
    }),
    { numRuns, seed: chooseSeed() },
  );
