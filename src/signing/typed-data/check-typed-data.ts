import type { TypedData } from "../../contract/shared/records.js";
import { isMissing } from "../../shared/guards.js";
import {
  domainTypeName,
  formatFieldList,
  hashNormalTypedData,
  type NormalTypedData,
  omitSignature,
  parseDomain,
  parseFieldList,
  parseObject,
  parseStruct,
} from "../eip712/normal-typed-data.js";
import { toMalformed } from "../eip712/parse-values.js";
import {
  checkEqual,
  checkHash,
  isEqual,
  prefixPath,
  type ReportProblem,
  trackProblems,
} from "../shared/problems.js";

/** The fields of known types, in the form of `formatFieldList`. */
export const packedUserOperationFields =
  "address sender, uint256 nonce, bytes initCode, bytes callData, bytes32 accountGasLimits, uint256 preVerificationGas, bytes32 gasFees, bytes paymasterAndData";
export const lightAccountFields = "bytes message";
export const kernelFields = "bytes32 hash";

/** What is undefined is not compared. */
export interface CheckTypedDataOptions {
  walletAddress: string | undefined;
  chainId: number | undefined;
}

/** EntryPoint v0.8 and v0.9, whose user operation hashes are EIP-712 hashes. */
const entryPoints = [
  "0x4337084d9e255ff0702461cf8895ce9e3b5ff108",
  "0x433709009b8330fda32311df1c2afa402ed8d009",
];

type KnownType = readonly [domainName: string, fields: string];

/** ERC-1271 wrappers of the smart wallets by primary type. The only field is the order's hash. */
const wrappers: ReadonlyMap<unknown, KnownType> = new Map([
  ["LightAccountMessage", ["LightAccount", lightAccountFields]],
  ["Kernel", ["Kernel", kernelFields]],
]);

export function isPackedUserOperation({ primaryType }: TypedData): boolean {
  return primaryType === "PackedUserOperation";
}

/** Checks a packed user operation, and recomputes its hash. Undefined if it cannot be parsed. */
export function checkUserOperation(
  given: TypedData,
  hash: unknown,
  options: CheckTypedDataOptions,
  reportRoot: ReportProblem,
): NormalTypedData | undefined {
  const report = prefixPath(reportRoot, "typedData");
  const unsigned = { ...given, message: omitSignature(given.message) };
  const known: KnownType = ["ERC4337", packedUserOperationFields];
  const typedData = parseKnownTypedData(unsigned, known, options, report, "typed_data");
  if (!typedData) return undefined;
  const { domain, message } = typedData;
  const { verifyingContract } = domain;
  checkEqual(report, "typed_data", "domain.version", "1", domain.version);
  if (!entryPoints.some((entryPoint) => isEqual(entryPoint, verifyingContract))) {
    const expected = `an EntryPoint: ${entryPoints.join(" or ")}`;
    report("typed_data", "domain.verifyingContract", expected, verifyingContract);
  }
  if (!isMissing(options.walletAddress))
    checkEqual(report, "wallet", "message.sender", options.walletAddress, message.sender);
  checkEqual(reportRoot, "hash", "userOperationHash", hashNormalTypedData(typedData), hash);
  return typedData;
}

/** Checks an order or a cancellation that is wrapped for its wallet: all but the wrapped hash. */
export function checkOrder(
  given: TypedData,
  options: CheckTypedDataOptions,
  reportRoot: ReportProblem,
  path = "typedData",
): NormalTypedData | undefined {
  const report = prefixPath(reportRoot, path);
  const { primaryType } = given;
  const wrapper = wrappers.get(primaryType);
  if (!wrapper)
    return report("typed_data", "primaryType", "LightAccountMessage or Kernel", primaryType);
  // Another name can be a new version of the wallet: it verifies its own domain.
  const typedData = parseKnownTypedData(given, wrapper, options, report, "wrapper_name");
  if (!typedData) return undefined;
  const { verifyingContract } = typedData.domain;
  const wallet = options.walletAddress ?? verifyingContract ?? "a wallet";
  checkEqual(report, "wallet", "domain.verifyingContract", wallet, verifyingContract);
  for (const [name, hash] of Object.entries(typedData.message))
    checkHash(report, "typed_data", `message.${name}`, hash);
  return typedData;
}

/** Requires exactly the known type: with more types, the wallet could display other fields. */
function parseKnownTypedData(
  given: Omit<TypedData, "message"> & { message: unknown },
  [domainName, fields]: KnownType,
  { chainId }: CheckTypedDataOptions,
  reportRoot: ReportProblem,
  nameCode: "typed_data" | "wrapper_name",
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
  const code = isMissing(domain.name) ? "typed_data" : nameCode;
  checkEqual(reportRoot, code, "domain.name", domainName, domain.name);
  // Without a chain id the signature would be valid on every chain.
  const chain = chainId ?? (domain.chainId as number | undefined) ?? "a chain id";
  checkEqual(reportRoot, "chain", "domain.chainId", chain, domain.chainId);
  // Neither the wallets nor the EntryPoints use a salt. With one, the domain is an unknown one.
  if (domain.salt !== undefined) reportRoot("typed_data", "domain.salt", "none", domain.salt);
  if (!message || !isValid()) return undefined;
  const typesWithDomain = { [primaryType]: messageFields, [domainTypeName]: domainFields };
  return { domain, types: typesWithDomain, primaryType, message };
}
