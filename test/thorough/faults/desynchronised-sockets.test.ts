import { onTestFinished, test } from "vitest";
import { undiciWire } from "../../../src/undici/index.js";
import { testDesynchronisedSockets } from "../../faults/desynchronised-sockets.js";
import { countRuns } from "../../support/random-runs.js";

const runs = countRuns(2_000, 4);

test("no execute resolves with the response to another one, by the default", () =>
  testDesynchronisedSockets(runs));

test("no execute resolves with the response to another one, by fetch", () =>
  testDesynchronisedSockets(runs, { wire: "fetch" }));

test("no execute resolves with the response to another one, by undici", () => {
  const wire = undiciWire();
  onTestFinished(() => wire.close());
  return testDesynchronisedSockets(runs, { wire });
});
