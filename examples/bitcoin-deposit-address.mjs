// Shows Bitcoin on your side: an address that is right to the last letter, proof of who owns it, and a PSBT read before it is signed.
// Run it (after `npm run build`): node examples/bitcoin-deposit-address.mjs

import { Psbt, payments } from "bitcoinjs-lib";
import { createClient, UnsafeToSignError } from "bursar";
import * as bitcoin from "bursar/bitcoin";
import { createSandbox } from "bursar/sandbox";
import { generatePrivateKey } from "viem/accounts";

const sandbox = createSandbox();
const client = createClient({
  baseUrl: sandbox.baseUrl,
  apiKey: sandbox.apiKey,
  fetch: sandbox.fetch,
});

// A key of no value, as hex; WIF is read too. Nothing prints what is secret in it.
const key = bitcoin.readPrivateKey(generatePrivateKey());
console.log(`a key that keeps its secret: ${key}`);

// 1. The addresses of a public key. P2WPKH is the usual one, P2TR is taproot.
for (const kind of ["P2PKH", "P2WPKH", "P2TR"]) {
  console.log(kind.padEnd(6), bitcoin.bitcoinAddress(key.publicKey, { kind }));
}
const address = bitcoin.bitcoinAddress(key.publicKey);

// 2. What somebody types in. Coins that are sent to a mistyped address are gone, so say what is wrong.
const mistyped = address.slice(0, -1) + (address.endsWith("q") ? "p" : "q");
for (const typed of [
  address,
  mistyped,
  ` ${address}`,
  "tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx",
]) {
  const check = bitcoin.checkBitcoinAddress(typed);
  console.log(
    check.valid ? `right: a ${check.kind} address` : `wrong (${check.code}): ${check.reason}`,
  );
}

// 3. A deposit arrives. Only a sandbox has money from nowhere.
sandbox.registerBitcoinWallet(address);
sandbox.fund(address, { chainId: 0, address: "btc" }, "0.001");
const { items } = await client.wallets.history(address).firstPage();
console.log(`${items[0].type}: ${items[0].receivedAmount.amount} BTC`);

// 4. Who owns the address? Its owner signs a message, and anybody can check it.
const signed = bitcoin.signBitcoinMessage("I own this address", key);
console.log(`the message is the owner's: ${bitcoin.verifyBitcoinMessage(signed)}`);
console.log(
  `another message is not: ${bitcoin.verifyBitcoinMessage({ ...signed, message: "I own them all" })}`,
);

// 5. A PSBT that pays 60,000 of these satoshis to somebody. What does not come back as change is the fee.
const receiver = "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4";
function pay(change) {
  const psbt = new Psbt();
  const witnessUtxo = { script: payments.p2wpkh({ address }).output, value: 100_000n };
  psbt.addInput({ hash: "ab".repeat(32), index: 0, witnessUtxo });
  psbt.addOutput({ address: receiver, value: 60_000n });
  if (change) psbt.addOutput({ address, value: change });
  return psbt;
}

// For a confirm dialog.
console.log(
  `\nWhat you are about to sign:\n\n${bitcoin.describePsbt(pay(39_000n), { owner: key }).text}`,
);

// Name what you asked for: any other receiver, or another amount, is refused.
const terms = { expect: { outputs: [{ address: receiver, value: 60_000n }] }, maxFeeRate: 50 };

// Somebody forgot the change.
try {
  bitcoin.signPsbt(pay(), key, terms);
} catch (error) {
  if (!(error instanceof UnsafeToSignError)) throw error;
  console.log(`\nAn absurd fee is refused.\n${error.message}`);
}

const { complete, transaction } = bitcoin.signPsbt(pay(39_000n), key, terms);
console.log(
  `\nThe true one is signed. complete: ${complete}, ${transaction.virtualSize} virtual bytes`,
);
