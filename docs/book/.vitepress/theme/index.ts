import type { Theme } from "vitepress";
import DefaultTheme from "vitepress/theme-without-fonts";
import { useData } from "vitepress";
import { defineAsyncComponent, h, onMounted, watch } from "vue";
import { figures } from "./figures";
import Recipes from "./recipes/Recipes.vue";
import { choose, recall } from "./tabs/language";
import TabList from "./tabs/TabList.vue";
import "./code.css";
import "./reference.css";
import "./style.css";
import "./tabs/tabs.css";

export default {
  extends: DefaultTheme,
  Layout: () => h(DefaultTheme.Layout, null, { "home-hero-image": () => h(figures.FigurePair) }),
  enhanceApp({ app }) {
    app.component("Recipes", Recipes).component("TabList", TabList);
    app.component("Try", defineAsyncComponent(() => import("./try/Try.vue"))); // its programs are for the pages that show one
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
