import { inspect } from "node:util";
import { describe, expect, test } from "vitest";
import { ConfigurationError } from "../../src/errors/index.js";
import { signWebhook, verifyWebhook, type WebhookHeaders } from "../../src/webhooks/index.js";
import {
  buildHeaders,
  catchErrorCode,
  catchRejection,
  deposit,
  otherSecret,
  signBytes,
  testVector,
} from "./sample-deliveries.js";

const { secret, body, now } = testVector;
const verify = (
  headers: WebhookHeaders,
  raw: Parameters<typeof verifyWebhook>[1] = body,
  options = {},
) => verifyWebhook(headers, raw, secret, { now, ...options });
const utf8 = (text: string) => new TextEncoder().encode(text);

describe("the published test vector", () => {
  test("is accepted", async () => {
    expect(await verify(buildHeaders())).toMatchObject({
      id: testVector.id,
      sentAt: now,
      event: { event_type: "ping", data: { success: true } },
      drift: [],
    });
    await expect(
      verifyWebhook(buildHeaders(), body, secret, { tolerance: Number.POSITIVE_INFINITY }),
    ).resolves.toBeDefined();
  });

  test("is what signWebhook creates", async () => {
    const signed = await signWebhook(body, secret, { id: testVector.id, now: now + 999 });
    expect(signed).toEqual({
      id: testVector.id,
      body,
      headers: { ...buildHeaders(), "content-type": "application/json" },
    });
  });

  test("is too old with the default clock", async () => {
    await expect(verifyWebhook(buildHeaders(), body, secret)).rejects.toMatchObject({
      code: "too_old",
    });
  });
});

describe("headers", () => {
  const mixed = Object.fromEntries(
    Object.entries(buildHeaders()).map(([name, value]) => [
      name.replace("svix", "Svix").toUpperCase(),
      value,
    ]),
  );
  const { "svix-timestamp": _, ...svixPart } = buildHeaders();
  test.each<[string, WebhookHeaders]>([
    ["Headers", new Headers(buildHeaders())],
    ["a plain object", buildHeaders()],
    ["upper case", mixed],
    [
      "arrays with one value",
      Object.fromEntries(Object.entries(buildHeaders()).map(([name, value]) => [name, [value]])),
    ],
    ["a Map", new Map(Object.entries(buildHeaders()))],
    ["pairs", Object.entries(buildHeaders())],
    ["an object without a prototype", Object.assign(Object.create(null), buildHeaders())],
    ["webhook-*", buildHeaders({}, "webhook")],
    ["both prefixes with equal values", { ...buildHeaders(), ...buildHeaders({}, "webhook") }],
    [
      "one full set of headers and a part of the other",
      { ...buildHeaders({}, "webhook"), ...svixPart },
    ],
    [
      "additional headers",
      { ...buildHeaders(), host: "example.com", "set-cookie": ["a", "b"], absent: undefined },
    ],
  ])("accepts %s", async (_, headers) => {
    expect((await verify(headers)).id).toBe(testVector.id);
  });

  test.each(["id", "timestamp", "signature"] as const)(
    "rejects a missing or empty %s by name",
    async (name) => {
      for (const prefix of ["svix", "webhook"]) {
        const { [`${prefix}-${name}`]: _, ...rest } = buildHeaders({}, prefix);
        for (const value of [undefined, "", []]) {
          const error = await catchRejection({ ...rest, [`${prefix}-${name}`]: value });
          expect(error.code).toBe("missing_header");
        }
      }
      for (const prefix of ["svix", "webhook"]) {
        const { [`${prefix}-${name}`]: _, ...rest } = buildHeaders({}, prefix);
        expect((await catchRejection(rest)).message).toContain(
          name === "id" ? "svix-id" : `${prefix}-${name} is missing`,
        );
      }
    },
  );

  test.each(["id", "timestamp", "signature"] as const)("rejects a duplicate %s", async (name) => {
    const whole = `svix-${name}`;
    const value = buildHeaders()[whole] as string;
    expect(await catchErrorCode({ ...buildHeaders(), [whole]: [value, value] })).toBe(
      "duplicate_header",
    );
    expect(await catchErrorCode([...Object.entries(buildHeaders()), [whole, "other"]])).toBe(
      "duplicate_header",
    );
    expect(await catchErrorCode({ ...buildHeaders(), [whole.toUpperCase()]: value })).toBe(
      "duplicate_header",
    );
    // `Headers` joins duplicate values.
    const headers = new Headers(buildHeaders());
    headers.append(whole, name === "signature" ? "v1,AAAA" : value);
    expect(await catchErrorCode(headers)).toBe(
      name === "timestamp" ? "bad_timestamp" : "bad_signature",
    );
  });

  test.each(["id", "timestamp", "signature"])(
    "rejects prefixes with a different %s",
    async (name) => {
      for (const other of ["other", ""])
        expect(
          await catchErrorCode({
            ...buildHeaders(),
            ...buildHeaders({}, "webhook"),
            [`webhook-${name}`]: other,
          }),
        ).toBe("conflicting_headers");
    },
  );

  test("requires all three headers with the same prefix", async () => {
    expect(
      await catchErrorCode({
        "svix-id": testVector.id,
        "webhook-timestamp": testVector.timestamp,
        "webhook-signature": testVector.signature,
      }),
    ).toBe("missing_header");
  });

  test("rejects other types", async () => {
    for (const headers of [
      undefined,
      null,
      "svix-id: a",
      1,
      Object.entries(buildHeaders()).flat(),
      [1],
      ["id"],
      [["svix-id"]],
      [["svix-id", "a", "b"]],
      [[1, "a"]],
      { ...buildHeaders(), "svix-timestamp": 1731705121 },
    ]) {
      expect(await catchErrorCode(headers)).toBe("bad_headers");
    }
    expect(await catchErrorCode(new Request("http://a.test", { headers: buildHeaders() }))).toBe(
      "missing_header",
    );
    expect(await catchErrorCode({})).toBe("missing_header");
    expect(await catchErrorCode({ ...buildHeaders(), "svix-id": null })).toBe("missing_header");
    expect(await catchErrorCode(Object.create(buildHeaders()))).toBe("missing_header");
  });
});

