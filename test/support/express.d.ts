/** Express has no types of its own. These mirror the parts of `@types/express` that tests use. */
declare module "express" {
  import type { IncomingMessage, Server, ServerResponse } from "node:http";

  // biome-ignore lint/suspicious/noExplicitAny: `@types/express` declares these fields as any.
  type Any = any;
  export interface Request<Params = Record<string, string>> extends IncomingMessage {
    body: Any;
    originalUrl: string;
    params: Params;
    query: Record<string, undefined | string | string[]>;
    protocol: string;
  }
  export interface Response extends ServerResponse {
    req: Request;
    locals: Record<string, Any>;
    json(body?: Any): this;
    status(code: number): this;
  }
  /** Of a path that ends with its only parameter. */
  type ParamsOf<Path> = Path extends `${string}:${infer Name}` ? Record<Name, string> : object;
  export type NextFunction = (error?: Any) => void;
  export type RequestHandler<Params = Record<string, string>> = (
    request: Request<Params>,
    response: Response,
    next: NextFunction,
  ) => void | Promise<void>;
  export type ErrorRequestHandler = (
    error: Any,
    request: Request,
    response: Response,
    next: NextFunction,
  ) => void | Promise<void>;
  export interface Express {
    (request: IncomingMessage, response: ServerResponse): void;
    use(...handlers: RequestHandler[]): this;
    use(handler: ErrorRequestHandler): this;
    use(path: string, ...handlers: RequestHandler[]): this;
    all(path: string, ...handlers: RequestHandler[]): this;
    put<Path extends string>(path: Path, ...handlers: RequestHandler<ParamsOf<Path>>[]): this;
    post(path: string, ...handlers: RequestHandler[]): this;
    listen(port: number, host?: string): Server;
  }
  interface BodyOptions {
    type?: string;
    limit?: string | number;
  }
  const express: {
    (): Express;
    json(options?: BodyOptions): RequestHandler;
    raw(options?: BodyOptions): RequestHandler;
    text(options?: BodyOptions): RequestHandler;
  };
  export default express;
}
