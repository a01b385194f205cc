import type {
  LendingFee,
  LendingOperationType,
  LendingQuote,
  LendingQuoteRequest,
  LendingTokenAmount,
} from "../../contract/lending/records.js";
import { isValid } from "../../contract/records/check.js";
import type { Given } from "../../contract/records/schema.js";
import { nativeToken } from "../../contract/shared/chains/chain-ids.js";
import { Decimal } from "../../contract/shared/primitives.js";
import { fromUnits, toUnits } from "../../shared/decimal.js";
import type { Address } from "../../shared/patterns.js";
import { prepareUnless, problems } from "../operations/prepare-operation.js";
import { settlementDuration } from "../operations/settle-operations.js";
import { convertToNative, createGasCharge, getChargedToken } from "../shared/charges.js";
import { getWallet } from "../shared/find-wallet.js";
import type { OperationHandlers } from "../shared/operation-handler.js";
import { type BadRequestError, createFieldError } from "../shared/service-error.js";
import { getWhitelistedTokens } from "../shared/whitelist.js";
import { formatUsdValue, maxUint256, parsePrice } from "../world/amounts.js";
import type { KnownToken } from "../world/catalogue.js";
import { externalAccounts, externalAddresses } from "../world/external-accounts.js";
import { findShortfall } from "../world/ledger.js";
import { getPrice } from "../world/prices.js";
import { createRandom, hashSeed } from "../world/random.js";
import { toIsoTime } from "../world/state.js";
import type {
  Booking,
  Charge,
  LendingPart,
  LendingPartName,
  Project,
  Wallet,
  World,
} from "../world/world.js";
import { isCovered, maxLoanPercent } from "./loan-coverage.js";
import { listDebts, listSupplies, toDebtAccount, toDebtAsset, toSupplyAccount } from "./loans.js";

/**
 * Without an amount, a repayment or withdrawal covers everything. Deducted gas reduces supplies and
 * repayments.
 */
function resolveUnits(
  world: World,
  wallet: Wallet,
  provider: string,
  part: ParsedPart,
  gas: bigint,
): LendingPart {
  const { name, token } = part;
  if (name === "supply") return { ...part, units: (part.units ?? 0n) - gas };
  if (name === "borrow") return { ...part, units: part.units ?? 0n };
  const loans = (name === "repay" ? listDebts : listSupplies)(world, wallet.address);
  const held =
    loans.find((loan) => loan.provider === provider && loan.token === token)?.units ?? 0n;
  if (part.units === undefined) return { ...part, units: held };
  const wanted = name === "repay" ? part.units - gas : part.units;
  // A repayment never exceeds the debt.
  return { ...part, units: name === "repay" && wanted > held ? held : wanted };
}

/** Debt has its own asset, so that it cannot be repaid twice. */
function createBookings(
  wallet: string,
  provider: string,
  { name, token, units }: LendingPart,
): Booking[] {
  const asset = token.asset;
  const debt = { asset: toDebtAsset(asset), units };
  const bookings: Record<LendingPartName, Booking[]> = {
    supply: [{ from: wallet, to: toSupplyAccount(wallet, provider), asset, units }],
    withdraw: [{ from: toSupplyAccount(wallet, provider), to: wallet, asset, units }],
    borrow: [
      { from: externalAccounts.market, to: wallet, asset, units },
      { from: externalAccounts.market, to: toDebtAccount(wallet, provider), ...debt },
    ],
    repay: [
      { from: wallet, to: externalAccounts.market, asset, units },
      { from: toDebtAccount(wallet, provider), to: externalAccounts.market, ...debt },
    ],
  };
  return bookings[name];
}

interface LendingPlan {
  parts: readonly LendingPart[];
  parsed: readonly ParsedPart[];
  gasToken: KnownToken;
  bookings: readonly Booking[];
}

function findProblem(
  world: World,
  wallet: Wallet,
  provider: string,
  { parts, parsed, gasToken, bookings }: LendingPlan,
): string | undefined {
  if (gasToken.address === nativeToken) return problems.nativeGas(gasToken.address);
  const i = parts.findIndex(({ units }) => units <= 0n);
  const empty = parts[i];
  if (empty?.name === "repay") return "There is no debt to repay";
  if (empty && parsed[i]?.units === undefined) return `There is no amount to ${empty.name}`;
  if (empty) return "The amount does not cover gas, or is below the smallest unit";
  if (parts.some(({ units }) => units > maxUint256)) return problems.tooLarge;
  const missing = findShortfall(world, bookings);
  if (missing?.account === wallet.address) return problems.insufficientBalance(missing.asset);
  if (missing) return "More than was supplied cannot be withdrawn";
  return isCovered(world, wallet.address, { provider, parts })
    ? undefined
    : `Not enough is supplied: at most ${maxLoanPercent}% of its worth can be borrowed`;
}

function describePart(world: World, provider: string, { name, token, units }: LendingPart) {
  const price = getPrice(world, token);
  const shown = units > 0n ? units : 0n;
  const amount = {
    value: fromUnits(shown, token.decimals),
    usd: formatUsdValue(shown, token.decimals, price),
  };
  const own: LendingTokenAmount = { tokenAddress: token.address, chainId: token.chainId, amount };
  if (name === "borrow" || name === "repay") return { token: own };
  const receipt: LendingTokenAmount = { ...own, tokenAddress: getReceiptToken(provider, token) };
  // The other fields of the price are undocumented.
  return name === "supply"
    ? { tokenIn: { ...own, price: { value: price } }, tokenOut: receipt }
    : { tokenIn: receipt, tokenOut: own };
}

