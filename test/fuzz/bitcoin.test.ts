import { fuzz } from "./fuzz.js";
import { bitcoinTargets } from "./targets/bitcoin.js";

for (const target of bitcoinTargets) fuzz(target);
