import { nativeToken } from "../../contract/shared/chains/chain-ids.js";
import type {
  LendingPosition,
  Nft,
  PortfolioQuery,
  TokenBalance,
} from "../../contract/wallets/portfolio-records.js";
import { fromUnits } from "../../shared/decimal.js";
import type { Address } from "../../shared/patterns.js";
import { type Loan, listDebts, listSupplies } from "../lending/loans.js";
import type { OperationHandlers } from "../shared/operation-handler.js";
import { assertAvailable, ServiceError } from "../shared/service-error.js";
import { formatUsdValue, parsePrice } from "../world/amounts.js";
import {
  describeChain,
  findToken,
  getCatalogue,
  getLogoUrl,
  getMarketDataId,
  type KnownToken,
} from "../world/catalogue.js";
import { toAccountKey } from "../world/ledger.js";
import { getPrice } from "../world/prices.js";
import { hashSeed } from "../world/random.js";
import { findEntry } from "../world/state.js";
import type { SandboxWords } from "../world/words.js";
import type { HeldNft, World } from "../world/world.js";

function listBalances(world: World, wallet: string, query: PortfolioQuery): TokenBalance[] {
  return Object.entries(findEntry(world.ledger, wallet) ?? {}).flatMap(([asset, units]) => {
    const token = getCatalogue().get(asset);
    return token && units > 0n ? [describeBalance(world, token, units, query)] : [];
  });
}

function describeBalance(
  world: World,
  token: KnownToken,
  units: bigint,
  { includePnL, timerange }: PortfolioQuery,
): TokenBalance {
  const range = timerange ?? "1d";
  const { address, name, decimals, chainId } = token;
  const priceUsd = getPrice(world, token);
  const native = findToken(chainId, chainId === 0 ? "btc" : nativeToken);
  // The service sends the chain id and the symbol of the chain. The schema has neither.
  const chainFields = { chainId, chain: { ...describeChain(chainId), symbol: native?.symbol } };
  return {
    address,
    name,
    // Lower case, like the service.
    symbol: token.symbol.toLowerCase(),
    decimals,
    logo: getLogoUrl(token),
    ...chainFields,
    balance: units.toString(),
    balanceFormatted: fromUnits(units, decimals),
    balanceUsd: formatUsdValue(units, decimals, priceUsd),
    priceUsd,
    // The service was seen to omit the id, so only profit and loss comes with it.
    ...(includePnL && {
      marketDataId: getMarketDataId(token),
      pnl: { ...computePnl(token, units, priceUsd, range), timerange: range },
    }),
  };
}

const maxPriceChange = 1_000;

/**
 * The sandbox keeps no old prices. It derives the average buy price from token and time range, up
 * to 10% from the current price. Stablecoins never change.
 */
function computePnl(token: KnownToken, units: bigint, price: string, timerange: string) {
  const change =
    token.price === "1"
      ? 0n
      : BigInt(
          (Math.abs(hashSeed(`${token.asset} ${timerange}`)) % (2 * maxPriceChange)) -
            maxPriceChange,
        );
  const paid = fromUnits((parsePrice(price) * (10_000n - change)) / 10_000n, 12);
  const inflow = parsePrice(formatUsdValue(units, token.decimals, paid));
  const profit = parsePrice(formatUsdValue(units, token.decimals, price)) - inflow;
  return {
    profitAbsUsd: fromUnits(profit, 12),
    roi: inflow === 0n ? "0" : fromUnits((profit * 1_000_000n) / inflow, 4),
    inflowUsd: fromUnits(inflow, 12),
    outflowUsd: "0",
    averageBuyPriceUsd: paid,
  };
}

function sumPnl(tokens: readonly TokenBalance[]): string {
  const sum = tokens.reduce((total, { pnl }) => total + parsePrice(pnl?.profitAbsUsd ?? "0"), 0n);
  return fromUnits(sum, 12);
}

function listNfts(world: World, wallet: string): Nft[] {
  const held = findEntry(world.nfts, wallet) ?? [];
  if (held.some(({ broken }) => broken)) throw new ServiceError("NFT_METADATA_DECODE_FAILED");
  return held.map(describeNft);
}

function describeNft({ address, tokenId, name, chainId }: HeldNft): Nft {
  const image = `https://assets.example.com/nfts/${address.toLowerCase()}/${tokenId}.png`;
  const collection = {
    name: "Sandbox Collection",
    symbol: "SBX",
    logo: "https://assets.example.com/nfts/collection.png",
  };
  const description = `${name}, held in the sandbox`;
  return {
    address: address.toLowerCase() as Address,
    collection,
    tokenId,
    name,
    description,
    image,
    amount: "1",
    chain: describeChain(chainId),
  };
}

function listLendingPositions(world: World, wallet: string): LendingPosition[] {
  return [
    ...listSupplies(world, wallet).map((loan) => describeLoan(world, "SUPPLY", loan)),
    ...listDebts(world, wallet).map((loan) => describeLoan(world, "BORROW", loan)),
  ];
}

function describeLoan(
  world: World,
  positionType: SandboxWords["positionType"],
  { provider, token, units }: Loan,
): LendingPosition {
  const { address, name, symbol, decimals, chainId } = token;
  return {
    positionType,
    protocolGroupName: provider,
    token: { address, name, symbol, decimals, amount: fromUnits(units, decimals) },
    contractName: `${provider} ${name}`,
    contractSymbol: `${positionType === "SUPPLY" ? "s" : "d"}${symbol}`,
    valueUsd: formatUsdValue(units, decimals, getPrice(world, token)),
    chain: describeChain(chainId),
  };
}

export const portfolioHandlers: OperationHandlers = {
  "wallets.portfolio"({ world, params, query }) {
    assertAvailable(world, "balances", "FAILED_TO_GET_BALANCES");
    const wallet = toAccountKey(params.walletAddress as string);
    const tokens = query.includeTokens === false ? [] : listBalances(world, wallet, query);
    const { includePnL, includeLendingPositions } = query;
    const timerange = query.timerange ?? "1d";
    return {
      tokens,
      nfts: query.includeNFTs ? listNfts(world, wallet) : [],
      // A deprecated copy that the service still sends.
      portfolio: tokens,
      // Omit these fields, not null, unless the request includes them.
      ...(includePnL && {
        pnl: { timerange, total: { totalUsd: sumPnl(listBalances(world, wallet, query)) } },
      }),
      ...(includeLendingPositions && { lendingPositions: listLendingPositions(world, wallet) }),
    };
  },
};
