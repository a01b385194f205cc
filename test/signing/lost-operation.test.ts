import { expect, test, vi } from "vitest";
import { createSigningPolicy } from "../../src/policy/index.js";
import { signQuote } from "../../src/signing/index.js";
import {
  createCountingSigner,
  createFakeNode,
  createQuote,
  owner,
  request,
} from "./simulation/fake-node.js";
import { getRejection } from "./test-signers.js";

vi.mock("../../src/signing/quote/quote-description.js", () => {
  throw new Error("404");
});

test.each([
  ["a simulation", { simulate: createFakeNode().client, accept: ["not_simulated"] as const }],
  ["a policy", { policy: createSigningPolicy({ chains: [137], receivers: [], limits: [] }) }],
])("nothing is signed if what %s needs cannot be downloaded", async (_what, options) => {
  const { signer, countCalls } = createCountingSigner();
  const given = { expect: request, owner: owner.address, ...options };
  expect(await getRejection(signQuote(createQuote(), signer, given))).toMatchObject({
    name: "SigningError",
    message: "swap quote: a chunk was not loaded; nothing was signed",
    hint: "Reload the page.",
  });
  expect(countCalls()).toBe(0);
});
