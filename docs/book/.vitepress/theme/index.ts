import type { Theme } from "vitepress";
import DefaultTheme from "vitepress/theme-without-fonts";
import { onContentUpdated, useData, useRouter } from "vitepress";
import { defineAsyncComponent, h, nextTick, onMounted, watch, type Ref } from "vue";
import { figures } from "./figures";
import Bars from "./home/Bars.vue";
import Languages from "./home/Languages.vue";
import { follow } from "./names/follow.mjs";
import { data as calls } from "./names/calls.data";
import PageHead from "./page/PageHead.vue";
import Recipes from "./recipes/Recipes.vue";
import { arrive, language } from "./tabs/language";
import TabList from "./tabs/TabList.vue";
import "./code.css";
import "./names/names.css";
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
    const { frontmatter, page, site } = useData();
    const router = useRouter();
    const followLanguage = () => follow(calls, language.value, site.value.base);
    onContentUpdated(followLanguage);
    watch(language, followLanguage);
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
