import fc from "fast-check";
import { privateKeyToAccount } from "viem/accounts";
import { describe, test } from "vitest";
import {
  type Client,
  hasSomethingToSign,
  isBursarError,
  isExecutable,
  isLimitOrder,
  type LiquidityOperation,
  type SwapQuote,
} from "../../src/index.js";
import { createQueries } from "../../src/query/index.js";
import {
  checkQuote,
  describeQuote,
  isExpired,
  pickExecutable,
  signCancellation,
  signOperation,
  signQuote,
} from "../../src/signing/index.js";
import { findFactory } from "../query/query-kit.js";
import type { Fixture } from "../support/fixtures/fixture.js";
import { fixtureOf, fixtures } from "../support/fixtures/index.js";
import { hash, owner, wallet } from "../support/fixtures/values.js";
import { chooseSeed } from "../support/random-runs.js";
import { clientOn, recorder } from "../support/recorder.js";
import { type Path, pathsOf, without, withValue } from "./walk.js";

const account = privateKeyToAccount(`0x${"11".repeat(32)}`);

const values = fc.oneof(
  fc.constantFrom<unknown>(null, "", "text", 0, -1, 1.5, true, [], {}, [null], [{}], "0x", "1e9"),
  fc.jsonValue({ maxDepth: 2 }),
);
const steps = fc.array(fc.record({ place: fc.nat(), item: values, removes: fc.boolean() }), {
  minLength: 1,
  maxLength: 4,
});

/** Responses that differ from the fixture in random places. */
const drifting = (full: unknown) =>
  steps.map((changes) =>
    changes.reduce((json, { place, item, removes }) => {
      const paths = pathsOf(json);
      const path = paths[place % Math.max(1, paths.length)] as Path | undefined;
      if (!path) return json;
      return removes ? without(json, path) : withValue(json, path, item);
    }, full),
  );

/** Runs code that reads drifting data. It may reject only with an error of the library. */
async function survives(run: () => unknown): Promise<void> {
  try {
    await run();
  } catch (error) {
    if (!isBursarError(error)) throw error;
  }
}

const modes = ["essential", "off"] as const;

/** Reads a response in a mode. Undefined if the call rejects. */
async function read(fixture: Fixture, json: unknown, validation: (typeof modes)[number]) {
  const client = clientOn(recorder([{ json }]), { validation });
  let data: unknown;
  await survives(async () => {
    data = await fixture.call(client);
  });
  return data;
}

const now = 1_700_000_000_000;
const options = { owner, walletAddress: wallet, chainId: 137, now } as const;
const request = fixtureOf("swap.quote").minimalArgs[0] as never;

type Use = (data: never) => unknown[];

/** What the library does with responses. */
const uses: Readonly<Partial<Record<string, Use>>> = {
  "swap.quote": ({ quotes }: { quotes: SwapQuote[] }) => [
    () => pickExecutable(quotes, { now }),
    ...[quotes]
      .flat()
      .flatMap((quote) => [
        () => isExecutable(quote),
        () => isLimitOrder(quote),
        () => checkQuote(quote, { ...options, expect: request }),
        () => describeQuote(quote, { now }),
        () => isExpired(quote, { now }),
        () => signQuote(quote, account, { ...options, expect: request }),
      ]),
  ],
  "swap.prepareCancellation": (prepared) => [() => signCancellation(prepared, account, options)],
  "lending.quote": (quote) => [() => signOperation(quote, account, options)],
  "fiat.createWithdrawal": (order) => [() => signOperation(order, account, options)],
};
const useOperation: Use = ({ operation }: { operation: LiquidityOperation }) => [
  () => hasSomethingToSign(operation),
  () => signOperation(operation, account, options),
];

const signed = fixtures.filter(({ name }) => uses[name] ?? name.startsWith("liquidity.c"));

type SessionName = "kyc.individual.standard.get" | "kyc.business.standard.get";

