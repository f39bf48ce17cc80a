import { packagePaths } from "../../.vitepress/tools/packages";

export default { paths: packagePaths };
