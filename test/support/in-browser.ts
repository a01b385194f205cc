/** Whether the tests run in a page. Said before anything can stub the page's globals. */
export const inBrowser = "document" in globalThis;

/** Whether the page is in WebKit. Chromium names WebKit, too. */
const inWebKit = inBrowser && /AppleWebKit\/(?!.*Chrom)/.test(navigator.userAgent);

/** Skips a test of what WebKitGTK does not support. */
export const skipInWebKit = (
  skip: (condition: boolean, reason: string) => void,
  reason: string,
): void => skip(inWebKit, reason);

export const cutIsComplete = "WebKitGTK reports a body that ends early as complete";
