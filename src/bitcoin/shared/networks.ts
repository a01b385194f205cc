import { networks } from "bitcoinjs-lib";
import { createBitcoinError } from "./bitcoin-error.js";

/** `testnet` stands for signet too: they share their address forms. */
export type BitcoinNetwork = "mainnet" | "testnet" | "regtest";

/** Where an address or a key belongs. */
export interface BitcoinNetworkOptions {
  /** `"mainnet"` unless told otherwise: the service knows no other. */
  network?: BitcoinNetwork | undefined;
}

/** The marks by which a network's addresses and keys are known. */
export interface NetworkParams {
  readonly bech32: string;
  readonly pubKeyHash: number;
  readonly scriptHash: number;
  readonly wif: number;
}

/** Every use of a network passes here. What is none is not quoted: it may be anything, such as a key in the wrong place. */
export function getNetworkParams(network: BitcoinNetwork): NetworkParams {
  switch (network) {
    case "mainnet":
      return networks.bitcoin;
    case "testnet":
      return networks.testnet;
    case "regtest":
      return networks.regtest;
    default:
      throw createBitcoinError(
        "the network is not mainnet, testnet or regtest",
        "Write one of the three words as they stand; signet is testnet here.",
      );
  }
}
