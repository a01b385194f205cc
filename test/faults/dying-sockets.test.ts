import { onTestFinished, test } from "vitest";
import { undiciWire } from "../../src/undici/index.js";
import { chooseSeed } from "../support/random-runs.js";
import { testDyingSockets } from "./dying-sockets.js";

test("no write arrives twice over dying sockets, by the default", () =>
  testDyingSockets(100, chooseSeed()));

test("no write arrives twice over dying sockets, by fetch", () =>
  testDyingSockets(100, chooseSeed(), { wire: "fetch" }));

test("no write arrives twice over dying sockets, by undici", () => {
  const wire = undiciWire();
  onTestFinished(() => wire.close());
  return testDyingSockets(100, chooseSeed(), { wire });
});
