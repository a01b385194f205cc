"use client";

import { createClient, isApiError, type SwapQuoteRequest } from "bursar";
import { describeQuote, pickExecutable } from "bursar/signing";
import { useEffect, useState } from "react";

// Next runs this on the server too, where a relative URL has no base.
const client = createClient({ baseUrl: "/api/bursar" });

async function run(request: SwapQuoteRequest): Promise<object> {
  const { quotes } = await client.swap.quote(request);
  const foreign = `0x${"1".repeat(40)}` as const;
  const rejections = await Promise.all([
    client.swap
      .quote({ ...request, walletAddress: foreign, toAddress: foreign })
      .catch((error: unknown) => error),
    client.wallets.portfolio(request.walletAddress).catch((error: unknown) => error),
  ]);
  return {
    text: describeQuote(pickExecutable(quotes)).text,
    refused: rejections.map((error) => (isApiError(error) ? error.status : String(error))),
  };
}

export function Quote({ request }: { request: SwapQuoteRequest }) {
  const [text, setText] = useState("");
  useEffect(() => {
    run(request).then(
      (result) => setText(JSON.stringify(result)),
      (error: unknown) => setText(JSON.stringify({ failed: String(error) })),
    );
  }, [request]);
  return <output id="result">{text}</output>;
}
