/** Bitcoin: addresses, private keys, message signatures, and PSBT checks and signatures. */
export {
  type BitcoinAddressOptions,
  bitcoinAddress,
  type SingleKeyAddressKind,
} from "./address/bitcoin-address.js";
export { bitcoinAddressKind } from "./address/bitcoin-address-kind.js";
export {
  type BitcoinAddressCheck,
  type BitcoinAddressFault,
  checkBitcoinAddress,
} from "./address/check-bitcoin-address.js";
export { isBitcoinAddress } from "./address/is-bitcoin-address.js";
export type { BitcoinPrivateKey } from "./keys/private-key.js";
export { readPrivateKey } from "./keys/read-private-key.js";
export {
  type SignBitcoinMessageOptions,
  type SignedBitcoinMessage,
  signBitcoinMessage,
} from "./messages/sign-bitcoin-message.js";
export { verifyBitcoinMessage } from "./messages/verify-bitcoin-message.js";
export {
  type BitcoinOwner,
  type DescribedInput,
  type DescribedOutput,
  type DescribedPsbt,
  type DescribePsbtOptions,
  describePsbt,
} from "./psbt/describe-psbt.js";
export type { RelativeLock } from "./psbt/locks.js";
export type { PsbtLike } from "./psbt/parse-psbt.js";
export { type SignedPsbt, type SignPsbtOptions, signPsbt } from "./psbt/sign-psbt.js";
export type {
  ExpectedOutput,
  FeeBounds,
  PsbtExpectation,
  SighashName,
  ValueRules,
} from "./psbt/validate-psbt.js";
export { type BitcoinEcc, setEcc } from "./shared/ecc.js";
export type { BitcoinNetwork, BitcoinNetworkOptions } from "./shared/networks.js";
export type { BitcoinAddressKind } from "./shared/scripts.js";
