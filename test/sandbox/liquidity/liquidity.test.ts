import { describe, expect, test } from "vitest";
import type {
  CreateLiquidityRequest,
  LiquidityEcho,
  LiquidityOperation,
} from "../../../src/index.js";
import {
  getHoldings,
  toFeesAccount,
  toVaultAccount,
} from "../../../src/sandbox/liquidity/positions.js";
import { executeAll, inWorld, openSandbox, openWallet, usdc, weth } from "../open-sandbox.js";
import { toSignable } from "../prepare.js";

type Opened = Awaited<ReturnType<typeof openWallet>>;
type Hash = `0x${string}`;

const year = 365 * 86_400_000;
const unknown = "0x00000000000000000000000000000000000000ff";

function asked(
  { address }: Opened,
  changes: Partial<CreateLiquidityRequest> = {},
): CreateLiquidityRequest {
  return {
    walletAddress: address,
    toAddress: address,
    chainId: 137,
    payGasFeeToken: usdc,
    gasFeePaymentMethod: "ADD_TO_AMOUNT",
    tokenIn: usdc,
    amountIn: "1000",
    token0: usdc,
    token1: weth,
    poolFeePercent: 0.05,
    minPrice: 0.0002,
    maxPrice: 0.0008,
    ...changes,
  };
}

const hashOf = ({ userOperationHash, revertReason }: LiquidityOperation | LiquidityEcho): Hash => {
  expect(revertReason).toBeNull();
  expect(userOperationHash).toMatch(/^0x[0-9a-f]{64}$/);
  return userOperationHash as Hash;
};

async function openPosition(opened: Opened, changes?: Partial<CreateLiquidityRequest>) {
  const { operation } = await opened.client.liquidity.create(asked(opened, changes));
  const record = await opened.execute(hashOf(operation));
  expect(record.status).toBe("COMPLETED");
  return (record as unknown as { nftNumber: string }).nftNumber;
}

const vault = ({ sandbox }: Opened, tokenId: string) =>
  inWorld(sandbox, (world) => {
    const position = world.positions[tokenId] as NonNullable<(typeof world.positions)[string]>;
    return {
      position,
      ...getHoldings(world, toVaultAccount(tokenId), position.range),
      fees: getHoldings(world, toFeesAccount(tokenId), position.range),
    };
  });

