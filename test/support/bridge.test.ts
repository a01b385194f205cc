import { once } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { WebSocket } from "ws";
import { type BridgeCommand, serveBridge } from "../browser/bridge.js";

/** Opens a bridge and connects to it like a page. */
async function openBridge() {
  const server = createServer();
  serveBridge(server);
  await once(server.listen(0, "127.0.0.1"), "listening");
  const channel = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}/bridge`);
  onTestFinished(() => {
    channel.terminate();
    server.close();
  });
  const [[{ socket }]] = await Promise.all([once(channel, "upgrade"), once(channel, "open")]);
  const messages: Record<string, unknown>[] = [];
  channel.on("message", (data) => messages.push(JSON.parse(String(data))));
  return {
    channel,
    socket: socket as Socket,
    send: (command: BridgeCommand) => channel.send(JSON.stringify(command)),
    /** Waits for a result or an event. */
    messageWith: (content: Record<string, unknown>) =>
      expect.poll(() => messages).toContainEqual(expect.objectContaining(content)),
    /** The value of the first message that has it. */
    find: (name: string) => messages.find((message) => name in message)?.[name],
    messages,
  };
}

test("what is written arrives before the connection is destroyed, also if both commands come together", async () => {
  const bridge = await openBridge();
  bridge.send({ do: "serve", server: 1 });
  await bridge.messageWith({ command: 1 });
  const request = fetch(`http://127.0.0.1:${bridge.find("result")}`);
  await bridge.messageWith({ method: "GET" });
  const exchange = bridge.find("exchange") as number;
  bridge.socket.cork();
  bridge.send({ do: "head", exchange, status: 207, headers: { "content-length": "9" } });
  bridge.send({ do: "write", exchange, chunk: "half" });
  bridge.send({ do: "destroy", exchange });
  bridge.socket.uncork();
  const response = await request;
  expect(response.status).toBe(207);
  await expect(response.text()).rejects.toThrow();
});

test("a body that the client does not read does not hold up the commands after it", async () => {
  const bridge = await openBridge();
  bridge.send({ do: "serve", server: 1 });
  await bridge.messageWith({ command: 1 });
  const reader = connect(bridge.find("result") as number, "127.0.0.1");
  onTestFinished(() => void reader.destroy());
  reader.pause();
  reader.write("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
  await bridge.messageWith({ method: "GET" });
  const exchange = bridge.find("exchange") as number;
  // More than the buffers of both sockets hold.
  bridge.send({ do: "write", exchange, chunk: "x".repeat(2 ** 25) });
  bridge.send({ do: "closedPort" });
  await bridge.messageWith({ command: 3 });
  expect(bridge.messages).not.toContainEqual(expect.objectContaining({ command: 2 }));
  bridge.send({ do: "close", server: 1 });
  await bridge.messageWith({ command: 4, result: true });
});

test("the servers of a page end with its connection", async () => {
  const bridge = await openBridge();
  bridge.send({ do: "serve", server: 1 });
  await bridge.messageWith({ command: 1 });
  bridge.channel.close();
  await expect(fetch(`http://127.0.0.1:${bridge.find("result")}`)).rejects.toThrow();
});
