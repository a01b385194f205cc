// Shows how the server registers the smart wallet of a user, and starts a session.

import { createClient, factories, isAddress } from "bursar";
import { startSession } from "@/app/session";

export async function POST(request: Request): Promise<Response> {
  const { owner }: { owner?: unknown } = await request.json();
  if (!isAddress(owner)) return Response.json({ message: "owner is no address" }, { status: 400 });
  // Created here: at build time there is no key. It reads BURSAR_BASE_URL and BURSAR_API_KEY.
  const { wallet, newlyRegistered } = await createClient().wallets.ensure({
    externallyOwnedAccount: owner,
    factory: factories.lightAccount["2.0.0"],
  });
  if (newlyRegistered) await fundInSandbox(wallet.walletAddress);
  return startSession(wallet.walletAddress);
}

/** Only the sandbox can create money. Delete this function. */
async function fundInSandbox(account: string): Promise<void> {
  const token = "0x3c499c542cef5e3811e1192ce70d8cc03d5c3359";
  await fetch(`${process.env["BURSAR_BASE_URL"]}/__sandbox/fund`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ account, chainId: 137, token, amount: "500" }),
  });
}
