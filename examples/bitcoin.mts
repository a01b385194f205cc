// Shows the Bitcoin helpers: validate an address, prove its owner, and check a PSBT before you sign
// it. They need two more packages: npm install bitcoinjs-lib @bitcoinerlab/secp256k1
// Run it: npx -y tsx bitcoin.mts

import { address as addresses, Psbt } from "bitcoinjs-lib";
import { createClient, UnsafeToSignError } from "bursar";
import {
  bitcoinAddress,
  checkBitcoinAddress,
  describePsbt,
  readPrivateKey,
  signBitcoinMessage,
  signPsbt,
  verifyBitcoinMessage,
} from "bursar/bitcoin";
import { createSandbox } from "bursar/sandbox";
import { generatePrivateKey } from "viem/accounts";

const sandbox = createSandbox();
const { baseUrl, apiKey, fetch } = sandbox;
const client = createClient({ baseUrl, apiKey, fetch });

// A random key as hex. WIF works too. Printing a key never shows its secret part.
const key = readPrivateKey(generatePrivateKey());
console.log(`a key that prints without its secret: ${key}`);

// 1. The addresses of a public key. P2WPKH is the most common kind, P2TR is Taproot.
for (const kind of ["P2PKH", "P2WPKH", "P2TR"] as const)
  console.log(kind.padEnd(6), bitcoinAddress(key.publicKey, { kind }));
const address = bitcoinAddress(key.publicKey);

// 2. Validate what a person types. Coins sent to a mistyped address are lost, so show the reason.
const mistyped = address.slice(0, -1) + (address.endsWith("q") ? "p" : "q");
const testnet = "tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx";
for (const typed of [address, mistyped, ` ${address}`, testnet]) {
  const check = checkBitcoinAddress(typed);
  if (check.valid) console.log(`valid: a ${check.kind} address`);
  else console.log(`invalid (${check.code}): ${check.reason}`);
}

// 3. A deposit arrives. Only a sandbox can create money.
sandbox.registerBitcoinWallet({ account: address });
sandbox.fund({ account: address, chainId: 0, token: "btc", amount: "0.001" });
for await (const { type, receivedAmount } of client.wallets.history(address))
  console.log(`${type}: ${receivedAmount?.amount ?? "an unknown amount of"} BTC`);

// 4. Prove who owns the address: the owner signs a message, and everyone can verify it.
const signed = signBitcoinMessage("I own this address", key);
console.log(`the signature is valid: ${verifyBitcoinMessage(signed)}`);
const other = { ...signed, message: "I own them all" };
console.log(`it is valid for another message: ${verifyBitcoinMessage(other)}`);

// 5. A PSBT that pays 60,000 of these satoshis. The part that does not return as change is the fee.
const receiver = "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4";
function buildPsbt(change: bigint): Psbt {
  const psbt = new Psbt();
  const witnessUtxo = { script: addresses.toOutputScript(address), value: 100_000n };
  psbt.addInput({ hash: "ab".repeat(32), index: 0, witnessUtxo });
  psbt.addOutput({ address: receiver, value: 60_000n });
  if (change > 0n) psbt.addOutput({ address, value: change });
  return psbt;
}

// Show this text in a confirm dialog.
const { text } = describePsbt(buildPsbt(39_000n), { owner: key });
console.log(`\nWhat you are about to sign:\n\n${text}`);

// Pass the payment that you want: signPsbt rejects any other receiver or amount.
const terms = { expect: { outputs: [{ address: receiver, value: 60_000n }] }, maxFeeRate: 50 };
try {
  signPsbt(buildPsbt(0n), key, terms);
} catch (error) {
  if (!(error instanceof UnsafeToSignError)) throw error;
  console.log(`\nAn absurd fee is rejected.\n${error.message}`);
}

const { complete } = signPsbt(buildPsbt(39_000n), key, terms);
console.log(`\nThe correct PSBT is signed. complete: ${complete}`);
