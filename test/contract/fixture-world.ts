import type { Session } from "../../src/sandbox/world/people.js";
import { openSession } from "../sandbox/kyc/verification-sessions.js";
import { inWorld, openWallet } from "../sandbox/open-sandbox.js";
import { depositQuoteOf, withdrawalQuote } from "../sandbox/prepare.js";
import { ach } from "../support/fixtures/fiat.js";
import { bitcoin, native, owner, usdc, wallet } from "../support/fixtures/values.js";

let opening: ReturnType<typeof createFixtureWorld> | undefined;

/**
 * Opens a sandbox with the wallets, people, sessions, transactions and quotes of the fixtures. It
 * is created once, and restored for each test.
 */
export async function openFixtureWorld() {
  opening ??= createFixtureWorld();
  const { opened, snapshot } = await opening;
  opened.sandbox.restore(snapshot);
  opened.failOnDrift();
  return opened;
}

async function createFixtureWorld() {
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
  sandbox.fund({ account: owner, chainId: 137, token: native, amount: "2" });
  sandbox.fund({ account: wallet, chainId: 137, token: usdc, amount: "50" });
  inWorld(sandbox, ({ wallets, bitcoinWallets, history, identities, sessions, fiatQuotes }) => {
    wallets[wallet] = { ...get(wallets, address), address: wallet };
    bitcoinWallets[bitcoin.segwit] = { address: bitcoin.segwit, projectId: "project_1" };
    for (const [name, id] of [
      [wallet, "transaction-1"],
      [bitcoin.segwit, "transaction-0"],
    ] as const) {
      history[name] = get(history, address)
        .slice(0, 1)
        .map((record) => ({ ...record, id }));
    }
    identities["individual-1"] = { ...get(identities, "ind_1"), id: "individual-1" };
    sessions["session-1"] = sessionWithId(get(sessions, individual), "session-1");
    sessions["session-2"] = sessionWithId(get(sessions, enhanced), "session-2");
    sessions["session-3"] = sessionWithId(get(sessions, business), "session-3");
    fiatQuotes["quote-1"] = get(fiatQuotes, depositQuote.quoteId);
    fiatQuotes["quote-2"] = get(fiatQuotes, withdrawQuote.quoteId);
  });
  return { opened, snapshot: sandbox.snapshot() };
}

const sessionWithId = (session: Session, id: string): Session => ({
  ...session,
  record: { ...session.record, id },
});

function get<T>(table: Readonly<Record<string, T>>, key: string): T {
  const found = table[key];
  if (found === undefined) throw new TypeError(`the sandbox has no ${key}`);
  return found;
}
