// Shows the proxy in Next.js: this is app/api/bursar/[...path]/route.js.

import { proxy } from "./proxy.mjs";

export const dynamic = "force-dynamic";

const handle = (request) => proxy(request);

export { handle as GET, handle as OPTIONS, handle as PATCH, handle as POST };
