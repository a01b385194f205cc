import {
  integerFrom,
  listOf,
  maybe,
  numberFrom,
  type ObjectSchema,
  oneOf,
  text,
} from "../../contract/records/schema.js";
import {
  AnyAddress,
  Decimal,
  EvmAddress,
  evmAddressPattern,
  Flag,
  Text,
} from "../../contract/shared/primitives.js";
import { assertVersion } from "../../errors/assert-version.js";
import { ConfigurationError } from "../../errors/data.js";
import { copyData } from "../../shared/copy-data.js";
import { quoteValue } from "../../shared/hide-secrets.js";
import { defaultFailureReason } from "../kyc/sessions.js";
import { fillLimitOrder, setMarketPrice } from "../operations/settle-limit-orders.js";
import { type FundRequest, fundAccount, registerBitcoinWallet } from "../wallets/fund-account.js";
import { toAccountKey } from "../world/ledger.js";
import { findEntry } from "../world/state.js";
import { outages, type Project, type World } from "../world/world.js";
import { type Control, type ControlName, getCurrentWorld, given, requestOf } from "./control.js";
import { faultControls } from "./fault-controls.js";
import { fromJson, toJson } from "./snapshot-json.js";
import type { NftGift, PriceChange, ProjectChanges, SandboxSnapshot } from "./types.js";

const hundredYears = 100 * 365 * 86_400_000;
const ChainNumber = integerFrom(0, Number.MAX_SAFE_INTEGER);
const TokenAddress = text(/./, "a token address");

