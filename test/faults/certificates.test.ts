import { afterEach, describe, expect, test, vi } from "vitest";
import { ConnectionError, fetchWire, OutcomeUnknownError } from "../../src/index.js";
import { undiciWire } from "../../src/undici/index.js";
import { clientFor, failure, hash, signature } from "../http/test-client.js";
import { drained } from "../support/drained.js";
import { createProvenWire } from "../support/proven-wire.js";
import { serveSelfSigned } from "../support/self-signed.js";

const signed = { userOperationHash: hash, signature };

afterEach(() => vi.unstubAllGlobals());

describe("a certificate that is not trusted", () => {
  test.each([
    ["fetch", () => ({ wire: undefined })],
    ["undiciWire()", () => ({ wire: undiciWire() })],
  ])("proves with %s that a write was not sent", async (_, options) => {
    const server = await serveSelfSigned();
    const error = await failure(clientFor(server, options()).operations.execute(signed));
    expect(error).toBeInstanceOf(ConnectionError);
    expect(error).toMatchObject({ phase: "connect", code: "DEPTH_ZERO_SELF_SIGNED_CERT" });
    expect((error as ConnectionError).hint).toContain("NODE_EXTRA_CA_CERTS");
    expect(await drained(server)).toEqual([]);
  });

  test("proves nothing with a fetch or a wire of the caller, and gets the same advice", async () => {
    const server = await serveSelfSigned();
    const fetch = (request: Request) => globalThis.fetch(request);
    for (const options of [{ fetch }, { wire: fetchWire(globalThis.fetch) }]) {
      const error = await failure(clientFor(server, options).operations.execute(signed));
      expect(error).toBeInstanceOf(OutcomeUnknownError);
      const { cause } = error as OutcomeUnknownError;
      expect(cause).toMatchObject({ phase: "exchange", code: "DEPTH_ZERO_SELF_SIGNED_CERT" });
      expect((cause as ConnectionError).hint).toContain("NODE_EXTRA_CA_CERTS");
    }
  });

  test.each([
    "CERT_HAS_EXPIRED",
    "CERT_NOT_YET_VALID",
    "CERT_REVOKED",
    "CERT_SIGNATURE_FAILURE",
    "CERT_UNTRUSTED",
    "DEPTH_ZERO_SELF_SIGNED_CERT",
    "ERR_TLS_CERT_ALTNAME_INVALID",
    "INVALID_CA",
    "SELF_SIGNED_CERT_IN_CHAIN",
    "UNABLE_TO_GET_ISSUER_CERT",
    "UNABLE_TO_GET_ISSUER_CERT_LOCALLY",
    "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
  ])("is known by %s", async (code) => {
    const wire = createProvenWire(async () => {
      throw new TypeError("fetch failed", { cause: Object.assign(new Error("tls"), { code }) });
    });
    const client = clientFor({ url: "https://api.example.com" }, { wire });
    const error = await failure(client.operations.execute(signed));
    expect(error).toMatchObject({ name: "ConnectionError", phase: "connect", code });
  });

  test("is not what a server says that rejects the client after the request", async () => {
    const code = "ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED";
    vi.stubGlobal("fetch", async () => {
      throw new TypeError("fetch failed", { cause: Object.assign(new Error("tls"), { code }) });
    });
    const client = clientFor({ url: "https://api.example.com" }, { wire: undefined });
    expect(await failure(client.operations.execute(signed))).toBeInstanceOf(OutcomeUnknownError);
  });
});
