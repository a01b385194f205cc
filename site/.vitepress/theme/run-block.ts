import { withBase } from "vitepress";
import { computed, defineComponent, h, nextTick, onBeforeUnmount, ref, useId } from "vue";
import { startRun } from "../run/start-run.js";

const timeout = 30_000;

/** Shows a block of TypeScript, the slot, with buttons that run and edit it, and its output. */
export const RunBlock = defineComponent({
  setup(_, { slots }) {
    const id = useId();
    const root = ref<HTMLElement>();
    const editor = ref<HTMLTextAreaElement>();
    /** Undefined if the block is as printed. */
    const edited = ref<string>();
    const isEditing = ref(false);
    const status = ref("");
    const lines = ref<string[]>([]);
    const failure = ref("");
    const stop = ref<() => void>();
    const hasOutput = computed(() => lines.value.length > 0 || failure.value !== "");
    const readBlock = () => root.value?.querySelector("pre code")?.textContent ?? "";

    function run(): void {
      stop.value?.();
      lines.value = [];
      failure.value = "";
      status.value = "Loading…";
      let startedAt = 0;
      stop.value = startRun({
        base: withBase("/run/"),
        code: edited.value ?? readBlock(),
        timeout,
        onStart: () => {
          startedAt = performance.now();
          status.value = "Running…";
        },
        onLine: (text) => lines.value.push(text),
        onEnd: (end) => {
          stop.value = undefined;
          failure.value = end.failure ?? "";
          const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
          status.value = end.failure === undefined ? `Done in ${seconds} s` : "Failed";
        },
      });
    }

    function halt(): void {
      stop.value?.();
      stop.value = undefined;
      status.value = "Stopped";
    }

    async function edit(): Promise<void> {
      edited.value ??= readBlock();
      isEditing.value = true;
      await nextTick();
      editor.value?.focus();
    }

    function reset(): void {
      edited.value = undefined;
      isEditing.value = false;
    }

    onBeforeUnmount(() => stop.value?.());

    const button = (label: string, onClick: () => void) =>
      h("button", { type: "button", class: "run-button", onClick }, label);
    const renderEditor = () =>
      h("textarea", {
        ref: editor,
        class: "run-editor",
        "aria-label": "The program",
        spellcheck: false,
        autocapitalize: "off",
        rows: (edited.value ?? "").split("\n").length,
        value: edited.value,
        onInput: ({ target }: Event) => {
          edited.value = (target as HTMLTextAreaElement).value;
        },
        onKeydown: (event: KeyboardEvent) => {
          if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
          event.preventDefault();
          run();
        },
      });
    const renderOutput = () =>
      h("pre", { class: "run-output", role: "region", "aria-labelledby": id, tabindex: 0 }, [
        lines.value.join("\n"),
        failure.value && h("div", { class: "run-failure" }, failure.value),
      ]);
    return () =>
      h("div", { ref: root, class: "run-block" }, [
        h("div", { hidden: isEditing.value }, slots.default?.()),
        isEditing.value && renderEditor(),
        h("div", { class: "run-bar" }, [
          stop.value ? button("Stop", halt) : button("Run", run),
          isEditing.value ? button("Reset", reset) : button("Edit", edit),
          h("span", { class: "run-status", role: "status" }, status.value),
        ]),
        hasOutput.value && [h("span", { id, class: "visually-hidden" }, "Output"), renderOutput()],
      ]);
  },
});
