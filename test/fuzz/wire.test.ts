import { fuzz } from "./fuzz.js";
import { wireTargets } from "./targets/wire.js";

for (const target of wireTargets) fuzz(target);
