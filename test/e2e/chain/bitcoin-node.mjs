// A Bitcoin regtest node in memory, in a process of its own. It opens no port: it talks to its parent only, and ends with it.
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";

// By its path: it is installed here, and is no dependency of the package.
const bcoin = fileURLToPath(new URL("node_modules/bcoin", import.meta.url));
const { Chain, Mempool, Miner, Script, TX } = createRequire(import.meta.url)(bcoin);

const chain = new Chain({ network: "regtest", memory: true });
const mempool = new Mempool({ network: "regtest", memory: true, chain });
const miner = new Miner({ network: "regtest", chain, mempool });
chain.on("connect", (entry, block) => mempool._addBlock(entry, block.txs));
// What goes wrong with a block is thrown as well.
for (const part of [chain, mempool, miner]) part.on("error", () => {});

const idOf = (txid) => Buffer.from(txid, "hex").reverse().toString("hex");

async function mine(job) {
  const block = await job.mineAsync();
  await chain.add(block);
  return block.txs.map((tx) => tx.txid());
}

const methods = {
  /** Blocks whose rewards go to that script. Answers with the rewards' transactions, in hex. */
  async reward(script, blocks) {
    const address = Script.fromRaw(script, "hex").getAddress();
    const rewards = [];
    for (let count = 0; count < blocks; count++) {
      const block = await miner.cpu.mineBlock(null, address);
      await chain.add(block);
      rewards.push(block.txs[0].toRaw().toString("hex"));
    }
    return rewards;
  },

  /** As a transaction from the network: the rules of the mempool. */
  async send(hex) {
    await mempool.addTX(TX.fromRaw(hex, "hex"));
  },

  /** A block of what waits. */
  async mine() {
    return mine(await miner.cpu.createJob());
  },

  /** A block of that transaction, whatever the mempool would say: the rules of consensus. */
  async force(hex) {
    const tx = TX.fromRaw(hex, "hex");
    const job = await miner.cpu.createJob();
    job.addTX(tx, await mempool.getCoinView(tx));
    job.refresh();
    return mine(job);
  },

  /** The value of an output that is on the chain and unspent, or null. */
  async unspent(txid, index) {
    return (await chain.db.getCoin(idOf(txid), index))?.value ?? null;
  },
};

await chain.open();
await mempool.open();
await miner.open();

process.on("disconnect", () => process.exit());
process.on("message", async ({ id, method, parameters }) => {
  try {
    process.send({ id, result: await methods[method](...parameters) });
  } catch (error) {
    process.send({ id, error: error.reason ?? error.stack });
  }
});
process.send({ ready: true });
