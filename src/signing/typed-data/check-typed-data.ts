import type { TypedData } from "../../contract/shared/records.js";
import { isMissing } from "../../shared/guards.js";
import {
  domainTypeName,
  formatFieldList,
  hashNormalTypedData,
  type NormalTypedData,
} from "../eip712/normal-typed-data.js";
import { parseTypedData } from "../eip712/normalise-typed-data.js";
import {
  checkEqual,
  checkHash,
  isEqual,
  isHash,
  prefixPath,
  type ReportProblem,
} from "../shared/problems.js";
import type { PartsToSign } from "../skeleton/parts.js";

/** The fields of known types, in the form of `formatFieldList`. */
export const lightAccountFields = "bytes message";
export const kernelFields = "bytes32 hash";

type KnownType = readonly [domainName: string, fields: string];

/** ERC-1271 wrappers of the smart wallets by primary type. The only field is the order's hash. */
export const wrappers: ReadonlyMap<unknown, KnownType> = new Map([
  ["LightAccountMessage", ["LightAccount", lightAccountFields]],
  ["Kernel", ["Kernel", kernelFields]],
]);

/** What is undefined is not compared. */
export interface CheckTypedDataOptions {
  walletAddress: string | undefined;
  chainId: number | undefined;
}

/**
 * Reads typed data that nothing requires. If its hash is that of the operation, it is the operation
 * itself, and is not signed a second time. Other data is signed beside the hash. What either does
 * is not judged, so the user is asked.
 */
export function readOtherData(
  given: TypedData,
  userOperationHash: unknown,
  chainId: number,
  reportRoot: ReportProblem,
): Pick<PartsToSign, "typedData" | "operationData"> | undefined {
  const report = prefixPath(reportRoot, "typedData");
  const typedData = parseTypedData(given, report);
  if (!typedData) return undefined;
  checkChain(typedData.domain.chainId, chainId, report);
  report("unknown_data", "primaryType", "no typed data", typedData.primaryType);
  const isOperation = isEqual(hashNormalTypedData(typedData), userOperationHash);
  return isOperation ? { operationData: typedData } : { typedData };
}

/** Checks an order or a cancellation that is wrapped for its wallet: all but the wrapped hash. */
export function checkOrder(
  given: TypedData,
  { chainId, walletAddress }: CheckTypedDataOptions,
  reportRoot: ReportProblem,
  path = "typedData",
): NormalTypedData | undefined {
  const report = prefixPath(reportRoot, path);
  const wrapper = wrappers.get(Object(given).primaryType);
  if (wrapper) checkKnownTypes(given, wrapper, report);
  const typedData = parseTypedData(given, report);
  if (!typedData) return undefined;
  const { domain } = typedData;
  if (wrapper) checkKnownWrapper(typedData, wrapper, report);
  // Another name can be a new version of the wallet: it verifies its own domain.
  else if (!checkOtherWrapper(typedData, report)) return undefined;
  checkChain(domain.chainId, chainId, report);
  const wallet = walletAddress ?? domain.verifyingContract ?? "a wallet";
  checkEqual(report, "wallet", "domain.verifyingContract", wallet, domain.verifyingContract);
  return typedData;
}

/** Requires exactly the known type: with more types, the wallet could display other fields. */
function checkKnownTypes(
  { primaryType, types: given }: TypedData,
  [, fields]: KnownType,
  report: ReportProblem,
): void {
  const { [domainTypeName]: _, ...types } = Object(given) as TypedData["types"];
  checkEqual(report, "typed_data", "types", primaryType, Object.keys(types).join());
  const fieldList = formatFieldList(types[primaryType]);
  checkEqual(report, "typed_data", `types.${primaryType}`, fields, fieldList);
}

function checkKnownWrapper(
  { domain, message }: NormalTypedData,
  [domainName]: KnownType,
  report: ReportProblem,
): void {
  const code = isMissing(domain.name) ? "typed_data" : "wrapper_name";
  checkEqual(report, code, "domain.name", domainName, domain.name);
  // Neither the wallets nor the EntryPoints use a salt. With one, the domain is an unknown one.
  if (domain.salt !== undefined) report("typed_data", "domain.salt", "none", domain.salt);
  for (const [name, hash] of Object.entries(message))
    checkHash(report, "typed_data", `message.${name}`, hash);
}

/** The wrapper of a wallet that is not known: the user is asked. */
function checkOtherWrapper(
  { domain, types, primaryType, message }: NormalTypedData,
  report: ReportProblem,
): boolean {
  const known = "LightAccountMessage or Kernel";
  const [field, ...others] = types[primaryType] ?? [];
  // A wrapper has the hash of the order and nothing else. More could be a whole transaction.
  const hasHash = others.length === 0 && /^bytes(32)?$/.test(field?.type ?? "");
  const isWrapper = hasHash && isHash(Object.values(message)[0]) && domain.salt === undefined;
  if (isWrapper) report("unknown_data", "primaryType", known, primaryType);
  else report("typed_data", "primaryType", `${known}, or one hash`, primaryType);
  return isWrapper;
}

/** Without a chain id the signature would be valid on every chain. */
function checkChain(
  stated: number | bigint | undefined,
  chainId: number | undefined,
  report: ReportProblem,
): void {
  const expected = chainId ?? (stated as number | undefined) ?? "a chain id";
  checkEqual(report, "chain", "domain.chainId", expected, stated);
}
