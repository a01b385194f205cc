import { Content } from "vitepress";
import { VPHomeContent, VPHomeFeatures, VPHomeHero } from "vitepress/theme";
import { h } from "vue";

/** The start page. It replaces that of VitePress, which has no main landmark. */
export default () =>
  h("main", { class: "VPHome" }, [
    h(VPHomeHero),
    h(VPHomeFeatures),
    h(VPHomeContent, () => h(Content)),
  ]);
