import type { EndpointName } from "../../src/contract/endpoints.js";
import { fixtures } from "../support/fixtures/index.js";
import type { Opened, Prepare } from "./prepare.js";

/** A valid call of every operation, after its preparation. */
export const validCalls = Object.fromEntries(
  fixtures.map((fixture) => {
    const prepare: Prepare =
      fixture.inSandbox ??
      (({ client }: Opened) =>
        () =>
          fixture.call(client));
    return [fixture.name, prepare];
  }),
) as Readonly<Record<EndpointName, Prepare>>;
