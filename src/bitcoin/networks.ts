import { networks } from "bitcoinjs-lib";

/** `testnet` stands for signet too: they share their address forms. */
export type BitcoinNetwork = "mainnet" | "testnet" | "regtest";

/** Where an address or a key belongs. */
export interface BitcoinNetworkOptions {
  /** `"mainnet"` unless told otherwise: the service knows no other. */
  network?: BitcoinNetwork | undefined;
}

/** The marks by which a network's addresses and keys are known. */
export interface NetworkMarks {
  readonly bech32: string;
  readonly pubKeyHash: number;
  readonly scriptHash: number;
  readonly wif: number;
}

export function marksOf(network: BitcoinNetwork): NetworkMarks {
  return network === "mainnet" ? networks.bitcoin : networks[network];
}
