import { defineComponent, h, nextTick, onMounted, onUnmounted, ref, Teleport } from "vue";
import { renderField, renderResults, useSearch } from "./search-index.js";

const isText = ({ tagName, isContentEditable }: HTMLElement) =>
  isContentEditable || ["INPUT", "SELECT", "TEXTAREA"].includes(tagName);

/**
 * The button of the search, and its dialog. It replaces those of VitePress, whose results are links
 * inside options, which screen readers cannot reach.
 */
export default defineComponent(() => {
  const { words, results, load, isLoaded } = useSearch(16);
  const isOpen = ref(false);
  const dialog = ref<HTMLDialogElement>();

  async function open() {
    if (isOpen.value) return;
    isOpen.value = true;
    await nextTick();
    dialog.value?.showModal();
    dialog.value?.querySelector("input")?.select();
    await load();
  }

  function onShortcut(event: KeyboardEvent) {
    const isShortcut =
      event.key.toLowerCase() === "k"
        ? event.ctrlKey || event.metaKey
        : event.key === "/" && !isText(event.target as HTMLElement);
    if (!isShortcut) return;
    event.preventDefault();
    open();
  }
  onMounted(() => addEventListener("keydown", onShortcut));
  onUnmounted(() => removeEventListener("keydown", onShortcut));

  /** The arrow keys move between the field and the results. */
  function onArrow(event: KeyboardEvent) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const stops = [...(dialog.value?.querySelectorAll<HTMLElement>("input, li a") ?? [])];
    const next = stops.indexOf(document.activeElement as HTMLElement) + step;
    stops.at(next % stops.length)?.focus();
  }

  const close = () => dialog.value?.close();
  /** A click on the backdrop has the dialog itself as its target. */
  const onClick = ({ target }: MouseEvent) => {
    if (target === dialog.value || (target as HTMLElement).closest("li a")) close();
  };

  const renderStatus = () => {
    if (!isLoaded.value || !words.value.trim()) return "";
    const { length } = results.value;
    return length === 0 ? "No results" : `${length} ${length === 1 ? "result" : "results"}`;
  };

  const renderDialog = () =>
    h(
      "dialog",
      {
        ref: dialog,
        class: "search-dialog",
        "aria-label": "Search",
        onClick,
        onKeydown: onArrow,
        onClose: () => {
          isOpen.value = false;
        },
      },
      [
        h(
          "form",
          {
            onSubmit: (event: Event) => {
              event.preventDefault();
              dialog.value?.querySelector<HTMLElement>("li a")?.click();
            },
          },
          [
            renderField(words, { class: "search-field", "aria-label": "Search the documentation" }),
            h("button", { type: "button", class: "search-close", onClick: close }, "Close"),
          ],
        ),
        h("p", { class: "search-status", role: "status" }, renderStatus()),
        renderResults(results.value),
      ],
    );

  return () =>
    h("div", { class: "VPNavBarSearch" }, [
      h(
        "button",
        {
          type: "button",
          class: "search-button",
          "aria-keyshortcuts": "/ Control+K Meta+K",
          onClick: open,
        },
        [
          h("span", { class: "search-icon" }),
          h("span", { class: "search-label" }, "Search"),
          h("kbd", { class: "search-keys", "aria-hidden": "true" }),
        ],
      ),
      isOpen.value ? h(Teleport, { to: "body" }, renderDialog()) : undefined,
    ]);
});
