import { WalletNotRegisteredError } from "bursar";

export const title = "Error 2: the service rejects a request, and its error id has an error class";

export async function code({ client, account, console }) {
  try {
    // This is the owner's address. The service expects the wallet's.
    await client.wallets.history(account.address).firstPage();
  } catch (error) {
    if (!(error instanceof WalletNotRegisteredError)) throw error;
    console.log(error.status, error.id);
    console.log(error.hint);
    console.log("for support:", error.traceId);
  }
}
