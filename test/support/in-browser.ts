/** Whether the tests run in a page. Said before anything can stub the page's globals. */
export const inBrowser = "document" in globalThis;
