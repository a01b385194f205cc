import { nativeToken } from "../../contract/shared/chain-ids.js";
import type {
  LendingPosition,
  Nft,
  PortfolioQuery,
  TokenBalance,
} from "../../contract/wallets/types.js";
import { debtsOf, type Loan, suppliesOf } from "../lending/loans.js";
import { find, type Handler, type Handlers, requireUp } from "../shared/operation-handler.js";
import { Refusal } from "../shared/service-error.js";
import { accountKey } from "../world/account-key.js";
import { fromUnits, priceUnits, worthUsd } from "../world/amounts.js";
import { chainRecord, findToken, type KnownToken, logoOf } from "../world/catalogue.js";
import { priceOf } from "../world/prices.js";
import { seedState } from "../world/random.js";
import type { HeldNft, World } from "../world/world.js";

const portfolio: Handler<"wallets.portfolio"> = ({ world, params, query }) => {
  requireUp(world, "balances", "FAILED_TO_GET_BALANCES");
  const wallet = accountKey(params.walletAddress as string);
  const tokens = query.includeTokens === false ? [] : balances(world, wallet, query);
  const { includePnL, includeLendingPositions, timerange = "1d" } = query;
  return {
    body: {
      tokens,
      nfts: query.includeNFTs ? nfts(world, wallet) : [],
      // A deprecated copy that the running service still sends.
      portfolio: tokens,
      // What was not asked for is absent, not null.
      ...(includePnL && {
        pnl: { timerange, total: { totalUsd: totalPnl(balances(world, wallet, query)) } },
      }),
      ...(includeLendingPositions && { lendingPositions: lendingPositions(world, wallet) }),
    },
  };
};

function balances(world: World, wallet: string, query: PortfolioQuery): TokenBalance[] {
  return Object.entries(find(world.ledger, wallet) ?? {}).flatMap(([asset, units]) => {
    const token = tokenOf(asset);
    return token && units > 0n ? [describe(world, token, units, query)] : [];
  });
}

function tokenOf(asset: string): KnownToken | undefined {
  const [chainId, address] = asset.split(":") as [string, string];
  return findToken(Number(chainId), address);
}

function describe(
  world: World,
  token: KnownToken,
  units: bigint,
  { includePnL, timerange = "1d" }: PortfolioQuery,
): TokenBalance {
  const { address, name, decimals, chainId } = token;
  const priceUsd = priceOf(world, token);
  return {
    address,
    name,
    // The portfolio was seen to write symbols in lower case, with a chain id and the chain's symbol, and without a marketDataId.
    symbol: token.symbol.toLowerCase(),
    decimals,
    logo: logoOf(token),
    ...{ chainId },
    chain: {
      ...chainRecord(chainId),
      ...{ symbol: findToken(chainId, nativeOf(chainId))?.symbol },
    },
    balance: units.toString(),
    balanceFormatted: fromUnits(units, decimals),
    balanceUsd: worthUsd(units, decimals, priceUsd),
    priceUsd,
    ...(includePnL && { pnl: { ...pnlOf(token, units, priceUsd, timerange), timerange } }),
  };
}

function nativeOf(chainId: number): string {
  return chainId === 0 ? "btc" : nativeToken;
}

const widest = 1_000;

/**
 * The sandbox keeps no old prices: what was paid on average follows from token and span, up to a tenth below or above today's price. What is
 * worth a dollar always was.
 */
function pnlOf(token: KnownToken, units: bigint, price: string, timerange: string) {
  const change =
    token.price === "1"
      ? 0n
      : BigInt(
          (Math.abs(seedState(`${token.chainId}:${token.address} ${timerange}`)) % (2 * widest)) -
            widest,
        );
  const paid = fromUnits((priceUnits(price) * (10_000n - change)) / 10_000n, 12);
  const inflow = priceUnits(worthUsd(units, token.decimals, paid));
  const profit = priceUnits(worthUsd(units, token.decimals, price)) - inflow;
  return {
    profitAbsUsd: fromUnits(profit, 12),
    roi: inflow === 0n ? "0" : fromUnits((profit * 1_000_000n) / inflow, 4),
    inflowUsd: fromUnits(inflow, 12),
    outflowUsd: "0",
    averageBuyPriceUsd: paid,
  };
}

function totalPnl(tokens: readonly TokenBalance[]): string {
  const sum = tokens.reduce((total, { pnl }) => total + priceUnits(pnl?.profitAbsUsd ?? "0"), 0n);
  return fromUnits(sum, 12);
}

function nfts(world: World, wallet: string): Nft[] {
  const held = find(world.nfts, wallet) ?? [];
  if (held.some(({ broken }) => broken)) throw new Refusal("NFT_METADATA_DECODE_FAILED");
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
    address: address.toLowerCase(),
    collection,
    tokenId,
    name,
    description,
    image,
    amount: "1",
    chain: chainRecord(chainId),
  };
}

function lendingPositions(world: World, wallet: string): LendingPosition[] {
  return [
    ...suppliesOf(world, wallet).map((loan) => describeLoan(world, "SUPPLY", loan)),
    ...debtsOf(world, wallet).map((loan) => describeLoan(world, "BORROW", loan)),
  ];
}

function describeLoan(
  world: World,
  positionType: string,
  { provider, token, units }: Loan,
): LendingPosition {
  const { address, name, symbol, decimals, chainId } = token;
  return {
    positionType,
    protocolGroupName: provider,
    token: { address, name, symbol, decimals, amount: fromUnits(units, decimals) },
    contractName: `${provider} ${name}`,
    contractSymbol: `${positionType === "SUPPLY" ? "s" : "d"}${symbol}`,
    valueUsd: worthUsd(units, decimals, priceOf(world, token)),
    chain: chainRecord(chainId),
  };
}

export const portfolioHandlers: Handlers = { "wallets.portfolio": portfolio };
