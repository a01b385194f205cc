// Shows the Bitcoin helpers: validate an address, prove its owner, and check a PSBT before you sign
// it.
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

// A random key as hex. WIF works too. Printing a key never shows its secret part.
const key = bitcoin.readPrivateKey(generatePrivateKey());
console.log(`a key that prints without its secret: ${key}`);

// 1. The addresses of a public key. P2WPKH is the most common kind, P2TR is Taproot.
for (const kind of ["P2PKH", "P2WPKH", "P2TR"]) {
  console.log(kind.padEnd(6), bitcoin.bitcoinAddress(key.publicKey, { kind }));
}
const address = bitcoin.bitcoinAddress(key.publicKey);

// 2. Validate what a user types. Coins sent to a mistyped address are lost, so show the reason.
const mistyped = address.slice(0, -1) + (address.endsWith("q") ? "p" : "q");
for (const typed of [
  address,
  mistyped,
  ` ${address}`,
  "tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx",
]) {
  const check = bitcoin.checkBitcoinAddress(typed);
  console.log(
    check.valid ? `valid: a ${check.kind} address` : `invalid (${check.code}): ${check.reason}`,
  );
}

// 3. A deposit arrives. Only a sandbox can create money.
sandbox.registerBitcoinWallet({ account: address });
sandbox.fund({ account: address, chainId: 0, token: "btc", amount: "0.001" });
const { items } = await client.wallets.history(address).firstPage();
console.log(`${items[0].type}: ${items[0].receivedAmount.amount} BTC`);

// 4. Prove who owns the address: the owner signs a message, and everyone can verify it.
const signed = bitcoin.signBitcoinMessage("I own this address", key);
console.log(`the signature is valid: ${bitcoin.verifyBitcoinMessage(signed)}`);
console.log(
  `it is valid for another message: ${bitcoin.verifyBitcoinMessage({ ...signed, message: "I own them all" })}`,
);

// 5. A PSBT that pays 60,000 of these satoshis. The part that does not return as change is the fee.
const receiver = "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4";
function buildPsbt(change) {
  const psbt = new Psbt();
  const witnessUtxo = { script: payments.p2wpkh({ address }).output, value: 100_000n };
  psbt.addInput({ hash: "ab".repeat(32), index: 0, witnessUtxo });
  psbt.addOutput({ address: receiver, value: 60_000n });
  if (change) psbt.addOutput({ address, value: change });
  return psbt;
}

// Show this text in a confirm dialog.
console.log(
  `\nWhat you are about to sign:\n\n${bitcoin.describePsbt(buildPsbt(39_000n), { owner: key }).text}`,
);

// Pass the payment that you want: signPsbt rejects any other receiver or amount.
const terms = { expect: { outputs: [{ address: receiver, value: 60_000n }] }, maxFeeRate: 50 };

// A PSBT without the change output.
try {
  bitcoin.signPsbt(buildPsbt(), key, terms);
} catch (error) {
  if (!(error instanceof UnsafeToSignError)) throw error;
  console.log(`\nAn absurd fee is rejected.\n${error.message}`);
}

const { complete, transaction } = bitcoin.signPsbt(buildPsbt(39_000n), key, terms);
console.log(
  `\nThe correct PSBT is signed. complete: ${complete}, ${transaction.virtualSize} virtual bytes`,
);
