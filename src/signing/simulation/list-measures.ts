import { decodeAbiParameters, toEventSelector } from "viem/utils";
import { nativeToken } from "../../contract/shared/chains/chain-ids.js";
import type { Address } from "../../shared/patterns.js";
import { decodeCalls, decodeTokenCall } from "../calls/list-calls.js";
import { isEvmAddress, normalize, type OperationRules } from "./operation-rules.js";
import type { Log, Measure, SimulatedRun } from "./run-simulation.js";
import type { UserOperation } from "./user-operation.js";

/** Of further accounts, only what the request and the events name is measured. */
const maxAccounts = 8;
/** Leaves room for what the events name. */
const maxAllowances = 60;
/** Kernel's validator for one owner has the same address on every chain. */
const kernelValidator: Address = "0x845adb2c711129d4f3966735ed98a9f09fc4ce57";

/** What to measure in the first run. Its events name the rest. */
export function listFirstMeasures(operation: UserOperation, rules: OperationRules): Measure[] {
  const { chainId, wallet: account } = rules;
  const calls = decodeCalls(operation.callData) ?? [];
  const named = listNamed(rules).filter((each) => isEvmAddress(each.account));
  const tokens = listContracts(named.map(({ token }) => token));
  // Some tokens emit no events: what the wallet calls can be one.
  const targets = listContracts(calls.map(({ to }) => normalize(to, chainId)));
  const accounts = [account, ...rules.others].slice(0, maxAccounts);
  const contracts: Address[] = [nativeToken, ...tokens, ...targets];
  const balances = [
    ...accounts.flatMap((holder) => contracts.map((token) => ({ token, account: holder }))),
    ...named.flatMap((each) =>
      isEvmAddress(each.token) ? [{ token: each.token, account: each.account }] : [],
    ),
  ];
  const approved = calls.flatMap(({ to, data }) => {
    const call = decodeTokenCall(data);
    return call?.isApproval ? [{ token: to, spender: call.to }] : [];
  });
  const approvable = tokens.flatMap((token) => targets.map((spender) => ({ token, spender })));
  const allowances = [...approved, ...approvable.slice(0, maxAllowances)];
  return [
    ...balances.map((each): Measure => ({ kind: "balance", ...each })),
    ...tokens.map(toDecimals),
    { kind: "walletOwner", token: account, account },
    { kind: "validatorOwner", token: kernelValidator, account },
    ...allowances.map((each): Measure => ({ kind: "allowance", account, ...each })),
  ];
}

/** The assets of the request. */
export const listNamed = ({ limits, gains }: OperationRules) => [...limits, ...gains];

const listContracts = (tokens: readonly Address[]) =>
  [...new Set(tokens)].filter((token) => token !== nativeToken && isEvmAddress(token));

/** What to measure after a run: what its events name, and how amounts are written. */
export function listMoreMeasures(
  { measured, logs }: SimulatedRun,
  rules: OperationRules,
): Measure[] {
  const accounts = [rules.wallet, ...rules.others];
  const changed = measured.filter(
    ({ kind, before = 0n, after = 0n }) => kind === "balance" && before !== after,
  );
  const named = listNamed(rules).map(({ token }) => token);
  const unknown = measured.filter(
    ({ kind, token, after }) => kind === "decimals" && after === undefined && named.includes(token),
  );
  return [
    ...listBalanceMeasures(logs.flat(), accounts),
    ...listApprovalMeasures(logs.flat(), accounts),
    ...listContracts(changed.map(({ token }) => token)).map(toDecimals),
    ...unknown.flatMap(({ token, account }): Measure[] => [
      { kind: "isNft", token, account },
      { kind: "hasIds", token, account },
    ]),
  ];
}

const toDecimals = (token: Address): Measure => ({ kind: "decimals", token, account: token });

const hashEvents = () => ({
  transfer: toEventSelector("Transfer(address,address,uint256)"),
  approval: toEventSelector("Approval(address,address,uint256)"),
  transferSingle: toEventSelector("TransferSingle(address,address,address,uint256,uint256)"),
  transferBatch: toEventSelector("TransferBatch(address,address,address,uint256[],uint256[])"),
  approvalForAll: toEventSelector("ApprovalForAll(address,address,bool)"),
  // Of Permit2.
  permitApproval: toEventSelector("Approval(address,address,address,uint160,uint48)"),
  permit: toEventSelector("Permit(address,address,address,uint160,uint48,uint48)"),
});

/** Marked, so that a page that simulates nothing does not bundle it. */
export const eventTopics = /* @__PURE__ */ hashEvents();

/** The arguments. Some contracts do not index those that the standard indexes. */
function readWords({ topics, data }: Log): string[] {
  return [...topics.slice(1), ...(data.slice(2).match(/.{64}/g) ?? []).map((word) => `0x${word}`)];
}

const toWord = (account: Address) => `0x${"0".repeat(24)}${account.slice(2)}`;
// A missing word counts as zero: a contract can emit any topic and any data.
const toAddress = (word = ""): Address => `0x${word.slice(2).slice(-40).padStart(40, "0")}`;
const toNumber = (word: string | undefined) => BigInt(word ?? 0);

// Any contract can emit any event, so events are no proof: they only name what to read.

/** Not only of transfers: wrapped native coins and the EntryPoint emit none for a deposit. */
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
    return token === nativeToken ? measures : [...measures, toDecimals(token)];
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