describe("the timestamp", () => {
  test.each([
    ...["1731705121.0", "+1731705121", "-1", "1.7e9", "0x67", " 1731705121", "01731705121"],
    ...["1731705121000", "١٧٣", "NaN"],
  ])("must be an integer in decimal notation: %j", async (timestamp) => {
    // Even with a valid signature.
    const headers = await signBytes(utf8(body), { timestamp });
    expect(await catchErrorCode(headers)).toBe("bad_timestamp");
  });

  test("may differ by at most the tolerance in both directions", async () => {
    for (const off of [-300_000, 0, 300_000])
      await expect(verify(buildHeaders(), body, { now: now + off })).resolves.toBeDefined();
    expect(await catchErrorCode(buildHeaders(), body, secret, { now: now + 300_001 })).toBe(
      "too_old",
    );
    expect(await catchErrorCode(buildHeaders(), body, secret, { now: now - 300_001 })).toBe(
      "too_new",
    );
    expect(await catchErrorCode(buildHeaders(), body, secret, { now: now + 1, tolerance: 0 })).toBe(
      "too_old",
    );
    await expect(
      verify(buildHeaders(), body, { now: now + 3_600_000, tolerance: 3_600_000 }),
    ).resolves.toBeDefined();
  });

  test.each([
    [300_001, "signed 300 s ago, the tolerance is 300 s", "ahead"],
    [-300_001, "signed 300 s from now, the tolerance is 300 s", "behind"],
  ])("is explained if the clock differs by %i ms", async (off, message, clock) => {
    await expect(verify(buildHeaders(), body, { now: now + off })).rejects.toMatchObject({
      message: expect.stringContaining(message),
      hint: expect.stringContaining(`the clock of this machine is ${clock}.`),
      webhookId: testVector.id,
    });
  });

  test.each([-1, Number.NaN, "5m" as never, null as never])(
    "cannot have a tolerance of %s",
    async (tolerance) => {
      await expect(verify(buildHeaders(), body, { tolerance })).rejects.toBeInstanceOf(
        ConfigurationError,
      );
    },
  );

  test("cannot be compared with a clock of NaN", async () => {
    await expect(verify(buildHeaders(), body, { now: Number.NaN })).rejects.toBeInstanceOf(
      ConfigurationError,
    );
    await expect(
      verify(buildHeaders(), body, { now: Number.NaN, tolerance: Number.POSITIVE_INFINITY }),
    ).rejects.toBeInstanceOf(ConfigurationError);
  });
});

