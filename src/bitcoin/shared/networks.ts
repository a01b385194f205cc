import { type Network, networks } from "bitcoinjs-lib";
import { assertKnownOptions } from "../../errors/unknown-option.js";
import { ignoreIndex } from "../../shared/ignore-index.js";
import type { OptionNames } from "../../shared/option-names.js";
import { createBitcoinError } from "./bitcoin-error.js";

/** Use `testnet` for signet too: both have the same address formats. */
export type BitcoinNetwork = "mainnet" | "testnet" | "regtest";

/** The network of an address or a key. */
export interface BitcoinNetworkOptions {
  /** The service supports only mainnet. @defaultValue `"mainnet"` */
  network?: BitcoinNetwork | undefined;
}

const optionNames: OptionNames<BitcoinNetworkOptions> = { network: true };

/** Returns the network of the options. Throws `ConfigurationError` for an unknown option. */
export function readNetwork(
  subject: string,
  options: BitcoinNetworkOptions | null | undefined,
): BitcoinNetwork {
  const given = ignoreIndex(options) ?? {};
  assertKnownOptions(subject, given, optionNames);
  const { network = "mainnet" } = given;
  return network;
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
