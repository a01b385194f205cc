import { expect } from "vitest";
import { createRandom } from "../quote/random-numbers.js";
import { createOrdinary } from "./create-ordinary.js";
import { evaluate } from "./focus.js";
import { checkSample } from "./sdk.js";

/** Expects no problem of ordinary responses, from the evaluator and from the SDK. */
export function checkOrdinary(seed: number, count: number): void {
  const random = createRandom(seed);
  for (let i = 0; i < count; i++) {
    const { kind, response, request, limits } = createOrdinary(random);
    const sample = { kind, response, request, limits };
    const message = JSON.stringify({ seed, sample });
    expect([...evaluate(sample).codes], message).toEqual([]);
    expect(checkSample(sample), message).toEqual([]);
  }
}
