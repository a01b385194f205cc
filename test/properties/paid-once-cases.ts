import { type Operation, type Response, type Row, toRow } from "./paid-once-service.js";

export type Random = (limit: number) => number;
export const pick = <T>(random: Random, list: readonly T[]): T => list[random(list.length)] as T;
const often = <T>(random: Random, usual: T, list: readonly T[]): T =>
  random(2) === 0 ? usual : pick(random, list);

const [second, hour, day] = [1_000, 3_600_000, 86_400_000];
const ahead = [61 * second, hour, 10 * day];
const behind = [-10 * day, -hour, -61 * second, -second, 0];
const anywhere = [...behind, second, ...ahead];

/** Which clock may be ahead. Not both: two clocks that agree cannot be refuted. */
const clocks = ["honest", "header", "machine"] as const;

/** What the history shows instead of the record of the payment. An empty history is a miss. */
const ownForms: Record<string, (own: Row) => Row[]> = {
  "as it is": (own) => [own],
  "in upper case": (own) => [
    { ...own, userOperationHash: String(own.userOperationHash).toUpperCase().replace("X", "x") },
  ],
  "without a hash at first": (own) => [
    own.status === "PROCESSING" ? { ...own, userOperationHash: null } : own,
  ],
  "without its hash": (own) => [{ ...own, userOperationHash: null }],
  "with another form of its hash": (own) => [
    { ...own, userOperationHash: String(own.userOperationHash).slice(2) },
  ],
  "with a hash that is no text": (own) => [{ ...own, userOperationHash: { hash: 1 } }],
  "without its metadata": (own) => [{ ...own, metadata: null }],
  "without hash and metadata": (own) => [{ ...own, userOperationHash: null, metadata: null }],
  "on another chain": (own) => [{ ...own, chain: { id: 1, name: "ETHEREUM", logo: "" } }],
  twice: (own) => [own, own],
  "beside a failure": (own) => [{ ...own, status: "FAILED" }, own],
  "behind a failure": (own) => [own, { ...own, id: "tx_f", status: "FAILED" }],
  "beside itself, processed": (own) => [{ ...own, status: "PROCESSING" }, own],
  "with an unknown status": (own) => [{ ...own, status: "SETTLED_SOON" }],
};

const foreign = `0x${"f".repeat(64)}`;
/** Records that have the intent, and are not the payment. */
const noises: Record<string, Row> = {
  "a payment of another chain": toRow("n1", foreign, { chain: { id: 1, name: "", logo: "" } }),
  "an incoming deposit": toRow("n2", foreign, { type: "CRYPTO_DEPOSIT" }),
  "a failed attempt": toRow("n3", foreign, { status: "FAILED" }),
};
const others: Row[] = Array.from({ length: 250 }, (_, i) =>
  toRow(`other_${i}`, `0x${"e".repeat(60)}${String(i).padStart(4, "0")}`, {
    metadata: { intent: `order ${1_000 + i}` },
    ...(i % 40 === 3 && { status: "PROCESSING", userOperationHash: null }),
  }),
);

export interface Scenario {
  readonly clock: (typeof clocks)[number];
  /** How much the servers behind the address are ahead. */
  readonly servers: readonly [number, number];
  readonly own: string;
  readonly noise: string | undefined;
  readonly others: number;
  readonly ignoresFilter: boolean;
  /** The most records of a page. */
  readonly cap: number;
  readonly isOwnLast: boolean;
  /** A full page has no cursor, although there are more. */
  readonly dropsCursor: boolean;
  /** The first response to a write is lost, and the history shows the payment late. */
  readonly isLost: boolean;
  readonly lag: number;
  readonly processing: number;
  /** How long an operation is valid. */
  readonly lifetime: number;
  readonly status: Operation["status"];
  /** Before the last call. What was paid is in the history by then. */
  readonly losesJournal: boolean;
  readonly processes: number;
  readonly attempts: number;
  readonly retry: number;
  readonly waitTimeout: number;
  /** Faults of the network and of the processes. */
  readonly isRough: boolean;
}

/** Each scenario has one kind of history, so that each is met often. */
const histories = ["true", "true", "own", "noise", "hidden", "hidden"] as const;

export function drawScenario(random: Random): Scenario {
  const history = pick(random, histories);
  const isHidden = history === "hidden";
  const isLost = random(2) === 0;
  return {
    clock: pick(random, clocks),
    servers: [pick(random, anywhere), pick(random, ahead)],
    own: history === "own" ? pick(random, Object.keys(ownForms)) : "as it is",
    noise: history === "noise" ? pick(random, Object.keys(noises)) : undefined,
    // The payment is on the first page, on another one, or behind a page that looks like the last.
    others: isHidden ? pick(random, [1, 99, 100, 101, 250, 250]) : 0,
    ignoresFilter: isHidden,
    cap: isHidden ? pick(random, [5, 100, 100, 100]) : 100,
    isOwnLast: random(6) > 0,
    dropsCursor: random(6) > 0,
    isLost,
    lag: isLost ? 55 * second : pick(random, [0, 3 * second, 20 * second]),
    processing: pick(random, [0, 5 * second, 30 * second]),
    lifetime: often(random, 60 * second, [20 * second, 300 * second, Number.POSITIVE_INFINITY]),
    status: pick(random, [...Array(6).fill("COMPLETED"), "FAILED", "PARTIALLY_COMPLETED"]),
    losesJournal: random(5) === 0,
    processes: 1 + random(3),
    attempts: 2 + random(3),
    retry: pick(random, [0, 2, 100]),
    waitTimeout: isLost ? second : pick(random, [second, 20 * second, 200 * second]),
    isRough: random(6) > 0,
  };
}