/** Every control of a sandbox. Its methods and the routes both read this table. */
export const controlTable: { readonly [Name in ControlName]: Control<Name> } = {
  fund: {
    example:
      '{"account":"0x1111111111111111111111111111111111111111","chainId":137,"token":"0x3c499c542cef5e3811e1192ce70d8cc03d5c3359","amount":"100"}',
    body: requestOf<FundRequest>(() => ({
      account: AnyAddress,
      chainId: ChainNumber,
      token: TokenAddress,
      amount: Decimal,
    })),
    run: (state, gift) => fundAccount(getCurrentWorld(state), gift),
  },
  fundNft: {
    example:
      '{"account":"0x1111111111111111111111111111111111111111","chainId":137,"token":"0x00000000000000000000000000000000000b0b0a","tokenId":"7","name":"Example"}',
    body: requestOf<NftGift>(() => ({
      account: AnyAddress,
      chainId: integerFrom(1, Number.MAX_SAFE_INTEGER),
      token: text(evmAddressPattern, "the address of the collection"),
      tokenId: Text,
      name: Text,
      broken: given(Flag),
    })),
    run({ world }, { account, token: address, broken = false, ...nft }) {
      const key = toAccountKey(account);
      world.nfts[key] = [...(findEntry(world.nfts, key) ?? []), { ...nft, address, broken }];
    },
  },
  registerBitcoinWallet: {
    example: '{"account":"bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4"}',
    body: requestOf<{ account: string }>(() => ({ account: Text })),
    run: ({ world }, { account }) => registerBitcoinWallet(world, getProject(world), account),
  },
  setPrice: {
    example: '{"chainId":137,"token":"0x7ceb23fd6bc0add59e62ac25578270cff1b9f619","price":"2500"}',
    body: requestOf<PriceChange>(() => ({
      chainId: ChainNumber,
      token: TokenAddress,
      price: Decimal,
    })),
    run: (state, { chainId, token, price }) =>
      setMarketPrice(getCurrentWorld(state), chainId, token, price),
  },
  fillOrder: {
    example: '{"transactionId":"tx_000001","percent":25}',
    body: requestOf(() => ({ transactionId: Text, percent: integerFrom(1, 100) })),
    run: (state, fill) => fillLimitOrder(getCurrentWorld(state), fill),
  },
  now: {
    method: "GET",
    run: ({ clock, world }) => clock.getTime(world),
    toResponse: () => undefined,
  },
  advance: {
    example: '{"milliseconds":60000}',
    parameters: ["milliseconds"],
    run({ clock, webhooks, world }, milliseconds) {
      if (typeof milliseconds !== "number" || !(milliseconds >= 0 && milliseconds <= hundredYears))
        throw new ConfigurationError(
          `advance: expected milliseconds ≥ 0 and ≤ ${hundredYears}, got ${quoteValue(milliseconds)}`,
        );
      clock.advance(world, milliseconds);
      webhooks.flush();
    },
  },
  configure: {
    example: '{"units":1000,"liquidityEcho":true}',
    // Not `request`, in which null means "not given". The method rejects unknown fields.
    body: {
      kind: "record",
      fields: () => ({
        units: given(integerFrom(0, Number.MAX_SAFE_INTEGER)),
        whitelist: given(listOf(Text)),
        treasury: maybe(EvmAddress),
        fiat: given(Flag),
        liquidityEcho: given(Flag),
        deleted: given(Flag),
      }),
    } satisfies ObjectSchema<ProjectChanges>,
    run: ({ world }, changes) => void Object.assign(getProject(world), copyData(changes)),
  },
  decide: {
    example: '{"sessionId":"session_000001","outcome":"FAILED","failureReason":"BLURRED"}',
    body: requestOf(() => ({
      sessionId: Text,
      outcome: oneOf("COMPLETED", "FAILED"),
      failureReason: given(Text),
    })),
    parameters: ["sessionId", "outcome", "failureReason"],
    run({ world }, sessionId, outcome, failureReason = defaultFailureReason) {
      const session = findEntry(world.sessions, sessionId);
      if (!session)
        throw new ConfigurationError(`decide: the sandbox has no session ${quoteValue(sessionId)}`);
      session.outcome = outcome;
      session.failureReason = outcome === "FAILED" ? failureReason : null;
    },
  },
  ...faultControls,
  outage: {
    example: '{"part":"fiat-quotes","down":true}',
    body: requestOf(() => ({ part: oneOf(...outages), down: given(Flag) })),
    parameters: ["part", "down"],
    run({ world }, part, down = true) {
      world.outages = world.outages.filter((other) => other !== part);
      if (down) world.outages.push(part);
    },
  },
  diverge: {
    example: '{"percent":5}',
    body: requestOf<{ percent: number }>(() => ({ percent: numberFrom(0, 100) })),
    run({ world }, { percent }) {
      world.divergence = percent;
    },
  },
  webhooks: {
    example: '{"url":"http://127.0.0.1:3000/webhooks","secret":"whsec_plJ3nmyCDGBKInavdOK15jsl"}',
    run: ({ webhooks }, options) => webhooks.add(options),
    toResponse: () => undefined,
  },
  trigger: {
    example: '{"type":"ramp.deposit","overrides":{"status":"FAILED"}}',
    parameters: ["type", "overrides"],
    run: ({ webhooks }, type, overrides) => webhooks.trigger(type, overrides),
    toResponse: (deliveries) => ({ deliveries }),
  },
  "webhooks.redeliver": {
    example: "{}",
    body: requestOf(() => ({ id: given(Text) })),
    parameters: ["id"],
    run: ({ webhooks }, id) => webhooks.redeliver(id),
    toResponse: (deliveries) => ({ deliveries }),
  },
  requests: {
    method: "GET",
    run: ({ log }) => log.requests,
    toResponse: (requests) => ({ requests }),
  },
  snapshot: {
    method: "GET",
    run: (state) => copyData(getCurrentWorld(state)) as unknown as SandboxSnapshot,
    toResponse: (snapshot) => ({ snapshot: toJson(snapshot) }),
  },
  restore: {
    parameters: ["snapshot"],
    run(state, snapshot) {
      assertSnapshot(snapshot, state.world);
      // The first snapshots have no blocks.
      const { blocks = {}, divergence = 0, ...world } = fromJson(snapshot) as Partial<World>;
      state.world = { ...world, blocks, divergence } as World;
      state.clock.resume(state.world);
      state.webhooks.flush();
    },
  },
  reset: {
    parameters: [],
    run(state) {
      state.webhooks.stopAll();
      state.world = state.createWorld();
      state.clock.resume(state.world);
      state.faults.clear();
      state.log.clear();
    },
  },
};

function getProject({ projects }: World): Project {
  return Object.values(projects)[0] as Project;
}

function assertSnapshot(snapshot: object, world: World): void {
  assertVersion("restore", "a snapshot", snapshot, world.version);
  const { blocks: _blocks, divergence: _divergence, ...parts } = world;
  const missing = Object.keys(parts).filter((part) => !Object.hasOwn(Object(snapshot), part));
  if (missing.length === 0) return;
  throw new ConfigurationError(
    `restore: expected a snapshot, got an object without ${missing.join(", ")}`,
    { hint: "Pass the result of snapshot()." },
  );
}
