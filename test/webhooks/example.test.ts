import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { request } from "node:http";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { signWebhook } from "../../src/webhooks/index.js";
import { openExamples } from "../examples/run.js";
import { closedPort } from "../support/loopback.js";
import { deposit, otherSecret, testVector } from "./sample-deliveries.js";

const { secret } = testVector;
let examples: Awaited<ReturnType<typeof openExamples>>;
let server: ChildProcess;
let serverOutput = "";
let url = "";
let port = 0;

const start = (path: string, ...args: string[]) =>
  spawn(process.execPath, [`examples/webhooks/${path}`, ...args], {
    cwd: examples.folder,
    env: {
      PATH: process.env.PATH,
      WEBHOOK_SECRET: secret,
      PORT: String(port),
      NODE_NO_WARNINGS: "1",
    },
    stdio: ["ignore", "pipe", "inherit"],
  });

beforeAll(async () => {
  examples = await openExamples();
  port = await closedPort();
  server = start("server.mjs");
  server.stdout?.setEncoding("utf8").on("data", (text) => {
    serverOutput += text;
  });
  while (!serverOutput.includes("listening"))
    await once(server.stdout as NodeJS.ReadableStream, "data");
  url = /http:\S+/.exec(serverOutput)?.[0] as string;
});

afterAll(async () => {
  if (server?.exitCode === null) {
    server.kill();
    await once(server, "exit");
  }
});

const send = async ({
  headers,
  body,
}: {
  headers: Record<string, string>;
  body: string | Uint8Array<ArrayBuffer>;
}) => (await fetch(url, { method: "POST", headers, body })).status;

describe("the endpoint of the example", () => {
  test("processes a deposit once, rejects a forged one, and accepts unknown events", async () => {
    const sender = start("send.mjs", url);
    let output = "";
    sender.stdout?.setEncoding("utf8").on("data", (text) => {
      output += text;
    });
    expect(await once(sender, "close")).toEqual([0, null]);
    expect(output.trim().split("\n")).toEqual([
      "a deposit: 204",
      "its redelivery: 204",
      "a forged delivery: 401 bad_signature",
      "a deposit without an amount: 500",
      "an unknown event: 204",
    ]);
    expect(serverOutput.match(/credited 247\.5 USDC for order_1/g)).toHaveLength(1);
    expect(serverOutput).toMatch(/deposit order_2 has no amount[\s\S]*ignored unknown\.event/);
    expect(serverOutput).not.toContain(secret.slice(6));
  });

  test("rejects old timestamps, other secrets, large bodies and other methods", async () => {
    expect(await send(await signWebhook(deposit, secret, { now: Date.now() - 600_000 }))).toBe(401);
    expect(await send(await signWebhook(deposit, otherSecret))).toBe(401);
    expect(
      await send({ ...(await signWebhook(deposit, secret)), body: "x".repeat(1_048_577) }),
    ).toBe(413);
    expect((await fetch(url)).status).toBe(405);
  });

  test("accepts a chunked body with split multi-byte characters", async () => {
    const { headers, body } = await signWebhook({ event_type: "grüße.🦊" }, secret);
    const outgoing = request(url, { method: "POST", headers });
    for (const byte of Buffer.from(body)) outgoing.write(Buffer.of(byte));
    outgoing.end();
    const [response] = await once(outgoing, "response");
    response.resume();
    expect(response.statusCode).toBe(204);
    await expect.poll(() => serverOutput).toContain("ignored grüße.🦊");
  });

  test("rejects a duplicate header", async () => {
    const { headers, body } = await signWebhook(deposit, secret);
    const outgoing = request(url, {
      method: "POST",
      headers: { ...headers, "svix-id": [headers["svix-id"], headers["svix-id"]] as string[] },
    });
    outgoing.end(body);
    const [response] = await once(outgoing, "response");
    response.resume();
    expect(response.statusCode).toBe(401);
  });
});
