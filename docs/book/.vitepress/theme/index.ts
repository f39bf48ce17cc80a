import type { Theme } from "vitepress";
import DefaultTheme from "vitepress/theme-without-fonts";
import { useData, useRouter } from "vitepress";
import { defineAsyncComponent, h, nextTick, onMounted, watch, type Ref } from "vue";
import { figures } from "./figures";
import Bars from "./home/Bars.vue";
import Languages from "./home/Languages.vue";
import PageHead from "./page/PageHead.vue";
import Recipes from "./recipes/Recipes.vue";
import { arrive } from "./tabs/language";
import TabList from "./tabs/TabList.vue";
import "./code.css";
import "./reference.css";
import "./style.css";
import "./tabs/tabs.css";

let siteData: Ref;

export default {
  extends: DefaultTheme,
  Layout: () => h(DefaultTheme.Layout, null, { "doc-before": () => h(PageHead), "home-hero-image": () => h(figures.FigureHome), "home-hero-actions-after": () => h(Languages) }),
  enhanceApp({ app, siteData: ofApp }) {
    siteData = ofApp;
    app.component("Bars", Bars).component("Recipes", Recipes).component("TabList", TabList);
    app.component("Try", defineAsyncComponent(() => import("./try/Try.vue"))); // its programs are for the pages that show one
    for (const [name, figure] of Object.entries(figures)) app.component(name, figure);
  },
  setup() {
    const { frontmatter, page } = useData();
    const router = useRouter();
    onMounted(() => {
      const open = () => arrive(frontmatter.value.language);
      watch(page, open, { immediate: true });
      router.onAfterRouteChange = () => nextTick(open); // of the same page, with another address
      // Built pages have a sidebar without the pages of other groups; here, each group can be opened.
      const { themeConfig } = siteData.value;
      siteData.value = { ...siteData.value, themeConfig: { ...themeConfig, sidebar: themeConfig.allGroups } };
      watch(() => frontmatter.value.layout, () => document.querySelector(".VPHome")?.setAttribute("role", "main"), { immediate: true, flush: "post" });
    });
  },
} satisfies Theme;
