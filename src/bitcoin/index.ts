/** Bitcoin: addresses, keys that stay hidden, messages, and PSBTs that are signed only where they add up. */
export { type BitcoinAddressOptions, bitcoinAddress, type SingleKeyAddressKind } from "./bitcoin-address.js";
export { bitcoinAddressKind } from "./bitcoin-address-kind.js";
export { type BitcoinAddressCheck, type BitcoinAddressFault, checkBitcoinAddress } from "./check-bitcoin-address.js";
export {
  type BitcoinOwner,
  type DescribedInput,
  type DescribedOutput,
  type DescribedPsbt,
  type DescribePsbtOptions,
  describePsbt,
} from "./describe-psbt.js";
export { type BitcoinEcc, setEcc } from "./ecc.js";
export { isBitcoinAddress } from "./is-bitcoin-address.js";
export type { BitcoinNetwork, BitcoinNetworkOptions } from "./networks.js";
export type { BitcoinPrivateKey } from "./private-key.js";
export type { ExpectedOutput, FeeBounds, PsbtExpectation, SighashName, ValueRules } from "./psbt-problems.js";
export { readPrivateKey } from "./read-private-key.js";
export type { PsbtLike } from "./read-psbt.js";
export type { BitcoinAddressKind } from "./scripts.js";
export { type SignBitcoinMessageOptions, type SignedBitcoinMessage, signBitcoinMessage } from "./sign-bitcoin-message.js";
export { type SignedPsbt, type SignPsbtOptions, signPsbt } from "./sign-psbt.js";
export { verifyBitcoinMessage } from "./verify-bitcoin-message.js";
