import { expect, test } from "vitest";
import { openProxy } from "../../proxy/proxy-kit.js";

test("a write is forwarded again after 10,000 newer ids", async () => {
  const { post, forwarded } = openProxy({}, () => Response.json({}, { status: 202 }));
  const process = (id: number) =>
    post("/api/v1/kyc/individual-verification-sessions/standard/s_1/process", "", {
      "bursar-once": `sending-${id}`,
    });
  for (let i = 0; i <= 10_000; i++) await process(i);
  expect((await process(10_000)).status).toBe(502);
  expect((await process(1)).status).toBe(502);
  expect((await process(0)).status).toBe(202);
  expect(forwarded).toHaveLength(10_002);
});
