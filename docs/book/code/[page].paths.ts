import { codePaths } from "../.vitepress/tools/packages";

export default { paths: codePaths };
