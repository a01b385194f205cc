import { hash } from "../http/test-client.js";
import { clientOn, recorder } from "../support/recorder.js";

/** A service whose history shows the next of these statuses for each request. */
export function openHistory(...statuses: (string | undefined)[]) {
  let requests = 0;
  const fetch = recorder(() => {
    const status = statuses[Math.min(requests++, statuses.length - 1)];
    const record = { id: "1", type: "SWAP", userOperationHash: hash, status };
    return { json: { transactions: status ? [record] : [], nextLastId: null } };
  });
  return { fetch, client: clientOn(fetch, { validation: "off" }) };
}
