import { onTestFinished, test } from "vitest";
import { undiciWire } from "../../../src/undici/index.js";
import { testDesynchronisedSockets } from "../../faults/desynchronised-sockets.js";

test("no execute resolves with the response to another one, by the default", () =>
  testDesynchronisedSockets(2_000));

test("no execute resolves with the response to another one, by fetch", () =>
  testDesynchronisedSockets(2_000, { wire: "fetch" }));

test("no execute resolves with the response to another one, by undici", () => {
  const wire = undiciWire();
  onTestFinished(() => wire.close());
  return testDesynchronisedSockets(2_000, { wire });
});
