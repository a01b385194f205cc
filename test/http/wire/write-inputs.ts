import type { CallInput } from "../../../src/http/request/build-request.js";
import { fixtures } from "../../support/fixtures/index.js";
import { hash, signature } from "../test-client.js";

/** A valid input of every operation that changes something. */
export const writeInputs: Readonly<Record<string, CallInput>> = {
  ...Object.fromEntries(
    fixtures
      .filter(({ effect }) => effect === "write")
      .map(({ name, path, args, sent: { body } }) => {
        const params = [...path.matchAll(/\{(\w+)\}/g)].map(([, param], i) => [param, args[i]]);
        return [name, { params: Object.fromEntries(params), body }];
      }),
  ),
  "operations.execute": { body: { userOperationHash: hash, signature } },
};
