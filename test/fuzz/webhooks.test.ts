import { fuzz } from "./fuzz.js";
import { webhookTargets } from "./targets/webhooks.js";

for (const target of webhookTargets) fuzz(target);
