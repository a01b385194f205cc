// Compiled with the adapters of three frameworks. Each may have its own version of query-core.
import {
  createInfiniteQuery as solidPages,
  createQuery as solidQuery,
  createMutation as solidWrite,
} from "@tanstack/solid-query";
import {
  createInfiniteQuery as sveltePages,
  createQuery as svelteQuery,
  createMutation as svelteWrite,
} from "@tanstack/svelte-query";
import {
  useInfiniteQuery as vuePages,
  useQuery as vueQuery,
  useMutation as vueWrite,
} from "@tanstack/vue-query";
import { createClient } from "bursar";
import { createQueries } from "bursar/query";

const queries = createQueries(createClient({ baseUrl: "https://app.example.com/api/bursar" }));
const wallet = "0x1111111111111111111111111111111111111111";

const inVue = vueQuery(queries.wallets.portfolio(wallet));
const inSolid = solidQuery(() => queries.wallets.portfolio(wallet));
const inSvelte = svelteQuery(() => queries.wallets.portfolio(wallet));
export const counts: (number | undefined)[] = [
  inVue.data.value?.tokens?.length,
  inSolid.data?.tokens?.length,
  inSvelte.data?.tokens?.length,
];

const pagesInVue = vuePages(queries.wallets.history(wallet));
const pagesInSolid = solidPages(() => queries.wallets.history(wallet));
const pagesInSvelte = sveltePages(() => queries.wallets.history(wallet));
export const states: (string | null | undefined)[] = [
  pagesInVue.data.value,
  pagesInSolid.data,
  pagesInSvelte.data,
].map((data) => data?.pages[0]?.items[0]?.status);

export const writes = [
  vueWrite(queries.operations.execute()),
  solidWrite(() => queries.operations.execute()),
  svelteWrite(() => queries.operations.execute()),
];

// @ts-expect-error A portfolio is not a string. This shows that no value above is `any`.
export const text: string | undefined = inSolid.data;
