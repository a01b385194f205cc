// Shows Bitcoin: validate an address, prove its owner, check a PSBT and sign it.

import { address as addresses, Psbt } from "bitcoinjs-lib";
import { UnsafeToSignError } from "bursar";
import {
  bitcoinAddress,
  checkBitcoinAddress,
  describePsbt,
  readPrivateKey,
  signBitcoinMessage,
  signPsbt,
  verifyBitcoinMessage,
} from "bursar/bitcoin";

// An example key as WIF. Keys are never printed.
const key = readPrivateKey("KwDiBf89QgGbjEhKnhXJuH7LrciVrZi3qYjgd9M7rFU73sVHnoWn");
const address = bitcoinAddress(key);
const receiver = "bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3";

/** Pays 60,000 of 100,000 satoshis. What does not return as change is the fee. */
function buildPsbt(change: bigint): Psbt {
  const psbt = new Psbt();
  const witnessUtxo = { script: addresses.toOutputScript(address), value: 100_000n };
  psbt.addInput({ hash: "ab".repeat(32), index: 0, witnessUtxo });
  psbt.addOutput({ address: receiver, value: 60_000n });
  if (change > 0n) psbt.addOutput({ address, value: change });
  return psbt;
}

async function main() {
  for (const typed of [address, address.replace("f3t4", "f3t5")]) {
    const check = checkBitcoinAddress(typed);
    console.log(check.valid ? `${check.kind} ${typed}` : `invalid: ${check.code}`);
  }

  const proof = signBitcoinMessage("I own this address", key);
  console.log(`the proof is ${verifyBitcoinMessage(proof)}`);
  console.log(`for other words ${verifyBitcoinMessage({ ...proof, message: "I own it all" })}`);

  const { fee, feeRate } = describePsbt(buildPsbt(39_000n), { owner: key });
  console.log(`fee: ${fee} satoshis, ${feeRate?.toFixed(1)} per virtual byte`);

  // signPsbt rejects other receivers and amounts, and fees above the limit.
  const expect = { outputs: [{ address: receiver, value: 60_000n }] };
  const { complete, transaction } = signPsbt(buildPsbt(39_000n), key, { expect, maxFeeRate: 50 });
  console.log(`complete: ${complete}, ${transaction?.virtualSize} virtual bytes`);

  try {
    signPsbt(buildPsbt(0n), key, { expect, maxFeeRate: 50 });
  } catch (error) {
    if (!(error instanceof UnsafeToSignError)) throw error;
    console.log(`without change: ${error.problems.map(({ path }) => path).join(", ")}`);
  }
}

main();
