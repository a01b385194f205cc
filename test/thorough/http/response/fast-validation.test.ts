import { describe, test } from "vitest";
import {
  expectNoneWronglyAccepted,
  responses,
} from "../../../http/response/fast-validation-inputs.js";

describe("the fast validation accepts nothing that the schema rejects, in", () => {
  test.each(responses)("%s", (_, schema) => expectNoneWronglyAccepted(schema, true));
});
