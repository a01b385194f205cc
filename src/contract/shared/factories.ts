/**
 * The factory contracts that the service's documentation names, by version. The version is part of
 * the name, because it determines the address of a wallet. The service may support others.
 *
 * @unverified which of them are still supported
 */
export const factories = {
  /** `2.0.0` is the default of the service's documentation. Older examples use `1.1.0`. */
  lightAccount: {
    "2.0.0": "0x0000000000400CdFef5E2714E63d8040b700BC24",
    "1.1.0": "0x00004EC70002a32400f8ae005A26081065620D20",
  },
  kernel: {
    "0.3.2": "0x7a1dBAB750f12a90EB1B60D2Ae3aD17D4D81EfFe",
  },
} as const;
