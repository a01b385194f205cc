/** The path of a request by which a page waits for its earlier requests. */
export const probePath = "/arrived";
