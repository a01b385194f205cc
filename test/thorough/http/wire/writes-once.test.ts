import { describe, test } from "vitest";
import {
  errorReplies,
  expectResponse,
  expectUnknown,
  losses,
  writeNames,
} from "../../../http/wire/write-checks.js";

describe("every write is sent once, and rejects with the response, on", () => {
  test.each(errorReplies)("%s", (...reply) => expectResponse(writeNames, reply));
});

describe("every write is sent once, and rejects with an unknown outcome, on", () => {
  test.each(losses)("%s", (...loss) => expectUnknown(writeNames, loss));
});
