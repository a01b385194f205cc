import { nativeToken } from "../contract/shared/chains/chain-ids.js";
import type { Statement } from "../contract/shared/statement.js";
import type { Transaction } from "../contract/wallets/history-records.js";
import { AbortedError } from "../errors/connection.js";
import { ConfigurationError } from "../errors/data.js";
import { withUnknownOutcome } from "../errors/outcome.js";
import { SigningError, type SigningProblem } from "../errors/signing.js";
import { isMissing, isObject } from "../shared/guards.js";
import type { Address } from "../shared/patterns.js";
import { sleep } from "../shared/time/run-within.js";
import {
  type CheckSettlementOptions,
  checkSettlement,
  readRules,
} from "../signing/settlement/check-settlement.js";
import type { SettlementNode } from "../signing/settlement/node.js";
import {
  nameNativeCoin,
  readSettlement,
  type Settlement,
} from "../signing/settlement/read-settlement.js";
import { isEqual, isHash } from "../signing/shared/problems.js";
import { normalizeToken } from "../signing/shared/same-token.js";
import type { SigningPolicy } from "../signing/skeleton/policy.js";
import type { RunRecord } from "./run-record.js";

/** A viem public client of the chain, or one per chain id. */
export type SettleNodes = SettlementNode | Readonly<Record<number, SettlementNode>>;

/** The nodes, and what does not count as a difference. */
export interface SettleRules extends CheckSettlementOptions {
  nodes: SettleNodes;
}

/** A look at what a final operation did. */
export interface SettleOptions {
  /**
   * Reads what the operation did on the chain that it started on, and compares it with what was
   * stated. A difference freezes the `policy`. A limit order is executed by transactions of others:
   * it is not compared. `{ nodes, approvals, decimals }` has the options of `checkSettlement`, such
   * as a spender that may keep an approval.
   */
  settle?: SettleNodes | SettleRules | undefined;
}

/** The policy that a difference stops. */
export type PolicyOption = { policy?: SigningPolicy | null | undefined };

/** What a look at a final operation found. All is undefined without a node. */
export interface Settled {
  settlement?: Settlement | undefined;
  /** How it differs from what was stated. */
  problems?: SigningProblem[] | undefined;
  /**
   * Why nothing was compared: no transaction is named, or the node does not have it. With
   * `problems`: what could not be measured, or why the policy could not be stopped. It is not
   * thrown, because the operation is final.
   */
  settlementError?: unknown;
}

/** Throws if there is no node of the chain, or a rule is unknown. */
export function assertNodes(
  subject: string,
  settle: SettleOptions["settle"] | null,
  chainId: number,
): void {
  if (isMissing(settle)) return;
  const { nodes: given, ...rules } = toRules(settle);
  readRules(`${subject}: settle`, rules);
  const nodes = isNode(given) || Array.isArray(given) ? [given] : Object.values(Object(given));
  if (nodes.length === 0 || !nodes.every(isNode))
    throw new ConfigurationError(
      `${subject}: settle: expected a viem public client, or an object of clients by chain id`,
    );
  if (!findNode(given, chainId))
    throw new ConfigurationError(`${subject}: settle: expected a node of chain ${chainId}`, {
      hint: "This call has signed nothing. Without settle, nothing is compared.",
    });
}

const findNode = (nodes: SettleNodes, chainId: number): SettlementNode | undefined =>
  isNode(nodes) ? nodes : nodes[chainId];

const toRules = (settle: NonNullable<SettleOptions["settle"]>): SettleRules =>
  "nodes" in Object(settle) ? (settle as SettleRules) : { nodes: settle as SettleNodes };

const isNode = (value: unknown): value is SettlementNode =>
  isObject(value) && typeof value.getTransactionReceipt === "function";

/** A difference means that the service, or what was signed, is not what it says it is. */
const differences: readonly string[] = ["left_more", "arrived_less", "other_left", "new_approval"];

const hint = "Nothing was compared. Look at the wallet on its chain.";

/** How often, and after how many milliseconds, a node is asked that has no receipt yet. */
const [maxLooks, pause] = [10, 2_000];

/** No difference is known if what was stated was not measured. */
function assertMeasured(
  { accounts, chainId, notMeasured, status }: Settlement,
  { leaves, arrives }: Statement,
): void {
  const isCoin = (row: { chainId: number; token: string }) =>
    row.chainId === chainId && normalizeToken(row.token, chainId) === nativeToken;
  const wallet = leaves.some(isCoin) ? accounts.slice(0, 1) : [];
  const receivers = arrives
    .filter(isCoin)
    .map((row) => accounts.find((account) => isEqual(account, row.account)) as Address);
  const coins = [...wallet, ...receivers].map(nameNativeCoin);
  const missing = coins.find((coin) => notMeasured.includes(coin));
  if (!missing || status !== "executed") return;
  throw new SigningError(`settle: ${missing} was not measured`, {
    hint: "Look at its balance. Use a node that has the state of the block before.",
  });
}

/** A pause rejects with the reason itself, which may be anything. */
const toAborted = (error: unknown, reason: unknown): unknown =>
  error === reason ? new AbortedError("settle: the caller aborted", { reason, sent: true }) : error;

/** Never rejects but by an abort, because the operation is final. */
export async function settleRun(
  { walletAddress, chainId, userOperationHash, statement }: RunRecord,
  { transactionHash: link }: Partial<Transaction>,
  { settle, policy, signal }: SettleOptions & PolicyOption & { signal?: AbortSignal | undefined },
): Promise<Settled> {
  if (isMissing(settle)) return {};
  const { nodes, ...rules } = toRules(settle);
  const node = findNode(nodes, chainId) as SettlementNode;
  const transactionHash = link?.hash;
  const settled: Settled = {};
  try {
    if (!isHash(transactionHash) || !isHash(userOperationHash))
      throw new SigningError("settle: the record of the operation names no transaction", { hint });
    const arrives = statement?.arrives.filter((each) => each.chainId === chainId) ?? [];
    const receivers = arrives.map(({ account }) => account as Address);
    const accounts = [walletAddress as Address, ...receivers];
    const options = { chainId, transactionHash, userOperationHash, accounts, signal };
    for (let looks = 0; looks < maxLooks; looks++) {
      if (looks > 0) await sleep(pause, signal);
      settled.settlement = await readSettlement(node, options);
      if (settled.settlement.status !== "pending") break;
    }
    if (settled.settlement?.status === "pending")
      throw new SigningError("settle: the node has no receipt of the transaction", { hint });
    if (!statement || !settled.settlement) return settled;
    settled.problems = checkSettlement(settled.settlement, statement, rules);
    const difference = settled.problems.find(({ code }) => differences.includes(code));
    if (difference)
      await policy?.freeze?.(`${userOperationHash}: ${difference.code}: ${difference.message}`);
    else assertMeasured(settled.settlement, statement);
    return settled;
  } catch (settlementError) {
    // The operation is final: only the look at it was aborted.
    if (signal?.aborted) throw withUnknownOutcome(toAborted(settlementError, signal.reason));
    return { ...settled, settlementError };
  }
}
