import { expect, test } from "vitest";
import { RequestValidationError } from "../../../src/index.js";
import { drained } from "../../support/drained.js";
import { clientOn, recorder } from "../../support/recorder.js";

test.each(["a\nb", "a\r\nx-api-key: b", "\u0000", "ł", 5])(
  "rejects the header value %j and sends nothing",
  async (acceptLanguage) => {
    const fetch = recorder();
    const call = clientOn(fetch).kyc.individual.standard.get("session-1", {
      acceptLanguage: acceptLanguage as string,
    });
    const error = await Promise.resolve(call).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(RequestValidationError);
    expect(error).toMatchObject({
      issues: [{ path: "headers.acceptLanguage", code: "invalid_header" }],
    });
    expect(await drained(fetch)).toEqual([]);
  },
);
