import { fuzz } from "./fuzz.js";
import { signingTargets } from "./targets/signing.js";

for (const target of signingTargets) fuzz(target);
