import { decodeAbiParameters, toEventSelector } from "viem/utils";
import { nativeToken } from "../../contract/shared/chains/chain-ids.js";
import type { Address, Hex } from "../../shared/patterns.js";
import { evmAddressPattern, hashPattern } from "../../shared/patterns.js";
import type { Measure } from "./measures.js";
import { createUnmeasured, NotSimulated } from "./not-simulated.js";

/** An event. */
export interface Log {
  address: Address;
  topics: readonly Hex[];
  data: Hex;
}

export const eventTopics = {
  /** Of ERC-20 and ERC-721. */
  transfer: toEventSelector("Transfer(address,address,uint256)"),
  approval: toEventSelector("Approval(address,address,uint256)"),
  /** Of ERC-1155. */
  transferSingle: toEventSelector("TransferSingle(address,address,address,uint256,uint256)"),
  transferBatch: toEventSelector("TransferBatch(address,address,address,uint256[],uint256[])"),
  /** Of ERC-721 and ERC-1155. */
  approvalForAll: toEventSelector("ApprovalForAll(address,address,bool)"),
  /** Of Permit2. */
  permitApproval: toEventSelector("Approval(address,address,address,uint160,uint48)"),
  permit: toEventSelector("Permit(address,address,address,uint160,uint48,uint48)"),
};

/** Reading more blocks the thread. */
const maxLogs = 2_000;
const maxLogBytes = 1_000_000;
const hexPattern = /^0x[a-f0-9]*$/i;

/** A client can return anything. Only addresses and hex cannot add lines to a text. */
export function assertReadableLogs(logs: readonly unknown[]): asserts logs is readonly Log[] {
  if (logs.length > maxLogs) throw createUnmeasured(`at most ${maxLogs} events`, logs.length);
  if (!logs.every(isLog))
    throw new NotSimulated("not_simulated", "simulate", "the events of contracts", "others");
  const bytes = logs.reduce((sum, { data }) => sum + data.length / 2 - 1, 0);
  if (bytes > maxLogBytes) throw createUnmeasured(`at most ${maxLogBytes} bytes of events`, bytes);
}

function isLog(log: unknown): log is Log {
  const { address, topics, data } = Object(log) as Record<string, unknown>;
  const matches = (pattern: RegExp) => (value: unknown) =>
    typeof value === "string" && pattern.test(value);
  const hasTopics = Array.isArray(topics) && topics.every(matches(hashPattern));
  return hasTopics && matches(evmAddressPattern)(address) && matches(hexPattern)(data);
}

/** The arguments. Some contracts do not index those that the standard indexes. */
function readWords({ topics, data }: Log): string[] {
  return [...topics.slice(1), ...(data.slice(2).match(/.{64}/g) ?? []).map((word) => `0x${word}`)];
}

const toWord = (account: Address) => `0x${"0".repeat(24)}${account.slice(2)}`;
// A missing word counts as zero: a contract can emit any topic and any data.
const toAddress = (word = ""): Address => `0x${word.slice(2).slice(-40).padStart(40, "0")}`;
const toNumber = (word: string | undefined) => BigInt(word ?? 0);

/**
 * Returns the balances that the events can have changed: those of every contract whose event names
 * one of the accounts. Wrapped native coins and the EntryPoint emit no transfer for a deposit.
 * Events are no proof, because any contract can emit any event: they only name what to read.
 */
export function listBalanceMeasures(logs: readonly Log[], accounts: readonly Address[]): Measure[] {
  return logs.flatMap((log) => {
    const { address: token } = log;
    const words = readWords(log);
    const distinct = new Set(words);
    const named = accounts.filter((account) => distinct.has(toWord(account)));
    if (named.length === 0) return [];
    const ids = listIds(log, words);
    const measures = named.flatMap((account): Measure[] => [
      { kind: "balance", token, account },
      ...ids.map((each) => ({ ...each, token, account })),
    ]);
    return token === nativeToken
      ? measures
      : [...measures, { kind: "decimals", token, account: token }];
  });
}

function listIds(
  { topics: [topic, , , indexed], data }: Log,
  words: readonly string[],
): Pick<Measure, "kind" | "id">[] {
  if (topic === eventTopics.transfer && indexed)
    return [{ kind: "nftOwner", id: toNumber(indexed) }];
  if (topic === eventTopics.transferSingle) return [{ kind: "idBalance", id: toNumber(words[3]) }];
  if (topic !== eventTopics.transferBatch) return [];
  try {
    const [ids] = decodeAbiParameters([{ type: "uint256[]" }, { type: "uint256[]" }], data);
    return ids.map((id) => ({ kind: "idBalance", id }));
  } catch {
    return [];
  }
}

/** Returns the approvals of the accounts that the events name. */
export function listApprovalMeasures(
  logs: readonly Log[],
  accounts: readonly Address[],
): Measure[] {
  return logs.flatMap((log) => {
    const [topic, ...indexed] = log.topics;
    const [owner, second, third] = readWords(log);
    const isApproval = topic === eventTopics.approval;
    const isPermit = topic === eventTopics.permitApproval || topic === eventTopics.permit;
    if (!isApproval && !isPermit && topic !== eventTopics.approvalForAll) return [];
    const create = (account: Address, spender: string | undefined): Measure[] => {
      const base = { token: log.address, account, spender: toAddress(spender) };
      if (isPermit) {
        const permit = { ...base, asset: toAddress(second), spender: toAddress(third) };
        return [
          { kind: "permit", ...permit },
          { kind: "permitExpiration", ...permit },
        ];
      }
      if (!isApproval) return [{ kind: "operator", ...base }];
      if (indexed.length < 3) return [{ kind: "allowance", ...base }];
      const id = toNumber(third);
      // The owner shows whether the NFT was burned.
      return [
        { kind: "nftApproval", id, ...base },
        { kind: "nftOwner", token: log.address, account, id },
      ];
    };
    // If only one account is indexed, it comes first, and it can be the owner or the spender.
    const isSwapped = indexed.length < 2 && !isPermit;
    return accounts.flatMap((account) => {
      if (owner === toWord(account)) return create(account, second);
      return isSwapped && second === toWord(account) ? create(account, owner) : [];
    });
  });
}
