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

/** The height from which version bits activate segwit. */
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

interface WitnessUtxo {
  value?: bigint;
  script?: Uint8Array;
}

/**
 * Builds a PSBT that spends a reward of each kind and pays the sum minus the fee. `falseUtxo`
 * replaces the true script or value of the P2WPKH inputs.
 */
function payment(
  kinds: readonly Kind[] = ["P2WPKH"],
  falseUtxo: WitnessUtxo = {},
  sighashType?: number,
): Psbt {
  const psbt = new Psbt();
  let total = 0n;
  for (const kind of kinds) {
    const reward = rewards[kind].shift();
    const output = reward?.outs[0];
    if (!output) throw new Error("no reward is left to spend");
    total += BigInt(output.value);
    const witnessUtxo = { script: output.script, value: BigInt(output.value), ...falseUtxo };
    // Several inputs need a proof of their values. The signature of a single input proves its own.
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

function modify(transaction: Transaction, change: (copy: Transaction) => void): Transaction {
  const copy = Transaction.fromHex(transaction.toHex());
  change(copy);
  return copy;
}

/** Expects that the mempool rejects a transaction, and that a block with it is invalid. */
async function expectRejected(transaction: Transaction, what = ""): Promise<void> {
  await expect(bitcoin.send(transaction.toHex()), what).rejects.toThrow("script-verify-flag");
  await expect(bitcoin.force(transaction.toHex()), what).rejects.toThrow("script-verify-flag");
  expect(await bitcoin.unspent(transaction.getId(), 0)).toBeNull();
}

async function expectMined(transaction: Transaction): Promise<void> {
  await bitcoin.send(transaction.toHex());
  expect(await bitcoin.mine()).toContain(transaction.getId());
  expect(await bitcoin.unspent(transaction.getId(), 0)).toBe(Number(transaction.outs[0]?.value));
}

describe("a Bitcoin payment signed by this package", () => {
  test.each<[string, Kind[]]>([
    ["P2WPKH", ["P2WPKH"]],
    ["three P2WPKH", ["P2WPKH", "P2WPKH", "P2WPKH"]],
    ["P2PKH", ["P2PKH"]],
    ["P2PKH and P2WPKH", ["P2PKH", "P2WPKH", "P2PKH"]],
  ])("that spends %s is accepted by the mempool and mined", async (_name, kinds) => {
    await expectMined(sign(payment(kinds)));
  });

  test.each<[SighashName, number]>([
    ["NONE", 2],
    ["SINGLE", 3],
    ["ALL|ANYONECANPAY", 0x81],
  ])("with the sighash type %s is mined", async (name, type) => {
    await expectMined(
      sign(payment(["P2WPKH", "P2PKH"].slice(type === 3 ? 1 : 0) as Kind[], {}, type), key, {
        sighash: [name],
      }),
    );
  });

  test("is rejected with one flipped bit in its signature, and mined without", async () => {
    const good = sign(payment());
    const length = good.ins[0]?.witness[0]?.length ?? 0;
    expect(length).toBeGreaterThan(0);
    // From the first byte of the DER encoding to the sighash type.
    for (let at = 0; at < length; at += 5) {
      const bad = modify(good, ({ ins: [input] }) => {
        const signature = input?.witness[0];
        if (signature) signature[at] = (signature[at] as number) ^ 1;
      });
      await expectRejected(bad, `byte ${at}`);
    }
    await expectMined(good);
  });

  test("is rejected with a key that is not the owner's", async () => {
    await expectRejected(sign(payment(["P2WPKH"], { script: payee }), stranger));
  });

  test("is rejected if the PSBT contains a false input value", async () => {
    await expectRejected(sign(payment(["P2WPKH"], { value: 5_000_001_000n })));
  });
});
