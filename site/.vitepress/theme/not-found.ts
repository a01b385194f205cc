import { useRoute, withBase } from "vitepress";
import { defineComponent, h, onMounted, ref } from "vue";
import { renderField, renderResults, useSearch } from "./search-index.js";

/** The page for an address without one. Searches for the words of the address. */
export const NotFound = defineComponent(() => {
  const route = useRoute();
  const { words, results, load } = useSearch(8);
  const path = ref("");

  onMounted(() => {
    path.value = decodeURIComponent(route.path);
    words.value = path.value.replace(/\.(?:html|md)$/, "").replace(/[^\p{L}\p{N}]+/gu, " ");
    load();
  });

  const toLink = (href: string, text: string) => h("a", { href: withBase(href) }, text);
  return () =>
    h("main", { class: "not-found vp-doc" }, [
      h("h1", "Page not found"),
      h("p", ["The site has no page ", h("code", path.value), "."]),
      h("label", { for: "not-found-search" }, "Search the documentation"),
      renderField(words, { id: "not-found-search", class: "search-field" }),
      renderResults(results.value),
      h("p", [
        toLink("/", "Start page"),
        " · ",
        toLink("/getting-started", "Getting started"),
        " · ",
        toLink("/overview", "All tasks"),
      ]),
    ]);
});
