import { type Address, evmAddressPattern } from "../../shared/patterns.js";
import { type Decimal, parseDecimal } from "../shared/decimal.js";
import { normalizeToken } from "../shared/same-token.js";
import type { ExpectedChanges, KnownOperation, TokenAmount } from "./simulation-types.js";
import { getMaxGasCost, type UserOperation, type WalletSetup } from "./user-operation.js";

export interface ExpectedAmount extends TokenAmount {
  account: Address;
  isOptional?: boolean | undefined;
  isExact?: boolean | undefined;
}

/** What an operation is compared with. Addresses: lower case, and one for the native coin. */
export interface OperationRules {
  chainId: number;
  wallet: Address;
  owner: Address | undefined;
  /** The other accounts that are measured. The owner comes first. */
  others: readonly Address[];
  setup: WalletSetup;
  paymaster: Address | undefined;
  /** The most that the EntryPoint charges the wallet, in wei. */
  gasCost: bigint;
  /** The most that accounts may lose, with the gas. Amounts of one token and account add up. */
  limits: readonly ExpectedAmount[];
  gas: ExpectedAmount | undefined;
  /** The most that the paymaster may collect by an approval. */
  collectable: readonly ExpectedAmount[];
  gains: readonly ExpectedAmount[];
  /** The contracts that may spend the tokens of `approvable`: also what the caller may lose. */
  approvals: readonly Address[];
  approvable: readonly Address[];
}

const zeroAddress = `0x${"0".repeat(40)}`;

export function createRules(
  { expected, chainId, walletAddress, owner }: KnownOperation,
  operation: UserOperation,
  setup: WalletSetup,
): OperationRules {
  const wallet = toLowerCase(walletAddress);
  const create = <Amount extends TokenAmount>(each: Amount, account?: Address | null) => ({
    ...each,
    token: normalize(each.token, chainId),
    account: toLowerCase(account ?? wallet),
  });
  const createAll = (list: ExpectedChanges["losses"]) =>
    list.map((each) => create(each, each.account));
  const losses = createAll(expected.losses);
  const gains = expected.gains.map((gain) => create(gain, gain.receiver));
  const gas = expected.gas && create(expected.gas);
  const named = [...gains, ...losses].map(({ account }) => account);
  const others = [...(owner ? [owner] : []), ...expected.accounts, ...named].map(toLowerCase);
  return {
    chainId,
    wallet,
    setup,
    gains,
    gas,
    owner: owner && toLowerCase(owner),
    // New tokens come from the zero address. A Bitcoin address has nothing on this chain.
    others: [...new Set(others)].filter(
      (account) => isEvmAddress(account) && account !== wallet && account !== zeroAddress,
    ),
    paymaster: operation.paymaster,
    gasCost: getMaxGasCost(operation),
    limits: gas ? [...losses, gas] : losses,
    collectable: createAll(expected.collectable),
    approvals: expected.approvals.map(toLowerCase),
    approvable: [
      ...expected.approvable.map((token) => normalize(token, chainId)),
      ...losses.flatMap(({ isExact, account, token }) =>
        isExact && account === wallet ? token : [],
      ),
    ],
  };
}

const toLowerCase = (address: Address) => address.toLowerCase() as Address;
export const isEvmAddress = (text: string) => evmAddressPattern.test(text);

/** One address for each token, so that all its amounts are compared. */
export const normalize = (token: Address, chainId: number) =>
  normalizeToken(token, chainId) as Address;

export function addUp(
  amounts: readonly (ExpectedAmount | undefined)[],
  account: Address,
  token: Address,
): Decimal {
  const own = amounts.filter((each) => each?.account === account && each.token === token);
  return own.reduce((sum, each) => sum + (parseDecimal(each?.amount) ?? 0n), 0n);
}