describe("a modified delivery is rejected", () => {
  test("with any changed character of the id, timestamp or signature", async () => {
    const options = { tolerance: Number.POSITIVE_INFINITY };
    for (const name of ["id", "timestamp", "signature"] as const) {
      const value = testVector[name];
      for (let at = 0; at < value.length; at++) {
        const other = value[at] === "7" ? "8" : "7";
        const error = await catchRejection(
          buildHeaders({ [name]: value.slice(0, at) + other + value.slice(at + 1) }),
          body,
          secret,
          options,
        );
        const scheme = name === "signature" && at < 3;
        expect(error.code, `${name} ${at}`).toBe(
          scheme ? "no_supported_signature" : "bad_signature",
        );
      }
    }
  });

  test("with a body that was parsed and serialized again", async () => {
    for (const text of [
      '{ "event_type":"ping"}',
      '{"event_type":"ping","n":1.0}',
      '{"event_type":"p\\u0069ng"}',
      '{"event_type":"ping"}\n',
    ]) {
      const signed = await signWebhook(text, secret, { now });
      expect((await verify(signed.headers, text)).event.event_type).toBe("ping");
      expect(await catchErrorCode(signed.headers, JSON.stringify(JSON.parse(text)))).toBe(
        "bad_signature",
      );
    }
  });
});

describe("signatures", () => {
  const good = testVector.signature;
  const bare = good.slice(3);
  const zeros = `v1,${btoa("\0".repeat(32))}`;

  test.each([
    ["after others", `${zeros} ${good}`],
    ["before others", `${good} ${zeros}`],
    ["among unknown versions", `v2,${bare} v1a,${bare} ${good} v0,AAAA`],
    ["among malformed signatures", `v1, v1 , ${good}  v1,%%%`],
  ])("include one valid signature: %s", async (_, signature) => {
    await expect(verify(buildHeaders({ signature }))).resolves.toBeDefined();
  });

  // test/fuzz has malformed signatures of every kind.
  test.each([
    ["bad_signature", `v1,${"A".repeat(100_000)}`],
    ["bad_signature", Array(5_000).fill(zeros).join(" ")],
    ["bad_signature", `${zeros},${good}`],
    ["no_supported_signature", `v2,${bare}`],
    ["no_supported_signature", bare],
    ["no_supported_signature", `V1,${bare}`],
    ["no_supported_signature", " "],
  ])("are rejected with %s if none has the form of the scheme", async (code, signature) => {
    expect(await catchErrorCode(buildHeaders({ signature }))).toBe(code);
  });
});

