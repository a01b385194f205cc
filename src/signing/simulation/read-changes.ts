import { evmAddressPattern } from "../../contract/shared/patterns.js";
import { assertKnownOptions } from "../../errors/assert-known-options.js";
import { isDecimal } from "../shared/is-decimal.js";
import { isMissing, isObject, type ReportProblem } from "../shared/problems.js";
import type {
  ExpectedGain,
  ExpectedLoss,
  OperationChanges,
  PositionChange,
  TokenAmount,
} from "./expected-changes.js";

interface FieldRule {
  expected: string;
  accepts: (text: string) => boolean;
  isOptional?: boolean;
}
/** A record, so that TypeScript reports a missing name. */
type EntryRules<Entry> = Readonly<Record<keyof Entry, FieldRule>>;

// No calls and no spreads: bundlers could not remove the tables where they are not used.
const isAddress = (text: string) => evmAddressPattern.test(text);
const address: FieldRule = { expected: "an EVM address", accepts: isAddress };
const account: FieldRule = { expected: "an EVM address", accepts: isAddress, isOptional: true };
const amount: FieldRule = { expected: 'a decimal string such as "0.5"', accepts: isDecimal };
const id: FieldRule = {
  expected: "an integer as a string",
  accepts: (text) => /^\d+$/.test(text),
};
const liquidity: FieldRule = {
  expected: 'an integer, or "all", as a string',
  accepts: (text) => /^(?:\d+|all)$/.test(text),
  isOptional: true,
};
const amountRules: EntryRules<TokenAmount> = { token: address, amount };
const lossRules: EntryRules<ExpectedLoss> = { token: address, amount, account };
const gainRules: EntryRules<ExpectedGain> = { token: address, amount, receiver: address };
const positionRules: EntryRules<PositionChange> = { token: address, id, liquidity };

const changeRules = {
  losses: { list: lossRules },
  gains: { list: gainRules },
  positions: { list: positionRules },
  gas: { entry: amountRules },
  nativeGas: amount,
} as const satisfies Record<keyof OperationChanges, object>;

/**
 * Reads copied changes without null, and reports what cannot be compared.
 *
 * @throws {ConfigurationError} for an unknown field, which would not be compared.
 */
export function readChanges(
  subject: string,
  changes: OperationChanges | null | undefined,
  report: ReportProblem,
): OperationChanges | undefined {
  if (isMissing(changes)) return undefined;
  assertKnownOptions(subject, changes, Object.keys(changeRules));
  if (Array.isArray(changes)) return report("request", "changes", "an object", changes);
  const read = Object.entries(changeRules).map(([name, rule]) => {
    const value: unknown = changes[name as keyof OperationChanges];
    const path = `changes.${name}`;
    const entrySubject = `${subject}.${name}`;
    if (isMissing(value)) return [name, undefined];
    if ("accepts" in rule) return [name, readField(rule, path, value, report)];
    if ("entry" in rule) return [name, readEntry(entrySubject, rule.entry, path, value, report)];
    if (!Array.isArray(value)) return [name, report("request", path, "a list", value)];
    const readItem = (item: unknown, i: number) =>
      readEntry(entrySubject, rule.list, `${path}[${i}]`, item, report);
    return [name, value.map(readItem)];
  });
  return Object.fromEntries(read);
}

function readEntry(
  subject: string,
  rules: Readonly<Record<string, FieldRule>>,
  path: string,
  value: unknown,
  report: ReportProblem,
): Record<string, unknown> | undefined {
  if (!isObject(value) || Array.isArray(value)) return report("request", path, "an object", value);
  assertKnownOptions(subject, value, Object.keys(rules));
  const read = Object.entries(rules).map(([name, rule]) => {
    const field = readField(rule, `${path}.${name}`, value[name], report);
    return [name, field];
  });
  return Object.fromEntries(read);
}

function readField(
  { expected, accepts, isOptional = false }: FieldRule,
  path: string,
  value: unknown,
  report: ReportProblem,
): unknown {
  if (isOptional && isMissing(value)) return undefined;
  if (typeof value === "string" && accepts(value)) return value;
  return report("request", path, expected, value);
}
