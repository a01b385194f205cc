import type { RequestListener } from "node:http";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";

// Not a secret: made for the tests, for the name localhost. Valid from 2020 to 2120.
export const key = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgZiYKWGZVIqUKU4MA
iPKD3Y0DRsQxLAXt301XdHB7bM+hRANCAATAjSoyFBu6ClPFBHCcU3pkL7rmlqUj
3RO2mRzLPVX/5Gg8xNFPC5xIKeNYrbqAoD0b2BQWwp/FMDUY40/ND7yu
-----END PRIVATE KEY-----`;
/** In the format PEM. */
export const certificate = `-----BEGIN CERTIFICATE-----
MIIBTzCB9qADAgECAgEBMAoGCCqGSM49BAMCMBQxEjAQBgNVBAMMCWxvY2FsaG9z
dDAgFw0yMDAxMDEwMDAwMDBaGA8yMTIwMDEwMTAwMDAwMFowFDESMBAGA1UEAwwJ
bG9jYWxob3N0MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEwI0qMhQbugpTxQRw
nFN6ZC+65palI90Ttpkcyz1V/+RoPMTRTwucSCnjWK26gKA9G9gUFsKfxTA1GONP
zQ+8rqM3MDUwFAYDVR0RBA0wC4IJbG9jYWxob3N0MB0GA1UdDgQWBBT9J0EXxbH8
87DEv2RyUGsrzo1RjTAKBggqhkjOPQQDAgNIADBFAiEA8yrFuS8zqyBOARpm+yxN
WxUt0raBIGG/KiodE+L1vYACIBWHsYA1YMcp0M9jPBQmW29+6kop3ZO29IMF2F52
Lfwv
-----END CERTIFICATE-----`;

const respondEmpty: RequestListener = (_, response) => void response.end("{}");

/** An HTTPS server with a self-signed certificate. It lists the requests that arrive. */
export async function serveSelfSigned(
  respond = respondEmpty,
): Promise<{ url: string; requests: string[] }> {
  const requests: string[] = [];
  const server = createServer({ key, cert: certificate }, (request, response) => {
    requests.push(request.url ?? "");
    respond(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  return { url: `https://localhost:${port}`, requests };
}