describe("secrets", () => {
  test.each([
    ["without the prefix", "plJ3nmyCDGBKInavdOK15jsl"],
    ["with a line break", `${secret}\n`],
    ["the new one before the old one", [otherSecret, secret]],
    ["the old one before the new one", [secret, otherSecret]],
  ])("are accepted %s", async (_, each) => {
    await expect(verifyWebhook(buildHeaders(), body, each, { now })).resolves.toBeDefined();
  });

  test("may be base64 or base64url, with or without padding", async () => {
    const binary = `\xfb\xff\xfe${"k".repeat(16)}`;
    const plain = btoa(binary);
    expect(plain).toMatch(/[+/].*=$/s);
    const signed = await signWebhook({ event_type: "ping" }, `whsec_${plain}`, { now });
    const urlSafe = plain.replaceAll("+", "-").replaceAll("/", "_");
    for (const each of [plain, urlSafe, plain.replaceAll("=", ""), urlSafe.replaceAll("=", "")]) {
      await expect(
        verifyWebhook(signed.headers, signed.body, `whsec_${each}`, { now }),
      ).resolves.toBeDefined();
    }
  });

  test("are all used during a rotation, and each is enough to verify", async () => {
    const signed = await signWebhook({ event_type: "ping" }, [secret, otherSecret], { now });
    expect(signed.headers["svix-signature"]?.split(" ")).toHaveLength(2);
    for (const each of [secret, otherSecret])
      await expect(
        verifyWebhook(signed.headers, signed.body, each, { now }),
      ).resolves.toBeDefined();
  });

  test("must include the one that signed", async () => {
    expect(await catchErrorCode(buildHeaders(), body, otherSecret)).toBe("bad_signature");
    expect(await catchErrorCode(buildHeaders(), body, [otherSecret, `${otherSecret}AAAA`])).toBe(
      "bad_signature",
    );
  });

  const invalid: readonly unknown[] = [
    ...[undefined, null, "", " \n", "whsec_", [], [secret, undefined], [secret, ""], "undefined"],
    ...["whsec_null", "whsec_not base64 at all, is it?", "whsec_plJ3nmyCDGBKInavdOK15js%"],
    // Too short, also by one byte, an asymmetric key, and bytes.
    ...["whsec_AAAA", `whsec_${"A".repeat(20)}`],
    ...["whpk_plJ3nmyCDGBKInavdOK15jslplJ3nmyCDGBKInavdOK15jsl", new Uint8Array(32)],
  ];
  test.each(invalid.map((each) => [each]))(
    "are validated before anything else: %o",
    async (each) => {
      // Even for a request without headers.
      expect(await catchErrorCode({}, body, each)).toBe("bad_secret");
      await expect(signWebhook({}, each as string)).rejects.toMatchObject({ code: "bad_secret" });
    },
  );

  test("have 16 bytes or more", async () => {
    const shortest = `whsec_${"A".repeat(22)}==`;
    const { headers, body: signed } = await signWebhook({ event_type: "ping" }, shortest);
    const { event } = await verifyWebhook(headers, signed, shortest);
    expect(event.event_type).toBe("ping");
  });

  test.each(["whsk_", "whpk_"])("are no asymmetric keys, such as %s", async (prefix) => {
    await expect(signWebhook({}, prefix + "A".repeat(44))).rejects.toMatchObject({
      message: expect.stringContaining("the secret is an asymmetric key"),
    });
  });

  test("are not part of any error", async () => {
    const inner = "plJ3nmyCDGBKInavdOK15jsl";
    const errors = [
      await catchRejection({}),
      await catchRejection(buildHeaders({ signature: "v2,a" })),
      await catchRejection(buildHeaders(), "{}"),
      await catchRejection(buildHeaders(), body, `${secret}%`),
      await catchRejection(buildHeaders(), body, [secret, "AAAA"]),
      await catchRejection(buildHeaders(), body, `whpk_${inner}`),
      await catchRejection(await signBytes(utf8("[]")), "[]"),
      await catchRejection(
        await signBytes(utf8('{"event_type":"ramp.deposit"}')),
        '{"event_type":"ramp.deposit"}',
      ),
    ];
    for (const error of errors) {
      for (const shown of [
        inspect(error, { depth: 10 }),
        JSON.stringify(error),
        String(error),
        error.stack,
      ]) {
        expect(shown).not.toContain(inner);
        expect(shown).not.toContain("rAvfW3dJ");
      }
    }
  });
});

