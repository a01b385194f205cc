import type { Address, Hex } from "../../contract/shared/primitives.js";
import { isEqual } from "../shared/problems.js";
import type { Measure } from "./measures.js";

export interface Log {
  address: string;
  topics: readonly string[];
  data: string;
}

/** The hashes of the event signatures. */
export const eventTopics = {
  /** `Transfer(address,address,uint256)`, of ERC-20 and ERC-721. */
  transfer: "0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef",
  /** `TransferSingle(address,address,address,uint256,uint256)` */
  transferSingle: "0xc3d58168c5ae7397731d063d5bbf3d657854427343f4c083240f7aacaa2d0f62",
  /** `TransferBatch(address,address,address,uint256[],uint256[])` */
  transferBatch: "0x4a39dc06d4c0dbc64b70af90fd698a233a518aa5d07e595d983b8c0526c8f7fb",
  /** `Approval(address,address,uint256)`, of ERC-20 and ERC-721. */
  approval: "0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925",
  /** `ApprovalForAll(address,address,bool)` */
  approvalForAll: "0x17307eab39ab6107e8899845ad3d59bd9653f200f220920489ca2b5937696c31",
  /** `Approval(address,address,address,uint160,uint48)`, of Permit2. */
  permitApproval: "0xda9fa7c1b00402c17d0161b249b1ab8bbec047c5a52207b9c112deffd817036b",
  /** `Permit(address,address,address,uint160,uint48,uint48)`, of Permit2. */
  permit: "0xc6a377bfc4eb120024a8ac08eef205be16b817020812c73223e81d1bdb9708ec",
} as const;

/** Events of a wallet that change who controls it. */
export const controlTopics: Readonly<Record<string, string>> = {
  "0x8be0079c531659141344cd1fd0a4f28419497f9722a3daafe3b4186f6b6457e0":
    "OwnershipTransferred(address,address)",
  "0xbc7cd75a20ee27fd9adebab32041f755214dbc6bffa90cc0225b39da2e5c2d3b": "Upgraded(address)",
  "0x7e644d79422f17c01e4894b5f4f588d331ebfa28653d42ae832dc59e38c9798f":
    "AdminChanged(address,address)",
  "0xd21d0b289f126c4b473ea641963e766833c2f13866e4ff480abd787c100ef123":
    "ModuleInstalled(uint256,address)",
  "0x341347516a9de374859dfda710fa4828b2d48cb57d4fbe4c1149612b8e02276e":
    "ModuleUninstalled(uint256,address)",
  "0x6789ec0c85d6458d897a36a70129b101f8b4d84c6e218046c3107373dbcbae88":
    "RootValidatorUpdated(bytes21)",
  "0x9d17cd6d095ac90a655405ab29f30a7ee7e88ef3974c1bf7544bf591043bb71a":
    "SelectorSet(bytes4,bytes21,bool)",
};

const toAddress = (word: string): Address => `0x${word.slice(-40)}`;
const isAddressWord = (word: string) => /^(?:0x)?0{24}/.test(word);

/**
 * Returns what to measure: everything that an event says about the wallet. Events are no proof,
 * because any contract can emit any event. They only name what to read from the chain.
 */
export function listMeasures(logs: readonly Log[], wallet: Address): Measure[] {
  return logs.flatMap((log) => listMeasuresOf(log, wallet));
}

function listMeasuresOf({ address, topics, data }: Log, wallet: Address): Measure[] {
  const token = address as Address;
  const words = splitWords(data);
  const isWallet = (word = "") => isAddressWord(word) && isEqual(toAddress(word), wallet);
  if (![...topics.slice(1), ...words].some(isWallet)) return [];
  // Any event that names the wallet can change a balance: WETH emits no transfer for a deposit.
  const measures: Measure[] = [
    { kind: "balance", token, account: wallet },
    { kind: "decimals", token, account: wallet },
  ];
  const [topic, first = "", second = "", third = ""] = topics;
  const spender = toAddress(second);
  const isOwner = isWallet(first);
  const idOf = (word: string) => BigInt(word);
  if (topic === eventTopics.transfer && third)
    measures.push({ kind: "nftOwner", token, account: wallet, id: idOf(third) });
  if (topic === eventTopics.transferSingle && words[0])
    measures.push({ kind: "idBalance", token, account: wallet, id: idOf(words[0]) });
  if (topic === eventTopics.transferBatch)
    for (const id of readFirstList(words))
      measures.push({ kind: "idBalance", token, account: wallet, id });
  if (topic === eventTopics.approval && isOwner)
    measures.push(
      third
        ? { kind: "nftApproval", token, account: wallet, id: idOf(third) }
        : { kind: "allowance", token, account: wallet, spender },
    );
  if (topic === eventTopics.approvalForAll && isOwner)
    measures.push({ kind: "operator", token, account: wallet, spender });
  if ((topic === eventTopics.permitApproval || topic === eventTopics.permit) && isOwner)
    measures.push({
      kind: "permit",
      token,
      account: wallet,
      asset: toAddress(second),
      spender: toAddress(third),
    });
  return measures;
}

/** Returns the names of the events by which the wallet changed who controls it. */
export function listControlEvents(logs: readonly Log[], wallet: Address): string[] {
  return logs.flatMap(({ address, topics: [topic = ""] }) => {
    const name = isEqual(address, wallet) ? controlTopics[topic] : undefined;
    return name ? [name] : [];
  });
}

/** Whole words of 32 bytes as hex numbers. */
function splitWords(data: string): string[] {
  return (data.slice(2).match(/.{64}/g) ?? []).map((word) => `0x${word}`);
}

/** Reads the first array of ABI-encoded data. Data that is no array has no elements. */
function readFirstList(words: readonly string[]): bigint[] {
  const start = Number(BigInt(words[0] ?? 0)) / 32;
  const length = Number(BigInt(words[start] ?? 0));
  return words.slice(start + 1, start + 1 + length).map(BigInt);
}

/**
 * Returns the addresses among the arguments of the call data, at most `limit`. Some tokens emit no
 * events. Arguments start at multiples of 4 bytes: each nested call has a selector of 4 bytes.
 */
export function findAddresses(callData: Hex, limit: number): Address[] {
  const found = new Set<Address>();
  for (let at = 2; at + 64 <= callData.length && found.size < limit; at += 8) {
    // 4 zero bytes at the start or 10 at the end look like numbers.
    if (/^0{24}(?!0{8})(?!.{20}0{20})/.test(callData.slice(at, at + 64)))
      found.add(toAddress(callData.slice(at, at + 64).toLowerCase()));
  }
  return [...found];
}
