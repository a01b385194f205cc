// Shows the proxy in Next.js: this is app/api/bursar/[...path]/route.js.

export const dynamic = "force-dynamic";

export { proxy as GET, proxy as OPTIONS, proxy as PATCH, proxy as POST } from "./proxy.mjs";
