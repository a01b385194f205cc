import type { EndpointName, ErrorId } from "../../src/index.js";
import { openSession } from "../sandbox/kyc/verification-sessions.js";
import { inWorld, openWallet } from "../sandbox/open-sandbox.js";
import { depositQuoteOf, withdrawalQuote } from "../sandbox/valid-calls.js";
import { ach } from "../support/fixtures/fiat.js";
import { bitcoin, native, owner, wallet } from "../support/fixtures/values.js";

/** A sandbox in which what the fixtures name by hand is there: their wallets, people, sessions, transactions and quotes. */
export async function openFixtureWorld() {
  const opened = await openWallet();
  const { sandbox, client, address } = opened;
  const individual = await openSession(opened, "individual.standard");
  const enhanced = await openSession(opened, "individual.enhanced");
  const business = await openSession(opened, "business.standard");
  const { depositQuote } = await client.fiat.quoteDeposit(depositQuoteOf(opened));
  const { withdrawQuote } = await client.fiat.quoteWithdrawal({
    ...withdrawalQuote,
    paymentMethodToReceiveDetails: ach,
  });
  sandbox.fund(owner, { chainId: 137, address: native }, "2");
  inWorld(sandbox, ({ wallets, history, identities, sessions, fiatQuotes }) => {
    for (const [name, id] of [
      [wallet, "transaction-1"],
      [bitcoin.segwit, "transaction-0"],
    ] as const) {
      wallets[name] = { ...of(wallets, address), address: name as `0x${string}` };
      history[name] = of(history, address)
        .slice(0, 1)
        .map((record) => ({ ...record, id }));
    }
    identities["individual-1"] = { ...of(identities, "ind_1"), id: "individual-1" };
    sessions["session-1"] = of(sessions, individual);
    sessions["session-2"] = of(sessions, enhanced);
    sessions["session-3"] = of(sessions, business);
    fiatQuotes["quote-1"] = of(fiatQuotes, depositQuote.quoteId);
    fiatQuotes["quote-2"] = of(fiatQuotes, withdrawQuote.quoteId);
  });
  return opened;
}

function of<T>(table: Readonly<Record<string, T>>, key: string): T {
  const found = table[key];
  if (found === undefined) throw new TypeError(`the sandbox has no ${key}`);
  return found;
}

/** What even this world refuses, and why: orders, positions and signed operations cannot be made to bear a given name. */
export const refusedForState: Readonly<
  Partial<Record<EndpointName, { readonly id: ErrorId; readonly message: RegExp }>>
> = {
  "swap.quote": { id: "NOT_AUTHORIZED_TOKENS", message: /Tokens not authorized: 0x/ },
  "swap.prepareCancellation": {
    id: "CANCEL_LIMIT_ORDER_TRANSACTION_NOT_FOUND",
    message: /unknown/,
  },
  "swap.cancelLimitOrder": { id: "CANCEL_LIMIT_ORDER_NOT_ALLOWED", message: /transaction|order/ },
  "liquidity.rebalance": { id: "BAD_REQUEST", message: /holds no open position/ },
  "liquidity.change": { id: "BAD_REQUEST", message: /holds no open position/ },
  "liquidity.collectFees": { id: "BAD_REQUEST", message: /holds no open position/ },
  "operations.execute": { id: "USER_OPERATION_NOT_FOUND", message: /unknown/ },
};
