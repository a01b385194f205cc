import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { request } from "node:http";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { signWebhook } from "../../src/webhooks/index.js";
import { openExamples } from "../examples/run.js";
import { deposit, otherSecret, testVector } from "./sample-deliveries.js";

const { secret } = testVector;
let examples: Awaited<ReturnType<typeof openExamples>>;
let server: ChildProcess;
let out = "";
let url = "";

const start = (path: string, ...args: string[]) =>
  spawn(process.execPath, [`examples/webhooks/${path}`, ...args], {
    cwd: examples.folder,
    env: { PATH: process.env.PATH, WEBHOOK_SECRET: secret, PORT: "0", NODE_NO_WARNINGS: "1" },
    stdio: ["ignore", "pipe", "inherit"],
  });

beforeAll(async () => {
  examples = await openExamples();
  server = start("server.mjs");
  server.stdout?.setEncoding("utf8").on("data", (text) => {
    out += text;
  });
  while (!out.includes("listening")) await once(server.stdout as NodeJS.ReadableStream, "data");
  url = /http:\S+/.exec(out)?.[0] as string;
}, 60_000);

afterAll(async () => {
  if (server?.exitCode === null) {
    server.kill();
    await once(server, "exit");
  }
  examples?.remove();
});

const send = async ({
  headers,
  body,
}: {
  headers: Record<string, string>;
  body: string | Uint8Array<ArrayBuffer>;
}) => (await fetch(url, { method: "POST", headers, body })).status;

describe("the example's endpoint, over a real connection", () => {
  test("takes what its sender sends: a deposit once, no forgery, and what nobody knows yet", async () => {
    const sender = start("send.mjs", url);
    let said = "";
    sender.stdout?.setEncoding("utf8").on("data", (text) => {
      said += text;
    });
    expect(await once(sender, "close")).toEqual([0, null]);
    expect(said.trim().split("\n")).toEqual([
      "a deposit: 204",
      "its redelivery: 204",
      "a forged delivery: 401 bad_signature",
      "a deposit without an amount: 500",
      "an unknown event: 204",
    ]);
    expect(out.match(/credited 247\.5 USDC for order_1/g)).toHaveLength(1);
    expect(out).toMatch(/deposit order_2 has no amount[\s\S]*ignored unknown\.event/);
    expect(out).not.toContain(secret.slice(6));
  });

  test("refuses an old one, another secret's, a large one and another method", async () => {
    expect(await send(await signWebhook(deposit, secret, { now: Date.now() - 600_000 }))).toBe(401);
    expect(await send(await signWebhook(deposit, otherSecret))).toBe(401);
    expect(
      await send({ ...(await signWebhook(deposit, secret)), body: "x".repeat(1_048_577) }),
    ).toBe(413);
    expect((await fetch(url)).status).toBe(405);
  });

  test("takes a body in parts, with letters of several bytes cut in two", async () => {
    const { headers, body } = await signWebhook({ event_type: "grüße.🦊" }, secret);
    const outgoing = request(url, { method: "POST", headers });
    for (const byte of Buffer.from(body)) outgoing.write(Buffer.of(byte));
    outgoing.end();
    const [response] = await once(outgoing, "response");
    response.resume();
    expect(response.statusCode).toBe(204);
    await expect.poll(() => out).toContain("ignored grüße.🦊");
  });

  test("refuses a header that came twice on the wire", async () => {
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
