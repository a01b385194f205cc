import { WalletNotRegisteredError } from "bursar";

export const title = "Error 2: the service refuses, and its error id has become a class";

export async function code({ client, owner, console }) {
  try {
    // The owner's address, where the wallet's belongs.
    await client.wallets.history(owner.address).firstPage();
  } catch (error) {
    if (!(error instanceof WalletNotRegisteredError)) throw error;
    console.log(error.status, error.id);
    console.log(error.hint);
    console.log("for support:", error.traceId);
  }
}
