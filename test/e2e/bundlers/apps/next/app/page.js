import { createClient } from "bursar";

const { BURSAR_BASE_URL: baseUrl, BURSAR_API_KEY: apiKey } = process.env;

/** Reads the status of an operation by plain `fetch`, which Next.js 14 caches, or by the client. */
const readers = {
  async fetch(wallet, userOperationHash) {
    const url = `${baseUrl}/api/v1/wallets/${wallet}/history?userOperationHash=${userOperationHash}`;
    const response = await fetch(url, { headers: { "x-api-key": apiKey } });
    return (await response.json()).transactions[0].status;
  },
  async client(wallet, userOperationHash) {
    const client = createClient({ baseUrl, apiKey });
    const { items } = await client.wallets.history(wallet, { userOperationHash }).firstPage();
    return items[0].status;
  },
  async wait(wallet, userOperationHash) {
    const client = createClient({ baseUrl, apiKey });
    const options = { interval: 50, maxInterval: 50, timeout: 120_000 };
    const subject = { userOperationHash };
    return (await client.wallets.waitForTransaction(wallet, subject, options)).status;
  },
};

/** Next.js renders it for each request, because it reads the query. */
export default async function Page({ searchParams }) {
  const { by, hash, wallet } = await searchParams;
  const status = await readers[by](wallet, hash).catch(String);
  return <output>{`status: ${status};`}</output>;
}
