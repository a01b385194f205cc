import { expect, test, vi } from "vitest";
import type { SigningProblem } from "../../src/errors/signing.js";
import { type SignQuoteOptions, signQuote } from "../../src/signing/index.js";
import {
  createCountingSigner,
  createFakeNode,
  createQuote,
  owner,
  request,
} from "./simulation/fake-node.js";
import { getRejection } from "./test-signers.js";

// A page that was deployed anew has no chunks of the former build.
const failDownload = vi.hoisted(() => () => {
  throw new Error("404");
});
vi.mock("../../src/signing/calls/calls-check.js", failDownload);
vi.mock("../../src/signing/simulation/simulate-in-time.js", failDownload);

async function signWith(options: Partial<SignQuoteOptions>) {
  const { signer, countCalls } = createCountingSigner();
  const given = { expect: request, owner: owner.address, ...options };
  const error = await getRejection(signQuote(createQuote(), signer, given));
  expect(countCalls()).toBe(0);
  return (error.problems as SigningProblem[]).map(({ code, message }) => [code, message]);
}

test("nothing is signed with contracts if the check of the calls cannot be downloaded", async () => {
  const contracts = ["0x1111111111111111111111111111111111111111"] as const;
  expect(await signWith({ contracts })).toEqual([
    ["other_contract", "contracts: expected the code that reads calls, got nothing"],
  ]);
});

test("the user is asked if the simulation cannot be downloaded", async () => {
  const { client } = createFakeNode();
  expect(await signWith({ simulate: client })).toEqual([
    ["not_simulated", "simulate: expected the code that simulates, got nothing"],
  ]);
});
