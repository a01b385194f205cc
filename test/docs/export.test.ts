import * as files from "node:fs/promises";
import * as os from "node:os";
import * as path from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { pickExecutable, signQuote } from "../../src/tasks/index.js";
import { openWallet, owner, usdc } from "../sandbox/open-sandbox.js";
import { createOrderRequest } from "../sandbox/swap/swap-requests.js";
import { findBlocks } from "./markdown.js";
import { runBlock } from "./run-block.js";

const day = 24 * 3_600_000;
const block = findBlocks("docs/history.md").find(({ code }) => code.includes("keepLastRows"));

test("the documented export adds new rows at night, and corrects those that were not final", async () => {
  const { sandbox, client, address } = await openWallet({ now: Date.now() - 90 * day });
  const deposit = () => sandbox.fund({ account: address, chainId: 137, token: usdc, amount: "1" });
  sandbox.advance(30 * day);
  const request = createOrderRequest(address, "99", { expiration: (10 * day) / 1_000 });
  const { quotes } = await client.swap.quote(request);
  const terms = { expect: request, owner: owner.address, now: sandbox.now() };
  const signed = await signQuote(pickExecutable(quotes, terms), owner, terms);
  await client.operations.execute(signed);
  sandbox.advance(5 * day);
  deposit();

  const folder = await files.mkdtemp(path.join(os.tmpdir(), "bursar-export-"));
  onTestFinished(() => files.rm(folder, { recursive: true }));
  const readRows = async () => {
    const [name = ""] = await files.readdir(folder);
    const text = await files.readFile(path.join(folder, name, "history.csv"), "utf8");
    return text.split("\n").map((line) => line.split(","));
  };
  const list = async () => {
    const items = await client.wallets.history(address).toArray({ limit: 100 });
    return items.map(({ id, status }) => [id, status]);
  };
  const before = await list();
  const log = vi.fn();
  const modules = {
    "node:fs/promises": files,
    "node:os": { tmpdir: () => folder },
    "node:path": path,
    "bursar/sandbox": { veteranWallet: address },
  };
  const night = {
    fund() {
      sandbox.advance(6 * day); // the order expires
      deposit();
    },
  };
  await runBlock(block?.code ?? "", modules, { client, usdc, sandbox: night, console: { log } });

  const after = await list();
  const statusOf = new Map(before.map(([id, status]) => [id, status]));
  expect(after.filter(([id = "", status]) => statusOf.get(id) !== status)).toHaveLength(2);
  const rows = await readRows();
  expect(rows.map(([id, , , status]) => [id, status]).sort()).toEqual(after.sort());
  // The two deposits and the order, without the older rows.
  expect(log.mock.lastCall).toEqual(["next night:", 3]);
});
