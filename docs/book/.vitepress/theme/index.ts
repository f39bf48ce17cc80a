import type { Theme } from "vitepress";
import DefaultTheme from "vitepress/theme-without-fonts";
import { useData } from "vitepress";
import { onMounted, watch } from "vue";
import { figures } from "./figures";
import { choose, recall } from "./tabs/language";
import Tab from "./tabs/Tab.vue";
import Tabs from "./tabs/Tabs.vue";
import "./code.css";
import "./style.css";
import "./tabs/tabs.css";

export default {
  extends: DefaultTheme,
  enhanceApp({ app }) {
    app.component("PluginTabs", Tabs).component("PluginTabsTab", Tab); // the names that the plugin of Markdown writes
    for (const [name, figure] of Object.entries(figures)) app.component(name, figure);
  },
  setup() {
    const { frontmatter } = useData();
    onMounted(() => {
      recall();
      watch(() => frontmatter.value.language, (own) => own && choose(own), { immediate: true });
    });
  },
} satisfies Theme;
