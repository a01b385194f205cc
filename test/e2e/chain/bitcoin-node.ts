import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import { killOnExit, stop } from "./child.js";

interface Reply {
  id: number;
  result?: unknown;
  error?: string;
}

/** Starts a Bitcoin regtest node with segwit active. */
export async function startBitcoin() {
  const child = fork(fileURLToPath(new URL("bitcoin-node.mjs", import.meta.url)), {
    // The native parts would need a compiler.
    env: { ...process.env, NODE_BACKEND: "js" },
    execArgv: [],
  });
  killOnExit(child);
  await new Promise<void>((resolve, reject) => {
    child.once("message", () => resolve());
    child.once("exit", (code) => reject(new Error(`the Bitcoin node exited with ${code}`)));
  });
  let calls = 0;

  function ask<Result>(method: string, ...parameters: unknown[]): Promise<Result> {
    const id = ++calls;
    return new Promise((resolve, reject) => {
      const read = (reply: Reply) => {
        if (reply.id !== id) return;
        child.off("message", read);
        if (reply.error === undefined) resolve(reply.result as Result);
        else reject(new Error(reply.error));
      };
      child.on("message", read);
      child.send({ id, method, parameters });
    });
  }

  return {
    reward: (script: string, blocks: number) => ask<string[]>("reward", script, blocks),
    send: (transaction: string) => ask<void>("send", transaction),
    mine: () => ask<string[]>("mine"),
    force: (transaction: string) => ask<string[]>("force", transaction),
    unspent: (txid: string, index: number) => ask<number | null>("unspent", txid, index),
    stop: () => stop(child),
  };
}
