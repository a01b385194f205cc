import { expect, test } from "vitest";
import { defaultResponseBytes } from "../../../../src/http/config/known-options.js";
import { expectRefused, expectRefusedBomb } from "../../../http/wire/large-responses.js";

test.each([{}, { "content-encoding": "identity" }])(
  "a response without end is refused at 32 MB, with the headers %o",
  async (headers) => {
    expect(defaultResponseBytes).toBe(32_000_000);
    await expectRefused(defaultResponseBytes, headers);
  },
);

test("limits the size after decompression", () => expectRefusedBomb(64_000_000));
