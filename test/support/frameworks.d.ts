/**
 * The parts of Fastify and NestJS that the pages use. test/e2e/package/frameworks.test.ts runs and
 * compiles the pages with the packages.
 */
declare module "fastify" {
  import type { IncomingMessage, ServerResponse } from "node:http";

  interface FastifyRequest {
    raw: IncomingMessage;
  }
  interface FastifyReply {
    raw: ServerResponse;
    hijack(): FastifyReply;
  }
  type Handler = (request: FastifyRequest, reply: FastifyReply) => unknown;
  interface FastifyInstance {
    register(plugin: (scope: FastifyInstance) => Promise<void>): unknown;
    removeAllContentTypeParsers(): void;
    addContentTypeParser(
      type: string,
      parser: (
        request: FastifyRequest,
        body: IncomingMessage,
        done: (error: Error | null, body?: unknown) => void,
      ) => void,
    ): void;
    all(path: string, handler: Handler): unknown;
    post(path: string, handler: Handler): unknown;
  }
  export default function fastify(): FastifyInstance;
}

declare module "@nestjs/core" {
  interface NestApplication {
    use(path: string, ...handlers: unknown[]): this;
    get<T>(type: new () => T): T;
    listen(port: number | string): Promise<unknown>;
  }
  export const NestFactory: { create(module: unknown): Promise<NestApplication> };
}
