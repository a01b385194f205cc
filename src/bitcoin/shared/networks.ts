import { type Network, networks } from "bitcoinjs-lib";
import { createBitcoinError } from "./bitcoin-error.js";

/** Use `testnet` for signet too: both have the same address formats. */
export type BitcoinNetwork = "mainnet" | "testnet" | "regtest";

/** The network of an address or a key. */
export interface BitcoinNetworkOptions {
  /** The service supports only mainnet. @defaultValue `"mainnet"` */
  network?: BitcoinNetwork | undefined;
}

/** Never quotes an unknown network in the error: it may be a misplaced private key. */
export function getNetworkParams(network: BitcoinNetwork): Network {
  switch (network) {
    case "mainnet":
      return networks.bitcoin;
    case "testnet":
      return networks.testnet;
    case "regtest":
      return networks.regtest;
    default:
      throw createBitcoinError(
        "bitcoin",
        "the network is not mainnet, testnet or regtest",
        "Pass one of the three names. Use testnet for signet.",
      );
  }
}
