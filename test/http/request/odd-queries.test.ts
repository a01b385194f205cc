import { expect, test } from "vitest";
import { RequestValidationError } from "../../../src/index.js";
import { clientOn, recorder } from "../../support/recorder.js";

const noTokens = { tokens: [], page: 1, totalPerPage: 10, total: 0 };

test.each([null, undefined, {}])("sends no query for the query %j", async (query) => {
  const fetch = recorder(() => ({ json: noTokens }));
  const client = clientOn(fetch);
  await client.request({ method: "GET", path: "/x", query: query as never });
  await client.tokens.list(query as never).firstPage();
  expect(fetch.requests.map((request) => request.query)).toEqual(["", ""]);
});

test.each(["text", 5, true, ["a"]])("rejects the query %j, and sends nothing", async (query) => {
  const fetch = recorder(() => ({ json: noTokens }));
  const client = clientOn(fetch);
  for (const call of [
    () => client.tokens.list(query as never).firstPage(),
    () => client.request({ method: "GET", path: "/x", query: query as never }),
  ]) {
    const error = await call().then(undefined, (thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(RequestValidationError);
    expect(error).toMatchObject({ issues: [{ path: "query", code: "invalid_type" }] });
  }
  expect(fetch.requests).toEqual([]);
});

test("options in place of a query or a body are rejected with the advice where they belong", async () => {
  const { signal } = new AbortController();
  const fetch = recorder(() => ({ json: noTokens }));
  const client = clientOn(fetch);
  for (const call of [
    () => client.tokens.list({ signal } as never).firstPage(),
    () => client.fiat.createDeposit({ quoteId: "q_1", signal } as never),
  ]) {
    const error = await call().then(undefined, (thrown: unknown) => thrown);
    expect(error).toMatchObject({ issues: [{ path: expect.stringMatching(/\.signal$/) }] });
    expect((error as Error).message).toContain("pass options as the last argument");
  }
  const error = await client.tokens.list({ serach: "a" } as never).then(undefined, String);
  expect(error).toContain("is it misspelt?");
});
