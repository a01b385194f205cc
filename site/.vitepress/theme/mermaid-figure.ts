import { useData } from "vitepress";
import { defineComponent, h, onMounted, ref, useId, watch } from "vue";

/** Draws Mermaid in the colours of the page. Until then, and without scripts, shows its source. */
export const MermaidFigure = defineComponent({
  props: { source: { type: String, required: true } },
  setup(props) {
    const { isDark } = useData();
    const id = `figure-${useId()}`;
    const svg = ref("");

    async function draw() {
      // Only a page with a figure loads Mermaid.
      const { default: mermaid } = await import("mermaid");
      const theme = isDark.value ? "dark" : "neutral";
      mermaid.initialize({ startOnLoad: false, securityLevel: "strict", theme });
      svg.value = (await mermaid.render(id, decodeURIComponent(props.source))).svg;
    }

    onMounted(draw);
    watch(isDark, draw);
    return () =>
      svg.value
        ? h("figure", { class: "figure", innerHTML: svg.value })
        : h("pre", { class: "figure" }, decodeURIComponent(props.source));
  },
});
