import { onTestFinished, test } from "vitest";
import { undiciWire } from "../../../src/undici/index.js";
import { testDyingSockets } from "../../faults/dying-sockets.js";
import { chooseSeed, countRuns } from "../../support/random-runs.js";

const runs = countRuns(7_500);

test("no write arrives twice over dying sockets, by the default", () =>
  testDyingSockets(runs, chooseSeed()));

test("no write arrives twice over dying sockets, by fetch", () =>
  testDyingSockets(runs, chooseSeed(), { wire: "fetch" }));

test("no write arrives twice over dying sockets, by undici", () => {
  const wire = undiciWire();
  onTestFinished(() => wire.close());
  return testDyingSockets(runs, chooseSeed(), { wire });
});
