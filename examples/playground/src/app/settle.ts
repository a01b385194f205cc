import type { Address, FinalTransaction, Hex, SigningProblem } from "bursar";
import {
  checkSettlement,
  readSettlement,
  type Settlement,
  type SettlementNode,
  type SignedOperation,
  type Statement,
} from "bursar/signing";
import { knownTokens } from "./tokens";

/** What an operation did, and how that differs from what was stated before it was signed. */
export interface Settled {
  settlement: Settlement;
  statement: Statement;
  problems: readonly SigningProblem[];
}

const isTransactionHash = (hash: string | null | undefined): hash is Hex =>
  /^0x[0-9a-f]{64}$/i.test(hash ?? "");

/** Looks at the chain on which a final operation started. */
export async function settleOperation(
  node: SettlementNode,
  { userOperationHash, walletAddress }: SignedOperation & { walletAddress: Address },
  { transactionHash }: FinalTransaction,
  statement: Statement,
  { chainId, signal }: { chainId: number; signal: AbortSignal },
): Promise<Settled | undefined> {
  const hash = transactionHash?.hash;
  // Without a transaction there is nothing to look at.
  if (!isTransactionHash(hash)) return undefined;
  const receivers = statement.arrives
    .filter((row) => row.chainId === chainId)
    .map(({ account }) => account as Address);
  const settlement = await readSettlement(node, {
    chainId,
    transactionHash: hash,
    userOperationHash,
    accounts: [walletAddress, ...receivers],
    signal,
  });
  // The node states only those of tokens that moved.
  const known = knownTokens.filter((token) => token.chainId === chainId);
  const decimals = Object.fromEntries(known.map((token) => [token.address, token.decimals]));
  return { settlement, statement, problems: checkSettlement(settlement, statement, { decimals }) };
}