/** Registers the tests, each with this number of random inputs. */
export function testDriftingData(numRuns: number): void {
  describe("nothing crashes that reads drifting data:", () => {
    test.each(signed)("checks and signatures of $name", async (fixture) => {
      const use = uses[fixture.name] ?? useOperation;
      const property = fc.asyncProperty(
        drifting(fixture.full),
        fc.constantFrom(...modes),
        async (json, mode) => {
          const data = await read(fixture, json, mode);
          if (typeof data !== "object" || data === null) return;
          for (const run of use(data as never)) await survives(run as () => unknown);
        },
      );
      await fc.assert(property, { numRuns, seed: chooseSeed() });
    });

    const listings = fixtures.filter(({ list }) => list);
    test.each(listings)("pages and query options of $name", async (fixture) => {
      const property = fc.asyncProperty(
        drifting(fixture.full),
        fc.constantFrom(...modes),
        async (json, validation) => {
          const client = clientOn(
            recorder(() => ({ json })),
            { validation },
          );
          const method = fixture.name.split(".").reduce<unknown>((node, key) => {
            const member = (node as Record<string, unknown>)[key];
            return typeof member === "function" ? member.bind(node) : member;
          }, client) as (...args: unknown[]) => { toArray(options: object): Promise<unknown> };
          await survives(() => method(...fixture.minimalArgs).toArray({ limit: 5 }));
          const { queryFn, getNextPageParam, initialPageParam } = findFactory(
            createQueries(client),
            fixture.name,
          )(...fixture.minimalArgs);
          await survives(async () => {
            const page = await queryFn({ pageParam: initialPageParam, meta: undefined } as never);
            getNextPageParam?.(page, [page], initialPageParam, [initialPageParam]);
          });
        },
      );
      await fc.assert(property, { numRuns, seed: chooseSeed() });
    });

    const reads = fixtures.filter(({ effect, list }) => effect !== "write" && !list);
    test.each(reads)("query options of $name", async (fixture) => {
      const property = fc.asyncProperty(drifting(fixture.full), async (json) => {
        const client = clientOn(recorder([{ json }]));
        const made = findFactory(createQueries(client), fixture.name)(...fixture.args);
        await survives(async () => {
          const data = await made.queryFn({ meta: undefined } as never);
          const state = { data, dataUpdatedAt: 0, fetchStatus: "idle" };
          for (const option of [made.staleTime, made.refetchInterval])
            if (typeof option === "function") option({ state });
        });
      });
      await fc.assert(property, { numRuns, seed: chooseSeed() });
    });

    type Wait = (client: Client) => PromiseLike<unknown>;
    const pace = { interval: 1, maxInterval: 1 };
    const waits: readonly [what: string, name: "wallets.history" | SessionName, wait: Wait][] = [
      [
        "a transaction",
        "wallets.history",
        (client) => client.wallets.waitForTransaction(wallet, { userOperationHash: hash }, pace),
      ],
      [
        "a session of a person",
        "kyc.individual.standard.get",
        (client) => client.kyc.waitForSession("s", pace),
      ],
      [
        "a session of a company",
        "kyc.business.standard.get",
        (client) => client.kyc.waitForSession("s", { ...pace, kind: "business.standard" }),
      ],
    ];
    test.each(waits)("a wait for %s", async (_, name, wait) => {
      const { full } = fixtureOf(name);
      const last = JSON.parse(JSON.stringify(full).replaceAll('"PENDING"', '"COMPLETED"'));
      const property = fc.asyncProperty(
        fc.array(drifting(full), { minLength: 1, maxLength: 4 }),
        fc.constantFrom(...modes),
        async (responses, validation) => {
          const waiting = [...responses];
          const fetch = recorder(() => ({ json: waiting.shift() ?? last }));
          await survives(() => wait(clientOn(fetch, { validation })));
        },
      );
      await fc.assert(property, { numRuns, seed: chooseSeed() });
    });
  });
}