describe("a position", () => {
  test("is created from one token and held as an NFT", async () => {
    const opened = await openWallet();
    const { client, address, held, execute } = opened;
    const { operation } = await client.liquidity.createWithSwap(
      asked(opened, { metadata: { order: "17" } }),
    );
    expect(operation).toMatchObject({
      chain: 137,
      metadata: { order: "17" },
      authorization: null,
      estimatedApr: "12",
    });
    expect(operation.tokenIn).toMatchObject({ address: usdc });
    expect(typeof operation.amounts).toBe("string");
    expect(
      Number(operation.tokenInAmountForToken0) + Number(operation.tokenInAmountForToken1),
    ).toBe(1000);
    const record = await execute(hashOf(operation));
    const { nftNumber } = record as unknown as { nftNumber: string };
    expect(record).toMatchObject({
      type: "ADD_LIQUIDITY",
      status: "COMPLETED",
      metadata: { order: "17", positionId: nftNumber },
    });
    expect(await held(usdc)).toBeCloseTo(10_000 - 1_000 - 0.05, 6);
    const { nfts } = await client.wallets.portfolio(address, { includeNFTs: true });
    expect(nfts).toMatchObject([{ tokenId: nftNumber, address: operation.nftAddress }]);
  });

  test("is created by liquidity.create too, with a list of amounts and a chain record", async () => {
    const opened = await openWallet();
    const { operation } = await opened.client.liquidity.create(asked(opened));
    expect(operation).toMatchObject({
      chain: { id: 137 },
      amounts: [{ token: { symbol: "USDC" } }, { token: { symbol: "WETH" } }],
    });
    const tokenId = await openPosition(opened);
    expect(vault(opened, tokenId)).toMatchObject({
      units0: expect.any(BigInt),
      position: { open: true, wallet: opened.address },
    });
  });

  test.each([
    ["below", { minPrice: 0.0005, maxPrice: 0.001 }, [1000, 0]],
    ["above", { minPrice: 0.0001, maxPrice: 0.0003 }, [0, 0.4 * 0.9995]],
  ] as const)(
    "with the price %s its range holds one token and earns nothing",
    async (_, range, [amount0, amount1]) => {
      const opened = await openWallet();
      const tokenId = await openPosition(opened, range);
      opened.sandbox.advance(year);
      const { units0, units1 } = vault(opened, tokenId);
      expect(Number(units0) / 1e6).toBeCloseTo(amount0, 4);
      expect(Number(units1) / 1e18).toBeCloseTo(amount1, 4);
      const { operation } = await opened.client.liquidity.collectFees({
        chainId: 137,
        nftId: tokenId,
        walletAddress: opened.address,
        payGasFeeToken: usdc,
      });
      expect(toSignable(operation).collectedFees).toMatchObject([{ amount: "0" }, { amount: "0" }]);
    },
  );

  test("pays fees and deducted gas from the input token", async () => {
    const opened = await openWallet();
    const treasury = "0x00000000000000000000000000000000000000aa";
    const friend = "0x00000000000000000000000000000000000000bb";
    opened.sandbox.configure({ treasury });
    await openPosition(opened, {
      transactionFeePercent: 1,
      extraFee: { percentage: 2, toAddress: friend },
      gasFeePaymentMethod: "DEDUCT_FROM_AMOUNT",
    });
    expect(await opened.held(usdc)).toBeCloseTo(9_000, 6);
    for (const [account, fee] of [
      [treasury, "10"],
      [friend, "20"],
    ] as const) {
      expect((await opened.client.wallets.portfolio(account)).tokens).toMatchObject([
        { address: usdc, balanceFormatted: fee },
      ]);
    }
  });

  test("is an echo with nothing to sign if the project is configured so", async () => {
    const opened = await openWallet();
    opened.sandbox.configure({ liquidityEcho: true });
    const request = asked(opened);
    const { operation } = await opened.client.liquidity.create(request);
    expect(operation).toEqual({
      ...request,
      liquidityProvider: "POOLPROV_V3",
      transactionFeePercent: 0,
      slippage: 0.5,
      metadata: null,
    });
    expect(
      (await opened.client.liquidity.createWithSwap(request)).operation.userOperationHash,
    ).toBeDefined();
  });
});

describe("fees", () => {
  test("grow with time and are collected once", async () => {
    const opened = await openWallet();
    const { client, sandbox, address, held } = opened;
    const tokenId = await openPosition(opened);
    sandbox.advance(year);
    const before = [await held(usdc), await held(weth)] as const;
    const ask = () =>
      client.liquidity.collectFees({
        chainId: 137,
        nftId: tokenId,
        walletAddress: address,
        payGasFeeToken: usdc,
      });
    const first = toSignable((await ask()).operation);
    const second = toSignable((await ask()).operation);
    const [fee0, fee1] = (first.collectedFees ?? []).map(({ amount }) => Number(amount)) as [
      number,
      number,
    ];
    const { units0, units1 } = vault(opened, tokenId);
    expect(fee0).toBeCloseTo((Number(units0) / 1e6) * 0.12, 1);
    expect(fee1).toBeCloseTo((Number(units1) / 1e18) * 0.12, 5);
    expect(await executeAll(opened, [hashOf(first), hashOf(second)])).toEqual([
      "COMPLETED",
      "FAILED",
    ]);
    expect(await held(usdc)).toBeCloseTo(before[0] + fee0 - 0.05, 5);
    expect(await held(weth)).toBeCloseTo(before[1] + fee1, 9);
  });
});

