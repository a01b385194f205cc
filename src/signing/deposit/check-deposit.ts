import { nativeToken } from "../../contract/shared/chains/chain-ids.js";
import type { DepositRequest, DepositResponse } from "../../contract/wallets/records.js";
import type { SigningProblem } from "../../errors/signing.js";
import type { Address } from "../../shared/patterns.js";
import { isPlaces, readDecimals, tryNode } from "../settlement/node.js";
import { nodeTimeout, untilAborted } from "../shared/abort.js";
import { checkEqual, findProblems, type ReportProblem } from "../shared/problems.js";
import { type Fields, readOptions } from "../shared/read-options.js";
import { normalizeToken } from "../shared/same-token.js";
import { toUnits } from "../shared/units.js";

/** A viem public client. */
export interface DepositNode {
  getChainId(): Promise<number>;
  readContract(parameters: never): Promise<unknown>;
}

/** What a deposit must match. */
export interface CheckDepositOptions {
  /** The request that prepared it. */
  expect: DepositRequest;
  /** The smart wallet that receives it. */
  walletAddress: string;
  /** The decimals of the token. The native coin has 18. */
  decimals?: number | undefined;
  /** A viem public client of the chain, which reads the decimals within 20 seconds. */
  node?: DepositNode | undefined;
  /** Aborts the wait for the node. */
  signal?: AbortSignal | undefined;
}

const optionFields: Fields<CheckDepositOptions> = {
  expect: {
    amount: "amount!",
    chainId: "value!",
    token: "address!",
    fromAddress: "address!",
  },
  walletAddress: "address!",
  decimals: "value",
  node: "any",
  signal: "signal",
};

/**
 * Compares a prepared deposit with your request and returns all problems, which are all fatal. Only
 * if there is none, pass the transfer to `sendTransaction` of the owner's own account: it would
 * execute anything else, too, such as an approval.
 *
 * @throws ConfigurationError if an option is unknown, missing or invalid.
 * @throws AbortedError if you abort.
 * @example
 * ```ts
 * import { checkDeposit } from "bursar/signing";
 *
 * const fromAddress = "0x1111111111111111111111111111111111111111";
 * const usdc = "0x3c499c542cef5e3811e1192ce70d8cc03d5c3359";
 * const expect = { amount: "25.5", chainId: 137, token: usdc, fromAddress } as const;
 * const prepared = await client.wallets.deposit(walletAddress, expect);
 * const problems = await checkDeposit(prepared, { expect, walletAddress, decimals: 6 });
 * for (const { message } of problems) console.error(message);
 * ```
 */
export async function checkDeposit(
  prepared: DepositResponse,
  options: CheckDepositOptions,
): Promise<SigningProblem[]> {
  const given = readOptions("checkDeposit", options, optionFields);
  const { expect, node, signal } = given;
  const isNative = normalizeToken(expect.token, expect.chainId) === nativeToken;
  const onTimeout = (): TokenReading => ({ isLate: true });
  const readNode = () => readFromNode(node, expect.token as Address);
  const limit = { timeout: nodeTimeout, onTimeout };
  const read = await untilAborted("checkDeposit", signal, readNode, limit);
  const decimals = isNative ? 18 : (given.decimals ?? read.decimals);
  return findProblems((report) => {
    if (read.chainId !== undefined && read.chainId !== expect.chainId)
      report("chain", "options.node", `a node of chain ${expect.chainId}`, read.chainId);
    const transfer = { ...prepared?.transfer } as Readonly<Record<string, unknown>>;
    checkEqual(report, "wallet", "transfer.from", expect.fromAddress, transfer.from);
    const units =
      read.isLate && decimals === undefined
        ? report("amount_in", "options.node", `decimals within ${nodeTimeout} ms`, undefined)
        : readUnits(expect.amount, decimals, report);
    if (isNative) checkNative(transfer, given.walletAddress, units, report);
    else checkToken(transfer, given, units, report);
  }).problems;
}

type Transfer = Readonly<Record<string, unknown>>;

interface TokenReading {
  readonly chainId?: unknown;
  readonly decimals?: unknown;
  readonly isLate?: boolean;
}

/** Returns nothing if there is no node, or if it does not know the token. */
async function readFromNode(node: DepositNode | undefined, token: Address): Promise<TokenReading> {
  if (!node) return {};
  const chainId = await tryNode(() => node.getChainId());
  return { ...(chainId !== undefined && { chainId }), decimals: await readDecimals(node, token) };
}

function readUnits(amount: string, decimals: unknown, report: ReportProblem): bigint | undefined {
  if (!isPlaces(decimals))
    return report(
      "amount_in",
      "options.decimals",
      "the decimals of the token, or a node",
      decimals,
    );
  try {
    return toUnits(amount, decimals);
  } catch {
    return report("amount_in", "expect.amount", `at most ${decimals} decimals`, amount);
  }
}

function checkNative(
  { to, value, data }: Transfer,
  walletAddress: string,
  units: bigint | undefined,
  report: ReportProblem,
): void {
  checkEqual(report, "receiver", "transfer.to", walletAddress, to);
  if (units !== undefined) checkAmount(report, "transfer.value", units, value);
  if (data !== undefined && data !== null && data !== "0x" && data !== "")
    report("not_asked", "transfer.data", "no data", data);
}

function checkToken(
  { to, value, data }: Transfer,
  { expect, walletAddress }: CheckDepositOptions,
  units: bigint | undefined,
  report: ReportProblem,
): undefined {
  checkEqual(report, "token", "transfer.to", expect.token, to);
  checkAmount(report, "transfer.value", 0n, value);
  const expected = `transfer(${walletAddress}, amount)`;
  const hex = typeof data === "string" ? data.toLowerCase() : "0x";
  if (!hex.startsWith(transferSelector))
    return report("not_asked", "transfer.data", expected, hex.slice(0, 10));
  const [, receiver, amount] = /^.{10}0{24}([\da-f]{40})([\da-f]{64})$/.exec(hex) ?? [];
  if (receiver === undefined) return report("malformed", "transfer.data", expected, data);
  checkEqual(report, "receiver", "transfer.data", walletAddress, `0x${receiver}`);
  if (units !== undefined)
    checkAmount(report, "transfer.data", units, BigInt(`0x${amount}`).toString());
}

/** Of `transfer(address,uint256)`. */
const transferSelector = "0xa9059cbb";

function checkAmount(report: ReportProblem, path: string, units: bigint, received: unknown): void {
  const isEqual = typeof received === "string" && /^\d+$/.test(received);
  if (!isEqual || BigInt(received) !== units)
    report("amount_in", path, `${units} in the smallest unit`, received);
}
