/** Express has no types of its own. These cover what the tests use. */
declare module "express" {
  import type { IncomingMessage, Server, ServerResponse } from "node:http";

  type Handler = (request: IncomingMessage, response: ServerResponse, next: () => void) => unknown;
  interface App {
    use(handler: Handler): App;
    use(path: string, handler: Handler): App;
    listen(port: number, host: string): Server;
  }
  interface Express {
    (): App;
    json(): Handler;
  }
  const express: Express;
  export default express;
}