describe("a change", () => {
  test("by percentage removes that share, and 100% closes the position and collects its fees", async () => {
    const opened = await openWallet();
    const { client, address, held, execute, sandbox } = opened;
    const tokenId = await openPosition(opened);
    const change = (percentage: number) =>
      client.liquidity.change({
        walletAddress: address,
        payGasFeeToken: usdc,
        gasFeePaymentMethod: "ADD_TO_AMOUNT",
        chainId: 137,
        tokenId,
        change: { percentage },
      });
    const before = vault(opened, tokenId);
    const usdcBefore = await held(usdc);
    await execute(hashOf((await change(25)).operation));
    expect(vault(opened, tokenId).units0).toBe(before.units0 - before.units0 / 4n);
    expect(await held(usdc)).toBeCloseTo(usdcBefore + Number(before.units0 / 4n) / 1e6 - 0.05, 5);
    sandbox.advance(year);
    const record = await execute(hashOf((await change(100)).operation));
    expect(record).toMatchObject({
      type: "REMOVE_LIQUIDITY",
      status: "COMPLETED",
      nftNumber: tokenId,
    });
    expect(vault(opened, tokenId)).toMatchObject({
      units0: 0n,
      units1: 0n,
      position: { open: false },
    });
    expect((await client.wallets.portfolio(address, { includeNFTs: true })).nfts).toEqual([]);
    await expect(change(1)).rejects.toMatchObject({
      id: "BAD_REQUEST",
      issues: [{ path: "tokenId" }],
    });
  });

  test("by amounts adds and removes tokens in either order", async () => {
    const opened = await openWallet();
    const { client, address, execute } = opened;
    const tokenId = await openPosition(opened);
    const base = {
      walletAddress: address,
      payGasFeeToken: usdc,
      gasFeePaymentMethod: "ADD_TO_AMOUNT",
      chainId: 137,
      tokenId,
    } as const;
    const before = vault(opened, tokenId);
    const change = {
      token0: weth,
      token1: usdc,
      token0Amount: "-0.01",
      token1Amount: "5.5",
    } as const;
    await execute(hashOf((await client.liquidity.change({ ...base, change })).operation));
    const after = vault(opened, tokenId);
    expect(after.units0 - before.units0).toBe(5_500_000n);
    expect(before.units1 - after.units1).toBe(10n ** 16n);
    const tooMuch = await client.liquidity.change({
      ...base,
      change: { ...change, token0Amount: "-100" },
    });
    expect(tooMuch.operation).toMatchObject({
      userOperationHash: null,
      revertReason: { decoded: expect.stringContaining("holds less") },
    });
    await expect(
      client.liquidity.change({ ...base, change: { ...change, token0: unknown } }),
    ).rejects.toMatchObject({
      id: "NOT_AUTHORIZED_TOKENS",
    });
  });
});