/** Whether the history says nothing but the truth, at once where that can be expected. */
export const isClear = ({ own, noise, ignoresFilter, clock, lifetime, status }: Scenario) =>
  own === "as it is" &&
  !(noise || ignoresFilter) &&
  clock === "honest" &&
  status !== "PARTIALLY_COMPLETED" &&
  lifetime < Number.POSITIVE_INFINITY;

export const branchesOf = (scenario: Scenario): string[] => [
  `clock: ${scenario.clock}`,
  `record: ${scenario.own}`,
  `beside: ${scenario.noise ?? "nothing"}`,
  `status: ${scenario.status}`,
  ...(scenario.isLost ? ["the first response is lost"] : []),
  ...(scenario.losesJournal ? ["the journal is lost"] : []),
  ...(scenario.ignoresFilter ? ["the filter is ignored"] : []),
  ...(scenario.ignoresFilter && scenario.others >= 100 && scenario.dropsCursor
    ? ["a full page of others without a cursor"]
    : []),
];

/** The page of a query, and the cursor. `own` are the true records of the intent. */
export function showHistory(scenario: Scenario, own: readonly Row[], query: URLSearchParams) {
  const hash = query.get("userOperationHash")?.toLowerCase();
  const isAsked = (row: Row) => (hash ? row.userOperationHash === hash : true);
  const shown = own
    .filter((row) => scenario.ignoresFilter || isAsked(row))
    .flatMap((row) => ownForms[scenario.own]?.(row) ?? []);
  const beside = scenario.noise && (scenario.ignoresFilter || !hash) ? [scenario.noise] : [];
  const more = scenario.ignoresFilter ? others.slice(0, scenario.others) : [];
  const rows = beside.map((name) => noises[name] as Row);
  const all = scenario.isOwnLast ? [...more, ...rows, ...shown] : [...shown, ...rows, ...more];
  const take = Number(query.get("take"));
  const transactions = all.slice(0, Math.min(take, scenario.cap));
  const isWhole = transactions.length === all.length;
  const isFull = transactions.length === take;
  const nextLastId =
    isWhole || (isFull && scenario.dropsCursor) ? null : (transactions.at(-1) as Row).id;
  return { transactions, nextLastId };
}

/** The milliseconds that a clock is ahead, or no `Date` header at all. */
export function drawHeader(
  { clock, servers }: Scenario,
  isByHash: boolean,
  random: Random,
): number | undefined {
  if (clock === "honest") return 0;
  if (random(12) === 0) return undefined;
  // One honest response of each look is enough to refute the clock of the machine.
  return clock === "machine" && isByHash ? Math.min(0, servers[0]) : pick(random, servers);
}

export const drawMachine = ({ clock }: Scenario, random: Random) => ({
  wall: clock === "honest" ? 0 : pick(random, clock === "machine" ? anywhere : behind),
  steady: clock === "honest" ? 0 : pick(random, anywhere),
});

/** What happens at a step of a process. */
export function drawStep({ isRough }: Scenario, random: Random) {
  const pause = () =>
    isRough && random(14) === 0
      ? pick(random, [5 * second, 30 * second, 70 * second, 150 * second, 700 * second])
      : random(3) * 40;
  const kill = isRough && random(30) === 0 ? pick(random, ["before", "after"] as const) : undefined;
  return { before: pause(), after: pause(), kill };
}

const page = "<!doctype html><title>gateway</title>";
export const replies: readonly (Response | "real" | "reset")[] = [
  "real",
  "reset",
  ...[200, 307, 400, 408, 409, 502].map((status) => ({ status, body: page })),
  { status: 403, body: { id: "UNAVAILABLE_COMPUTE_UNITS", message: "" } },
  { status: 400, body: { id: "EXECUTE_USER_OP", message: "" } },
  { status: 429, body: { message: "slow down" } },
  { status: 500, body: { id: "INTERNAL_SERVER_ERROR", message: "" } },
];
const deliveries = ["now", "twice", "late", "late", "never"] as const;

/** What happens to a request of a write. */
export function drawDelivery({ isRough, isLost }: Scenario, isFirst: boolean, random: Random) {
  if (isLost && isFirst) {
    const delivery = pick(random, ["now", "late"] as const);
    return { delivery, reply: "reset", delay: 10 * second, outage: 0 } as const;
  }
  if (!isRough || random(6) === 0)
    return { delivery: "now", reply: "real", delay: 0, outage: 0 } as const;
  const delivery = pick(random, deliveries);
  return {
    delivery,
    // A service that was not reached does not respond.
    reply: pick(random, delivery === "now" || delivery === "twice" ? replies : replies.slice(1)),
    delay: pick(random, [second, 10 * second, 90 * second, 400 * second]),
    // The service cannot be reached for so long.
    outage: random(6) === 0 ? pick(random, [5 * second, 40 * second, 120 * second]) : 0,
  };
}

/** What happens to a look. */
export const drawLook = ({ isRough }: Scenario, random: Random): "real" | "reset" | Response =>
  isRough && random(10) === 0
    ? pick(random, ["reset", { status: 503, body: page }, { status: 403, body: { id: "X" } }])
    : "real";
