import { expect, test } from "vitest";
import { endpoints } from "../../../src/contract/endpoints.js";
import type { Endpoint } from "../../../src/contract/shared/endpoint.js";
import { readResponse } from "../../../src/http/response/read-response.js";
import { measureGrowth } from "../../support/measure-growth.js";
import { quote, token } from "./drift-reading.js";

const repeat = (count: number, item: unknown) => Array.from({ length: count }, () => item);

test.each<[string, string, number, (size: number) => object]>([
  ["items", "wallets.portfolio", 1_000, (size) => ({ tokens: repeat(size, token) })],
  ["quotes", "swap.quote", 1_000, (size) => ({ quotes: [...repeat(size, {}), quote] })],
])("finds drift in many %s at linear cost", async (_, name, size, createBody) => {
  const endpoint = endpoints.find((each) => each.name === name) as Endpoint;
  const unchanged = {
    text: (text: string) => text,
    json: <T>(value: T) => value,
    isClean: () => true,
  };
  const growth = await measureGrowth(size, (count) => {
    const text = JSON.stringify(createBody(count));
    const received = {
      status: 200,
      text,
      isRedirected: false,
      url: undefined,
      getHeader: () => null,
      toResponse: () => Response.json({}),
      traceId: undefined,
      hasKey: false,
      redact: unchanged,
    };
    return () => readResponse(endpoint, received, { validation: "essential" });
  });
  expect(growth).toBeLessThan(10);
});