describe("a rebalance", () => {
  test("creates a new position token, which the history follows by number and position id", async () => {
    const opened = await openWallet();
    const { client, address, execute } = opened;
    const first = await openPosition(opened);
    const ask = (tokenId: string, newPosition: { minPrice: number; maxPrice: number }) =>
      client.liquidity.rebalance({
        walletAddress: address,
        toAddress: address,
        chainId: 137,
        tokenId,
        newPosition,
      });
    const { operation } = await ask(first, { minPrice: 0.0003, maxPrice: 0.0005 });
    const record = await execute(hashOf(operation));
    const second = (record as unknown as { nftNumber: string }).nftNumber;
    expect(record).toMatchObject({
      type: "REBALANCE_LIQUIDITY",
      status: "COMPLETED",
      metadata: { positionId: first },
    });
    await execute(hashOf((await ask(second, { minPrice: 0.001, maxPrice: 0.002 })).operation));
    expect(vault(opened, first)).toMatchObject({
      units0: 0n,
      units1: 0n,
      position: { open: false },
    });
    const { nfts } = await client.wallets.portfolio(address, { includeNFTs: true });
    expect(nfts).toHaveLength(1);
    const third = nfts?.[0]?.tokenId as string;
    const { units0, units1 } = vault(opened, third);
    expect(units1).toBe(0n);
    expect(Number(units0) / 1e6).toBeGreaterThan(997);
    const ids = async (query: object) =>
      (await client.wallets.history(address, query).toArray({ limit: 10 })).map(({ type }) => type);
    expect(await ids({ nftNumber: first })).toEqual(["REBALANCE_LIQUIDITY", "ADD_LIQUIDITY"]);
    expect(await ids({ nftNumber: third })).toEqual(["REBALANCE_LIQUIDITY"]);
    const whole = { nftNumber: third, metadataKey: "positionId", metadataValue: first };
    expect(await ids(whole)).toEqual([
      "REBALANCE_LIQUIDITY",
      "REBALANCE_LIQUIDITY",
      "ADD_LIQUIDITY",
    ]);
  });

  test.each([
    // √P = 0.02. In the first range √min = 0.0175 and √max = 0.0225, so that token1 per token0 is
    // 0.0025 / (50 - 1/0.0225). In the second one √min = 0.0195 and √max = 0.025.
    [0.00030625, 0.00050625, 0.00045],
    [0.00038025, 0.000625, 0.00005],
  ])("from %d to %d sells one token for the other, at the fee of the pool", async (...row) => {
    const [minPrice, maxPrice, ratio] = row;
    const opened = await openWallet();
    const { client, address, execute } = opened;
    const first = await openPosition(opened);
    const worth = ({ units0, units1 }: { units0: bigint; units1: bigint }) =>
      Number(units0) / 1e6 + (Number(units1) / 1e18) * 2_500;
    const before = vault(opened, first);
    const { operation } = await client.liquidity.rebalance({
      walletAddress: address,
      toAddress: address,
      chainId: 137,
      tokenId: first,
      newPosition: { minPrice, maxPrice },
    });
    const { nftNumber } = (await execute(hashOf(operation))) as unknown as { nftNumber: string };
    const after = vault(opened, nftNumber);
    expect(Number(after.units1) / 1e12 / Number(after.units0)).toBeCloseTo(ratio, 6);
    const sold = Math.abs(Number(before.units0 - after.units0)) / 1e6;
    const cost = worth(before) - worth(after);
    expect(cost).toBeCloseTo(0.05 + sold * 0.0005, 2);
  });

  test("that was prepared twice is executed once", async () => {
    const opened = await openWallet();
    const { client, address } = opened;
    const tokenId = await openPosition(opened);
    const ask = () =>
      client.liquidity.rebalance({
        walletAddress: address,
        toAddress: address,
        chainId: 137,
        tokenId,
        newPosition: { minPrice: 0, maxPrice: 1 },
      });
    const hashes = [hashOf((await ask()).operation), hashOf((await ask()).operation)];
    expect(await executeAll(opened, hashes)).toEqual(["COMPLETED", "FAILED"]);
  });
});

describe("a liquidity request", () => {
  test("is rejected with the names of unknown tokens", async () => {
    const opened = await openWallet();
    for (const field of ["token0", "token1", "tokenIn", "payGasFeeToken"] as const) {
      const call = opened.client.liquidity.create(asked(opened, { [field]: unknown }));
      await expect(call).rejects.toMatchObject({
        id: "NOT_AUTHORIZED_TOKENS",
        message: expect.stringContaining(unknown),
      });
    }
  });

  test("has a revert reason and no hash if the balance is too low", async () => {
    const opened = await openWallet();
    const { operation } = await opened.client.liquidity.create(
      asked(opened, { amountIn: "10001" }),
    );
    expect(operation).toMatchObject({
      userOperationHash: null,
      revertReason: { decoded: expect.stringContaining("insufficient balance") },
    });
    const nothing = await opened.client.liquidity.create(asked(opened, { amountIn: "0" }));
    expect(nothing.operation.userOperationHash).toBeNull();
    const absurd = await opened.client.liquidity.create(
      asked(opened, { amountIn: "9".repeat(100) }),
    );
    expect(absurd.operation.userOperationHash).toBeNull();
  });

  test("is rejected for an unknown fee tier", async () => {
    const opened = await openWallet();
    await expect(
      opened.client.liquidity.create(asked(opened, { poolFeePercent: 0.2 })),
    ).rejects.toMatchObject({
      id: "BAD_REQUEST",
      issues: [{ path: "poolFeePercent" }],
    });
  });

  test("is rejected with its field for an unknown position", async () => {
    const { client, address: walletAddress } = await openWallet();
    const call = client.liquidity.collectFees({
      walletAddress,
      chainId: 137,
      payGasFeeToken: usdc,
      nftId: "1",
    });
    await expect(call).rejects.toMatchObject({ id: "BAD_REQUEST", issues: [{ path: "nftId" }] });
  });
});