describe("the raw body", () => {
  test("may be a string, bytes, a part of a buffer, or an ArrayBuffer", async () => {
    const bytes = utf8(body);
    const wide = new Uint8Array(bytes.length + 20).fill(120);
    wide.set(bytes, 7);
    for (const raw of [
      body,
      bytes,
      wide.subarray(7, 7 + bytes.length),
      bytes.buffer,
      new DataView(wide.buffer, 7, bytes.length),
    ]) {
      expect((await verify(buildHeaders(), raw)).event).toEqual(JSON.parse(body));
    }
  });

  test.each([
    ["parsed JSON", JSON.parse(body)],
    ["undefined", undefined],
    ["null", null],
    ["a number", 1],
    ["a list", []],
    ["a stream", new ReadableStream()],
  ])("is rejected with a hint if it has another type: %s", async (_, raw) => {
    const error = await catchRejection(buildHeaders(), raw);
    expect(error.code).toBe("bad_body");
    expect(error.hint).toMatch(/express\.raw.*arrayBuffer\(\)/);
  });

  test("is verified byte by byte: byte order mark, line breaks, Unicode", async () => {
    for (const text of [
      '\uFEFF{"event_type":"ping"}',
      '{\r\n"event_type":"ping"\r\n}\r\n',
      '{"event_type":"ping","name":"Grüße 🦊 \u2028"}',
    ]) {
      const raw = utf8(text);
      const headers = await signBytes(raw);
      for (const each of [raw, text])
        expect((await verify(headers, each)).event).toEqual(JSON.parse(text.replace("\uFEFF", "")));
      const without = text.replace(/[\uFEFF\r]/g, "").normalize("NFD");
      expect(await catchErrorCode(headers, without)).toBe("bad_signature");
    }
  });

  test("is parsed from the verified copy, not from bytes that the caller changed", async () => {
    const raw = utf8('{"event_type":"a"}');
    const pending = verify(await signBytes(raw), raw);
    raw.set(utf8('{"event_type":"b"}'));
    expect((await pending).event.event_type).toBe("a");
  });

  test.each([
    ["empty", ""],
    ["not JSON", "event=ping"],
    ["a list", "[]"],
    ["a string", '"ping"'],
    ["null", "null"],
    ["truncated", '{"event_type":'],
    ["a number", "1"],
  ])("must be a JSON object even with a valid signature: %s", async (_, text) => {
    expect(await catchRejection(await signBytes(utf8(text)), text)).toMatchObject({
      code: "bad_body",
      webhookId: testVector.id,
    });
  });

  test("must be valid UTF-8", async () => {
    const raw = Uint8Array.from([...utf8('{"event_type":"'), 0xff, ...utf8('"}')]);
    expect(await catchErrorCode(await signBytes(raw), raw)).toBe("bad_body");
  });

  test("may be deeply nested: it is accepted or rejected, but does not crash", async () => {
    const text = `{"event_type":"x","deep":${"[".repeat(1e5)}${"]".repeat(1e5)}}`;
    const signed = await signWebhook(text, secret, { now });
    const outcome = await verify(signed.headers, text).then(
      ({ event }) => event.event_type,
      ({ code }) => code,
    );
    expect(["x", "bad_body"]).toContain(outcome);
  });
});

test("signWebhook has a new id and the current time by default, and either prefix", async () => {
  const ids = new Set<string>();
  for (const prefix of ["svix", "webhook", undefined] as const) {
    const signed = await signWebhook(deposit, secret, { prefix });
    const { id } = await verifyWebhook(signed.headers, signed.body, secret);
    expect(signed.headers[`${prefix ?? "svix"}-id`]).toBe(id);
    ids.add(id);
  }
  expect(ids.size).toBe(3);
});

test("rejects invalid ids and times in signWebhook", async () => {
  for (const id of ["", "a.b", "a b", "ä"])
    await expect(signWebhook(deposit, secret, { id })).rejects.toBeInstanceOf(ConfigurationError);
  for (const at of [-1, Number.NaN, 1e15])
    await expect(signWebhook(deposit, secret, { now: at })).rejects.toBeInstanceOf(
      ConfigurationError,
    );
});
