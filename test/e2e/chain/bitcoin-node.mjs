// A Bitcoin regtest node in memory, in its own process. It opens no port: it communicates only with
// its parent process and exits with it.
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";

// Import by path: bcoin is installed in this folder and is not a dependency of the package.
const bcoin = fileURLToPath(new URL("node_modules/bcoin", import.meta.url));
const { Chain, Mempool, Miner, Script, TX } = createRequire(import.meta.url)(bcoin);

const chain = new Chain({ network: "regtest", memory: true });
const mempool = new Mempool({ network: "regtest", memory: true, chain });
const miner = new Miner({ network: "regtest", chain, mempool });
chain.on("connect", (entry, block) => mempool._addBlock(entry, block.txs));
// Ignore emitted errors: the calls that cause them throw them too.
for (const part of [chain, mempool, miner]) part.on("error", () => {});

const idOf = (txid) => Buffer.from(txid, "hex").reverse().toString("hex");

async function mine(job) {
  const block = await job.mineAsync();
  await chain.add(block);
  return block.txs.map((tx) => tx.txid());
}

const methods = {
  /** Mines blocks whose rewards go to a script. Returns the reward transactions in hex. */
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

  /** Accepts a transaction under the rules of the mempool, as from the network. */
  async send(hex) {
    await mempool.addTX(TX.fromRaw(hex, "hex"));
  },

  /** Mines a block of the waiting transactions. */
  async mine() {
    return mine(await miner.cpu.createJob());
  },

  /** Mines a block with a transaction under the rules of consensus, without the mempool. */
  async force(hex) {
    const tx = TX.fromRaw(hex, "hex");
    const job = await miner.cpu.createJob();
    job.addTX(tx, await mempool.getCoinView(tx));
    job.refresh();
    return mine(job);
  },

  /** Returns the value of an unspent output, or null. */
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