describe("pools", () => {
  test("are listed once each on all pages", async () => {
    const { client } = openSandbox();
    const pools = await client.liquidity
      .pools({ filterWhitelist: false, take: 50 })
      .toArray({ limit: 1_000 });
    expect(pools.length).toBeGreaterThanOrEqual(300);
    expect(new Set(pools.map(({ id }) => id)).size).toBe(pools.length);
    expect(pools.some(({ totalValueLockedUSD }) => Number(totalValueLockedUSD) < 1)).toBe(true);
    expect(pools[0]).toMatchObject({
      chain: { id: 137 },
      fee: 0.05,
      tokens: [{ address: usdc }, { address: weth }],
    });
    for (const { id, chain, address } of pools)
      expect(id?.toLowerCase()).toBe(`${chain?.id}-${address}`);
  });

  test("contain the share of each token as a fraction of one, and both shares add up to one", async () => {
    const { client } = openSandbox();
    const { items } = await client.liquidity.pools({ filterWhitelist: false }).firstPage();
    expect(items.length).toBeGreaterThan(0);
    for (const { tokens = [] } of items) {
      const shares = tokens.map(({ poolShare }) => poolShare ?? Number.NaN);
      expect(shares).toHaveLength(2);
      expect((shares[0] as number) + (shares[1] as number)).toBeCloseTo(1, 9);
    }
  });

  test("are filtered by chain, token, id and whitelist", async () => {
    const { sandbox, client } = openSandbox();
    const list = (query: object) =>
      client.liquidity.pools({ filterWhitelist: false, ...query }).toArray({ limit: 1_000 });
    const onTwo = await list({ chainIds: [1, 8453] });
    expect(new Set(onTwo.map(({ chain }) => chain?.id))).toEqual(new Set([1, 8453]));
    const withWeth = await list({ tokensAddresses: [weth.toUpperCase().replace("0X", "0x")] });
    expect(withWeth.length).toBeGreaterThanOrEqual(3);
    expect(withWeth.every(({ tokens }) => tokens?.some(({ address }) => address === weth))).toBe(
      true,
    );
    const ids = onTwo.slice(0, 2).map(({ id }) => id);
    expect((await list({ ids })).map(({ id }) => id)).toEqual(ids);
    sandbox.configure({ whitelist: [`137:${usdc}`, `137:${weth}`] });
    const whitelisted = await client.liquidity.pools({ take: 50 }).toArray({ limit: 1_000 });
    expect(whitelisted.map(({ fee }) => fee)).toEqual([0.05, 0.3]);
  });

  test("have statistics for the requested days, but not for 365", async () => {
    const { client } = openSandbox();
    const stats = async (rangeInDays: number) =>
      (await client.liquidity.pools({ rangeInDays }).firstPage()).items[0]?.stats;
    const week = await stats(7);
    expect(week?.rangeInDays).toBe(7);
    expect(Number((await stats(14))?.volumeInUSD)).toBeGreaterThan(Number(week?.volumeInUSD));
    expect(await stats(365)).toEqual({
      rangeInDays: 30,
      feesInUSD: "0",
      volumeInUSD: "0",
      transactionsCount: 0,
    });
  });
});
