import { fuzz } from "./fuzz.js";
import { proxyTargets } from "./targets/proxy.js";

for (const target of proxyTargets) fuzz(target);
