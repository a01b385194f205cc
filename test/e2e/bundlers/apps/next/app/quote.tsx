"use client";

import { createClient, isApiError, type SwapQuoteRequest } from "bursar";
import { describeQuote, pickExecutable } from "bursar/signing";
import { useEffect, useState } from "react";

// As everybody writes it: Next runs this on the server too, where there is no page for the address to be relative to.
const client = createClient({ baseUrl: "/api/bursar" });

async function look(request: SwapQuoteRequest): Promise<object> {
  const { quotes } = await client.swap.quote(request);
  const foreign = `0x${"1".repeat(40)}` as const;
  const refusals = await Promise.all([
    client.swap
      .quote({ ...request, walletAddress: foreign, toAddress: foreign })
      .catch((error: unknown) => error),
    client.wallets.portfolio(request.walletAddress).catch((error: unknown) => error),
  ]);
  return {
    text: describeQuote(pickExecutable(quotes)).text,
    refused: refusals.map((error) => (isApiError(error) ? error.status : String(error))),
  };
}

export function Quote({ request }: { request: SwapQuoteRequest }) {
  const [told, setTold] = useState("");
  useEffect(() => {
    look(request).then(
      (result) => setTold(JSON.stringify(result)),
      (error: unknown) => setTold(JSON.stringify({ failed: String(error) })),
    );
  }, [request]);
  return <output id="told">{told}</output>;
}
