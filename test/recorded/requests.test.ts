import { describe, expect, test } from "vitest";
import { loadRecordings, type Recording } from "./recording.js";
import { replay, replayByRequest, urlOf } from "./replay.js";

const recordings = loadRecordings();

describe("client.request", () => {
  test.each(recordings)("sends the request of %s byte for byte", async (_, recording) => {
    const { sent } = await replayByRequest(recording);
    expect(sent).toMatchObject({ method: recording.method, path: urlOf(recording).pathname });
    expect(`?${sent?.query}`).toBe(urlOf(recording).search || "?");
    expect(sent?.body).toBe(
      bodyOf(recording) === undefined ? undefined : JSON.stringify(bodyOf(recording)),
    );
  });
});

describe("the client's own method", () => {
  test.each(recordings)("sends the request of %s with the same values", async (_, recording) => {
    const { via, sent } = await replay(recording);
    if (via === "request") return;
    expect(sent).toMatchObject({ method: recording.method, path: urlOf(recording).pathname });
    expect(`?${sent?.query}`).toBe(urlOf(recording).search || "?");
    expect(sent?.json).toEqual(bodyOf(recording));
  });

  test("exists for most recordings", async () => {
    const replays = await Promise.all(recordings.map(([, recording]) => replay(recording)));
    const calls = replays.map(({ via }) => via).filter((via) => via !== "request");
    expect(new Set(calls).size).toBeGreaterThanOrEqual(11);
  });
});

/** `fetch` cannot send a body with GET. */
function bodyOf({ method, request }: Recording): unknown {
  return method === "GET" ? undefined : request;
}
