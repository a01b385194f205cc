import type { TypedData } from "../../contract/shared/records.js";
import { isMissing } from "../../shared/guards.js";
import {
  domainTypeName,
  formatFieldList,
  hashNormalTypedData,
  type NormalTypedData,
  parseDomain,
  parseFieldList,
  parseObject,
  parseStruct,
} from "../eip712/normal-typed-data.js";
import { parseTypedData } from "../eip712/normalise-typed-data.js";
import { toMalformed } from "../eip712/parse-values.js";
import { type KnownType, wrappers } from "../eip712/wrappers.js";
import {
  checkEqual,
  checkHash,
  isEqual,
  isHash,
  prefixPath,
  type ReportProblem,
  trackProblems,
} from "../shared/problems.js";
import type { PartsToSign } from "../skeleton/parts.js";

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
  options: CheckTypedDataOptions,
  reportRoot: ReportProblem,
  path = "typedData",
): NormalTypedData | undefined {
  const report = prefixPath(reportRoot, path);
  const wrapper = wrappers.get(Object(given).primaryType);
  // Another name can be a new version of the wallet: it verifies its own domain.
  const typedData = wrapper
    ? parseKnownTypedData(given, wrapper, options, report)
    : parseOtherWrapper(given, options, report);
  if (!typedData) return undefined;
  const { verifyingContract } = typedData.domain;
  const wallet = options.walletAddress ?? verifyingContract ?? "a wallet";
  checkEqual(report, "wallet", "domain.verifyingContract", wallet, verifyingContract);
  for (const [name, hash] of wrapper ? Object.entries(typedData.message) : [])
    checkHash(report, "typed_data", `message.${name}`, hash);
  return typedData;
}

/** The wrapper of a wallet that is not known: the user is asked. */
function parseOtherWrapper(
  given: TypedData,
  { chainId }: CheckTypedDataOptions,
  report: ReportProblem,
): NormalTypedData | undefined {
  const typedData = parseTypedData(given, report);
  if (!typedData) return undefined;
  const { domain, types, primaryType, message } = typedData;
  const known = "LightAccountMessage or Kernel";
  const [field, ...others] = types[primaryType] ?? [];
  // A wrapper has the hash of the order and nothing else. More could be a whole transaction.
  const isWrapper = others.length === 0 && /^bytes(32)?$/.test(field?.type ?? "");
  if (!isWrapper || !isHash(Object.values(message)[0]) || domain.salt !== undefined)
    return report("typed_data", "primaryType", `${known}, or one hash`, primaryType);
  report("unknown_data", "primaryType", known, primaryType);
  checkChain(domain.chainId, chainId, report);
  return typedData;
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

/** Requires exactly the known type: with more types, the wallet could display other fields. */
function parseKnownTypedData(
  given: TypedData,
  [domainName, fields]: KnownType,
  { chainId }: CheckTypedDataOptions,
  reportRoot: ReportProblem,
): NormalTypedData | undefined {
  const [report, isValid] = trackProblems(reportRoot);
  const malformed = toMalformed(report);
  const { primaryType } = given;
  const { [domainTypeName]: domainType, ...types } =
    parseObject(given.types, "types", malformed) ?? {};
  const fieldList = formatFieldList(types[primaryType]);
  checkEqual(report, "typed_data", "types", primaryType, Object.keys(types).join());
  checkEqual(report, "typed_data", `types.${primaryType}`, fields, fieldList);
  const [domain, domainFields] = parseDomain(given.domain, domainType, malformed);
  const messageFields = parseFieldList(fields);
  const message = parseStruct(primaryType, messageFields, given.message, "message", malformed);
  const code = isMissing(domain.name) ? "typed_data" : "wrapper_name";
  checkEqual(reportRoot, code, "domain.name", domainName, domain.name);
  checkChain(domain.chainId, chainId, reportRoot);
  // Neither the wallets nor the EntryPoints use a salt. With one, the domain is an unknown one.
  if (domain.salt !== undefined) reportRoot("typed_data", "domain.salt", "none", domain.salt);
  if (!message || !isValid()) return undefined;
  const typesWithDomain = { [primaryType]: messageFields, [domainTypeName]: domainFields };
  return { domain, types: typesWithDomain, primaryType, message };
}
