import type { Theme } from "vitepress";
import DefaultTheme from "vitepress/theme-without-fonts";
import { enhanceAppWithTabs } from "vitepress-plugin-tabs/client";
import { figures } from "./figures";
import "./code.css";
import "./style.css";

export default {
  extends: DefaultTheme,
  enhanceApp({ app }) {
    enhanceAppWithTabs(app);
    for (const [name, figure] of Object.entries(figures)) app.component(name, figure);
  },
} satisfies Theme;