/** The address of the receipt token. The ledger counts the supplied token itself. */
function getReceiptToken(provider: string, token: KnownToken): Address {
  return `0x${createRandom({ random: hashSeed(`${provider} ${token.asset}`) }).hex(20)}`;
}

function describeLendingGas(world: World, charge: Charge, recipient: Address | null): LendingFee {
  const { type, units, percent } = charge;
  const token = getChargedToken(charge);
  const usd = formatUsdValue(units, token.decimals, getPrice(world, token));
  return {
    type,
    amount: { value: fromUnits(units, token.decimals), usd },
    tokenAddress: token.address,
    nativeAmount: convertToNative(world, token, parsePrice(usd)),
    recipient,
    percent,
  };
}

export const lendingHandlers: OperationHandlers = {
  /** Loans bear no interest, because the service's rates are unknown. */
  "lending.quote"({ world, project, body }) {
    const wallet = getWallet({ world, project }, body.walletAddress);
    const { provider, gas } = body;
    const { parts: parsed, gasToken } = parseParts(body, project);
    const charge = createGasCharge(world, wallet.address, gasToken);
    const deducted = gas.paymentMethod === "DEDUCT_FROM_AMOUNT" ? charge.units : 0n;
    const parts = parsed.map((part) =>
      resolveUnits(world, wallet, provider, part, part.token === gasToken ? deducted : 0n),
    );
    const bookings = [
      ...parts.flatMap((part) => createBookings(wallet.address, provider, part)),
      charge,
    ];
    const problem = findProblem(world, wallet, provider, { parts, parsed, gasToken, bookings });
    const names = parts.map(({ name }) => name);
    const type = `LENDING_${names.join("_").toUpperCase()}` as LendingOperationType;
    const {
      userOperationHash: hash,
      authorization,
      ...outcome
    } = prepareUnless(problem, {
      world,
      project,
      wallet,
      chainId: gasToken.chainId,
      bookings,
      record: { type },
      coverage: { provider, parts },
    });
    return {
      revertReason: outcome.revertReason,
      walletAddress: wallet.address,
      ...Object.fromEntries(parts.map((part) => [part.name, describePart(world, provider, part)])),
      provider: {
        name: provider,
        logo: `https://assets.example.com/lenders/${provider.toLowerCase()}.png`,
      },
      // A quote that cannot be executed has no recipient.
      fees: [describeLendingGas(world, charge, hash && externalAddresses.gas)],
      signData: hash ? [{ type: "USER_OPERATION", hash, authorization }] : [],
      estimatedSettlementTime: toIsoTime(world.time + settlementDuration),
      expiresAt: toIsoTime(outcome.expiresAt),
      metadata: null,
      type,
    } satisfies LendingQuote;
  },
};

const lendingPartNames: readonly LendingPartName[] = ["supply", "borrow", "repay", "withdraw"];

interface ParsedPart {
  name: LendingPartName;
  token: KnownToken;
  units: bigint | undefined;
}

/** The fields of the parts are undocumented. These are the sandbox's own. */
interface PartFields {
  tokenAddress: string;
  chainId: number;
  amount?: string | null | undefined;
}

function readPart(name: LendingPartName, part: object): PartFields & { name: LendingPartName } {
  const { tokenAddress, chainId, amount } = part as Partial<PartFields>;
  if (typeof tokenAddress !== "string") throw createTypeError(name, "tokenAddress", "string");
  if (typeof chainId !== "number") throw createTypeError(name, "chainId", "number");
  if (amount != null && !isValid(Decimal, amount)) {
    const issue = { code: "invalid_string", validation: "regex" };
    throw createFieldError([name, "amount"], "Invalid amount", issue);
  }
  return { name, tokenAddress, chainId, amount };
}

function createTypeError(name: LendingPartName, field: string, expected: string): BadRequestError {
  return createFieldError([name, field], `Expected ${expected}`, {
    code: "invalid_type",
    expected,
  });
}

/**
 * Parses the parts of a request. All of them are on one chain, and their tokens are whitelisted.
 */
function parseParts(
  request: Given<LendingQuoteRequest>,
  project: Project,
): { parts: ParsedPart[]; gasToken: KnownToken } {
  const given = lendingPartNames.flatMap((name) =>
    request[name] === undefined ? [] : [readPart(name, request[name])],
  );
  const chainId = given[0]?.chainId as number;
  const other = given.find((part) => part.chainId !== chainId);
  if (other) {
    const message = `All parts of a quote are on one chain, here ${chainId}`;
    throw createFieldError([other.name, "chainId"], message);
  }
  const addresses = given.map(({ tokenAddress }) => tokenAddress);
  const [gasToken, ...tokens] = getWhitelistedTokens(project, chainId, [
    request.gas.tokenAddress,
    ...addresses,
  ]);
  const parts = given.map(({ name, amount }, i) => {
    const token = tokens[i] as KnownToken;
    return { name, token, units: amount == null ? undefined : toUnits(amount, token.decimals) };
  });
  return { parts, gasToken: gasToken as KnownToken };
}
