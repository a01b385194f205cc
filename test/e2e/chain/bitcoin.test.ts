import { Psbt, payments, Transaction } from "bitcoinjs-lib";
import { bytesToHex, hexToBytes } from "viem/utils";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  type BitcoinPrivateKey,
  readPrivateKey,
  type SighashName,
  type SignPsbtOptions,
  signPsbt,
} from "../../../src/bitcoin/index.js";
import { startBitcoin } from "./bitcoin-node.js";

/** Version bits: the rules of segwit are in force from here on. */
const segwitHeight = 432;
const fee = 10_000n;

const hex = (bytes: Uint8Array) => bytesToHex(bytes).slice(2);
const bytes = (text: string) => hexToBytes(`0x${text}`);

const key = readPrivateKey(`${"11".repeat(31)}01`, { network: "regtest" });
const stranger = readPrivateKey(`${"22".repeat(31)}02`, { network: "regtest" });

type Kind = "P2WPKH" | "P2PKH";
function scriptOf(kind: Kind, { publicKey }: BitcoinPrivateKey): Uint8Array {
  const pubkey = bytes(publicKey);
  const { output } = kind === "P2WPKH" ? payments.p2wpkh({ pubkey }) : payments.p2pkh({ pubkey });
  return output as Uint8Array;
}
const payee = scriptOf("P2WPKH", stranger);

let bitcoin: Awaited<ReturnType<typeof startBitcoin>>;
let rewards: Record<Kind, Transaction[]>;

beforeAll(async () => {
  bitcoin = await startBitcoin();
  const mine = async (kind: Kind) =>
    (await bitcoin.reward(hex(scriptOf(kind, key)), 20)).map((reward) =>
      Transaction.fromHex(reward),
    );
  rewards = { P2WPKH: await mine("P2WPKH"), P2PKH: await mine("P2PKH") };
  await bitcoin.reward(hex(payee), segwitHeight);
});

afterAll(() => bitcoin?.stop());

interface Lie {
  value?: bigint;
  script?: Uint8Array;
}

/** Pays what a reward of each kind holds, less the fee. `lie` is what the PSBT says of a P2WPKH input against the truth. */
function payment(kinds: readonly Kind[] = ["P2WPKH"], lie: Lie = {}, sighashType?: number): Psbt {
  const psbt = new Psbt();
  let total = 0n;
  for (const kind of kinds) {
    const reward = rewards[kind].shift();
    const output = reward?.outs[0];
    if (!output) throw new Error("no reward is left to spend");
    total += BigInt(output.value);
    const witnessUtxo = { script: output.script, value: BigInt(output.value), ...lie };
    // Several inputs prove their values; one alone need not, because its own signature does.
    const proof = { nonWitnessUtxo: reward.toBuffer() };
    psbt.addInput({
      hash: reward.getId(),
      index: 0,
      ...(kind === "P2WPKH" && { witnessUtxo }),
      ...((kind === "P2PKH" || kinds.length > 1) && proof),
      ...(sighashType !== undefined && { sighashType }),
    });
  }
  return psbt.addOutput({ script: payee, value: total - fee });
}

function sign(psbt: Psbt, signer = key, options: SignPsbtOptions = {}): Transaction {
  const { transaction } = signPsbt(psbt.toBase64(), signer, options);
  if (!transaction) throw new Error("the PSBT is not complete");
  return Transaction.fromHex(transaction.hex);
}

function changed(transaction: Transaction, change: (copy: Transaction) => void): Transaction {
  const copy = Transaction.fromHex(transaction.toHex());
  change(copy);
  return copy;
}

/** By the mempool, and by everybody else where a miner puts it into a block all the same. */
async function expectRefused(transaction: Transaction, what = ""): Promise<void> {
  await expect(bitcoin.send(transaction.toHex()), what).rejects.toThrow("script-verify-flag");
  await expect(bitcoin.force(transaction.toHex()), what).rejects.toThrow("script-verify-flag");
  expect(await bitcoin.unspent(transaction.getId(), 0)).toBeNull();
}

async function expectMined(transaction: Transaction): Promise<void> {
  await bitcoin.send(transaction.toHex());
  expect(await bitcoin.mine()).toContain(transaction.getId());
  expect(await bitcoin.unspent(transaction.getId(), 0)).toBe(Number(transaction.outs[0]?.value));
}

describe("a Bitcoin payment signed by us", () => {
  test.each<[string, Kind[]]>([
    ["P2WPKH", ["P2WPKH"]],
    ["three P2WPKH", ["P2WPKH", "P2WPKH", "P2WPKH"]],
    ["P2PKH", ["P2PKH"]],
    ["P2PKH beside P2WPKH", ["P2PKH", "P2WPKH", "P2PKH"]],
  ])("that spends %s is taken by the mempool and mined", async (_name, kinds) => {
    await expectMined(sign(payment(kinds)));
  });

  test.each<[SighashName, number]>([
    ["NONE", 2],
    ["SINGLE", 3],
    ["ALL|ANYONECANPAY", 0x81],
  ])("under the sighash type %s is mined", async (name, type) => {
    await expectMined(
      sign(payment(["P2WPKH", "P2PKH"].slice(type === 3 ? 1 : 0) as Kind[], {}, type), key, {
        sighash: [name],
      }),
    );
  });

  test("is refused with one bit of its signature turned over, and mined as it was", async () => {
    const good = sign(payment());
    // From the first byte of DER's frame to the sighash type.
    for (let at = 0; at < (good.ins[0]?.witness[0]?.length ?? 0); at += 5) {
      const bad = changed(good, ({ ins: [input] }) => {
        const signature = input?.witness[0];
        if (signature) signature[at] = (signature[at] as number) ^ 1;
      });
      await expectRefused(bad, `byte ${at}`);
    }
    await expectMined(good);
  });

  test("is refused once its receiver or amount is another", async () => {
    const good = sign(payment(["P2WPKH", "P2PKH"]));
    const [output] = good.outs;
    await expectRefused(
      changed(good, (copy) =>
        Object.assign(copy.outs[0] as object, { value: BigInt(output?.value ?? 0) - 1n }),
      ),
    );
    await expectRefused(
      changed(good, (copy) =>
        Object.assign(copy.outs[0] as object, { script: scriptOf("P2WPKH", key) }),
      ),
    );
    await expectMined(good);
  });

  test("is refused where the key is not the owner's", async () => {
    await expectRefused(sign(payment(["P2WPKH"], { script: payee }), stranger));
  });

  test("is refused where the PSBT lied about the value spent", async () => {
    await expectRefused(sign(payment(["P2WPKH"], { value: 5_000_001_000n })));
  });
});
