import localSearchIndex from "@localSearchIndex";
import MiniSearch, { type SearchResult } from "minisearch";
import { useData, withBase } from "vitepress";
import { computed, h, ref, shallowRef, type VNode } from "vue";

/** The search of the site: the words, their results, and what loads the index. */
export function useSearch(limit: number) {
  const { theme } = useData();
  const index = shallowRef<MiniSearch>();
  const words = ref("");
  const results = computed(() => index.value?.search(words.value).slice(0, limit) ?? []);

  /** Loads the index, which only a page that searches needs. */
  async function load() {
    if (index.value) return;
    const { default: data } = await localSearchIndex.root();
    const { options, searchOptions } = theme.value.search.options.miniSearch;
    index.value = MiniSearch.loadJSON(data, {
      storeFields: ["title", "titles"],
      searchOptions,
      ...options,
    });
  }
  return { words, results, load, isLoaded: computed(() => index.value !== undefined) };
}

/** The links of the results. */
export const renderResults = (results: readonly SearchResult[]): VNode =>
  h(
    "ul",
    { class: "search-results" },
    results.map(({ id, title, titles }) =>
      h("li", { key: id }, h("a", { href: withBase(id) }, [...titles, title].join(" › "))),
    ),
  );

/** The field for the words. */
export const renderField = (words: { value: string }, props: object): VNode =>
  h("input", {
    ...props,
    type: "search",
    autocomplete: "off",
    value: words.value,
    onInput: (event: Event) => {
      words.value = (event.target as HTMLInputElement).value;
    },
  });
