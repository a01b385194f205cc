import { once } from "node:events";
import { connect } from "node:net";
import { expect, test } from "vitest";
import { findClosedPort } from "./server.js";

test("a closed port refuses connections, and is none that a system assigns to a server", async () => {
  const ports = await Promise.all(Array.from({ length: 20 }, findClosedPort));
  for (const port of ports) {
    expect(port).toBeGreaterThanOrEqual(20_000);
    // Linux assigns ports from 32,768 on, other systems from 49,152 on.
    expect(port).toBeLessThan(32_768);
  }
  expect(new Set(ports).size).toBeGreaterThan(10);
  const [error] = await once(connect(ports[0] as number, "127.0.0.1"), "error");
  expect(error).toMatchObject({ code: "ECONNREFUSED" });
});
