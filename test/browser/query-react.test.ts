import {
  QueryClientProvider,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import { createElement, type FC, Fragment, StrictMode, useState } from "react";
import { createRoot } from "react-dom/client";
import { describe, expect, onTestFinished, test } from "vitest";
import { createQueries } from "../../src/query/index.js";
import { openQueryClient } from "../query/query-kit.js";
import { openSandbox, openWallet } from "../sandbox/open-sandbox.js";
import { createSwapRequest } from "../sandbox/swap/swap-requests.js";
import { waitFor } from "../support/waiting.js";

/** Renders one component with React. */
function render(component: FC, queryClient = openQueryClient()) {
  const element = document.body.appendChild(document.createElement("div"));
  const root = createRoot(element);
  root.render(
    createElement(
      StrictMode,
      null,
      createElement(QueryClientProvider, { client: queryClient }, createElement(component)),
    ),
  );
  onTestFinished(() => {
    root.unmount();
    element.remove();
  });
  return {
    text: () => element.textContent,
    click: () => element.querySelector("button")?.click(),
    unmount: () => root.unmount(),
  };
}

async function openPage() {
  const opened = await openWallet();
  const sent = (operation: string) =>
    opened.sandbox.requests.filter((request) => request.operation === operation).length;
  return { ...opened, sent, queries: createQueries(opened.client) };
}

describe("in a React page", () => {
  test("a component that renders a thousand times sends one request", async () => {
    const { queries, address, sent } = await openPage();
    let renders = 0;
    const { text } = render(() => {
      const [, setCount] = useState(0);
      const { data } = useQuery(queries.wallets.portfolio(address, { includeTokens: true }));
      renders++;
      if (renders < 1_100) queueMicrotask(() => setCount(renders));
      return data ? `${data.tokens?.length} tokens after many renders` : "loading";
    });
    await waitFor(() => expect(renders).toBeGreaterThanOrEqual(1_000));
    await waitFor(() => expect(text()).toMatch(/^\d tokens/));
    expect(sent("wallets.portfolio")).toBe(1);
  });

  test("a thousand components share one request", async () => {
    const { queries, address, sent } = await openPage();
    const One: FC = () =>
      createElement(Fragment, null, useQuery(queries.wallets.portfolio(address)).data ? "x" : "");
    const { text } = render(() =>
      createElement(
        Fragment,
        null,
        ...Array.from({ length: 1_000 }, (_, key) => createElement(One, { key })),
      ),
    );
    await waitFor(() => expect(text()).toHaveLength(1_000));
    expect(sent("wallets.portfolio")).toBe(1);
  });

  test("unmounting a component aborts its request", async () => {
    const { sandbox, address } = await openPage();
    const { client } = openSandbox();
    const signals: AbortSignal[] = [];
    const hanging = (request: Request) => {
      signals.push(request.signal);
      return new Promise<Response>((_, reject) =>
        request.signal.addEventListener("abort", () => reject(request.signal.reason)),
      );
    };
    const queries = createQueries(client.withOptions({ baseUrl: sandbox.baseUrl, fetch: hanging }));
    const { unmount } = render(() => useQuery(queries.wallets.portfolio(address)).status);
    await waitFor(() => expect(signals.some(({ aborted }) => !aborted)).toBe(true));
    unmount();
    await waitFor(() => expect(signals.every(({ aborted }) => aborted)).toBe(true));
  });

  test("lists load page by page, quotes show, and a write sends one request in StrictMode", async () => {
    const { queries, address, sent, client } = await openPage();
    const list = render(() => {
      const { data, fetchNextPage, hasNextPage } = useInfiniteQuery(
        queries.tokens.list({ perPage: 2 }),
      );
      const count = data?.pages.flatMap(({ items }) => items).length ?? 0;
      return createElement(
        Fragment,
        null,
        `${count} ${hasNextPage}`,
        createElement("button", { type: "button", onClick: () => void fetchNextPage() }),
      );
    });
    await waitFor(() => expect(list.text()).toBe("2 true"));
    list.click();
    await waitFor(() => expect(list.text()).toBe("4 true"));
    expect(sent("tokens.list")).toBe(2);

    const quote = render(() =>
      String(useQuery(queries.swap.quote(createSwapRequest(address))).data?.quotes.length),
    );
    await waitFor(() => expect(quote.text()).toMatch(/^[1-9]/));
    expect(sent("swap.quote")).toBe(1);

    const { items } = await client.wallets.history(address).firstPage();
    const id = (items[0] as { id: string }).id;
    const before = sent("wallets.history");
    const form = render(() => {
      const queryClient = useQueryClient();
      const history = useInfiniteQuery(queries.wallets.history(address));
      const update = useMutation({
        ...queries.wallets.updateTransactionMetadata(),
        onSuccess: () =>
          queryClient.invalidateQueries({ queryKey: queries.keys("wallets.history") }),
      });
      const note = JSON.stringify(
        history.data?.pages[0]?.items.find((item) => item.id === id)?.metadata,
      );
      return createElement(
        Fragment,
        null,
        `${update.status} ${note}`,
        createElement("button", {
          type: "button",
          onClick: () => update.mutate([id, { note: "paid" }]),
        }),
      );
    });
    await waitFor(() => expect(form.text()).toMatch(/^idle (?!undefined)/));
    form.click();
    await waitFor(() => expect(form.text()).toContain('success {"note":"paid"}'));
    expect(sent("wallets.updateTransactionMetadata")).toBe(1);
    expect(sent("wallets.history") - before).toBe(2);
  });
});
