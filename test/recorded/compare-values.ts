type Json = unknown;

/** Masked in the recordings. */
const masked =
  /(?:^|\.)(?:id|accountAbstraction|walletAddress|implementation|quoteId|userOperationHash|traceId|swapProvider|tokenOut|logo|url|to|data|key|bucket|Policy|X-Cloud-\w+)$/;
const times = /(?:At|Time)$/;
/** What follows from the balance and the prices of the day. `values.test.ts` checks how. */
const market =
  /(?:^|\.)(?:balance|balanceFormatted|balanceUsd|priceUsd|tokenInPrice|amountInUSD|amountOutUSD|amountToSendUSD|amountToBeReceived|amountToBeReceivedUSD|minAmountOut|(?:max)?[gG]asFee(?!Method)\w*|maxGasFee\w*|estimateGasCost)$/;

/** The values that differ, in the words of `docs/parity.md`. */
export function compareValues(recorded: Json, received: Json): string[] {
  const differences = new Set<string>();
  compare(recorded, received, "", differences);
  return [...differences].sort();
}

function compare(recorded: Json, received: Json, path: string, differences: Set<string>): void {
  if (Array.isArray(recorded) && Array.isArray(received)) {
    for (const [i, item] of recorded.entries()) {
      const chain = chainOf(item);
      const same = received.find((other) => chain !== undefined && chainOf(other) === chain);
      compare(item, same ?? received[i], `${path}[]`, differences);
    }
    return;
  }
  if (isObject(recorded) && isObject(received)) {
    for (const name of Object.keys(recorded).filter((name) => name in received))
      compare(recorded[name], received[name], path === "" ? name : `${path}.${name}`, differences);
    return;
  }
  const isFree = [masked, times, market].some((pattern) => pattern.test(path));
  if (isFree && typeof recorded === typeof received) return;
  if (withoutAddresses(recorded) === withoutAddresses(received)) return;
  differences.add(`\`${path}\` is ${show(received)} instead of ${show(recorded)}`);
}

/** The chain of an item, or that it is: some lists have one item per chain. */
function chainOf(item: Json): Json {
  if (!isObject(item)) return undefined;
  return isObject(item.chain) ? item.chain.id : typeof item.id === "number" ? item.id : undefined;
}

/** Addresses are masked, also in texts. */
function withoutAddresses(value: Json): Json {
  return typeof value === "string" ? value.replace(/0x[\da-f]{40}\b/gi, "0x…") : value;
}

function isObject(value: Json): value is Record<string, Json> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function show(value: Json): string {
  return `\`${JSON.stringify(value)}\``;
}
