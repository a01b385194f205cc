import { describe, test } from "vitest";
import {
  deepBodies,
  hostile,
  receiveHostile,
  writeHostile,
  writeNames,
} from "../../../http/response/hostile.js";

describe.each([200, 202, 400, 403, 404, 429, 500, 503])("status %i with", (status) => {
  test.each(hostile)("%s is a BursarError or data, and onError gets the error", (_, body) =>
    receiveHostile(status, body),
  );
});

test.each(writeNames)(
  "the write %s rejects a deeply nested body with a BursarError",
  async (name) => {
    for (const body of deepBodies)
      for (const status of [200, 400]) await writeHostile(name, status, body);
  },
);
