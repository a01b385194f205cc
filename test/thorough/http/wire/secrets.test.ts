import { describe, test } from "vitest";
import { echoes, expectHiddenKey, faults, ways } from "../../../http/wire/secret-checks.js";

describe.each(ways)("the API key is in no error, log line or event of %s, on", (_, ...way) => {
  test.each([...faults, ...echoes(way[0])])("%s", (...reply) => expectHiddenKey(way, reply));
});
