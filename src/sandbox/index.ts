export type { MswHandlers, MswHttp } from "./msw.js";
export type { ListenOptions, SandboxServer } from "./node.js";
export { createSandbox, type Failure, type Sandbox, type SandboxOptions, type SandboxRequest, type SandboxSnapshot } from "./sandbox.js";
export type { HeldNft, Outage } from "./world.js";
