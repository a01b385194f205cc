// The recommended setup: the page calls its own server and does not have the key.
import { createClient, isApiError } from "bursar";

const client = createClient({ baseUrl: "/api/bursar" });
const output = document.querySelector("#result");

async function run() {
  const { items } = await client.tokens.list({ search: "USDC" }).firstPage();
  const error = await client.fiat.createDeposit({ quoteId: "none" }).catch((reason) => reason);
  return { symbols: items.map(({ symbol }) => symbol), refused: isApiError(error) };
}

run().then(
  (result) => {
    output.textContent = JSON.stringify(result);
  },
  (error) => {
    output.textContent = JSON.stringify({ failed: String(error), stack: error.stack });
  },
);
