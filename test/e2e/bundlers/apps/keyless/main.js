// An app as it should be: the page knows its own server, and nothing of the key.
import { createClient, isApiError } from "bursar";

const client = createClient({ baseUrl: "/api/bursar" });
const told = document.querySelector("#told");

async function look() {
  const { items } = await client.tokens.list({ search: "USDC" }).firstPage();
  const late = await client.fiat.createDeposit({ quoteId: "none" }).catch((error) => error);
  return { symbols: items.map(({ symbol }) => symbol), refused: isApiError(late) };
}

look().then(
  (result) => {
    told.textContent = JSON.stringify(result);
  },
  (error) => {
    told.textContent = JSON.stringify({ failed: String(error), stack: error.stack });
  },
);
