import type { Theme } from "vitepress";
import DefaultTheme from "vitepress/theme-without-fonts";
import { useData } from "vitepress";
import { h, onMounted, watch, type Ref } from "vue";
import { figures } from "./figures";
import Recipes from "./recipes/Recipes.vue";
import { choose, recall } from "./tabs/language";
import TabList from "./tabs/TabList.vue";
import "./code.css";
import "./style.css";
import "./tabs/tabs.css";

let siteData: Ref;

export default {
  extends: DefaultTheme,
  Layout: () => h(DefaultTheme.Layout, null, { "home-hero-image": () => h(figures.FigurePair) }),
  enhanceApp({ app, siteData: ofApp }) {
    siteData = ofApp;
    app.component("Recipes", Recipes).component("TabList", TabList);
    for (const [name, figure] of Object.entries(figures)) app.component(name, figure);
  },
  setup() {
    const { frontmatter } = useData();
    onMounted(() => {
      recall();
      // Built pages have a sidebar without the pages of other groups; here, each group can be opened.
      const { themeConfig } = siteData.value;
      siteData.value = { ...siteData.value, themeConfig: { ...themeConfig, sidebar: themeConfig.allGroups } };
      watch(() => frontmatter.value.language, (own) => own && choose(own), { immediate: true });
    });
  },
} satisfies Theme;
